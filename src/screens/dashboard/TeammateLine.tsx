import { useLingui } from '@lingui/react';
import { type RefObject, useRef } from 'react';
import type { Teammate } from '#contract/account.ts';
import { Button } from '#ui/Button.tsx';
import { EmailAddress } from '#ui/EmailAddress.tsx';
import { Problem } from './Problem.tsx';
import type { TeamProps } from './sectionProps.ts';
import { TeammateRemoval } from './TeammateRemoval.tsx';

type Props = TeamProps & {
  user: Teammate;
  /** Takes the focus when the confirmation for this person is closed. */
  opener: RefObject<HTMLElement | null>;
};

/** §6: a member of the team. The owner assigns and removes the add-on, and removes the member. */
export function TeammateLine({ user, state, send, opener }: Props) {
  const { i18n } = useLingui();
  const { id, first_name, last_name, email, role, has_cx_bundle } = user;
  const name = `${first_name} ${last_name}`.trim();
  const addOnEvent = { type: has_cx_bundle ? 'REMOVE_ADD_ON' : 'ASSIGN_ADD_ON', user_id: id } as const;
  const { subject, problem } = state.context;
  const isSubject = subject?.kind === 'user' && subject.id === id;
  const isChanging = isSubject && (state.matches({ changing: 'assigning' }) || state.matches({ changing: 'removing' }));
  const remove = useRef<HTMLButtonElement>(null);
  const removalEvent = { type: 'REMOVE_TEAMMATE', user_id: id } as const;
  const isLeaving =
    isSubject && (state.matches({ shown: 'confirmingRemoval' }) || state.matches({ changing: 'removingTeammate' }));
  return (
    <li className="dashboard-line">
      <div>
        <p className="dashboard-title">
          <bdi className="dashboard-name">{name}</bdi>
          <span className="dashboard-tag">{role === 'owner' ? i18n.t('Owner') : i18n.t('Member')}</span>
          {has_cx_bundle && <span className="dashboard-tag">{i18n.t('CX add-on')}</span>}
        </p>
        <p className="small soft">
          <EmailAddress email={email} />
        </p>
      </div>
      {state.context.mayChange && (
        <div className="dashboard-actions">
          <Button variant="quiet" enabled={state.can(addOnEvent)} busy={isChanging} onPress={() => send(addOnEvent)}>
            {has_cx_bundle ? i18n.t('Remove CX add-on') : i18n.t('Assign CX add-on')}{' '}
            <span className="visually-hidden">{name}</span>
          </Button>
          {role !== 'owner' && (
            <Button
              ref={remove}
              variant="quiet"
              danger
              enabled={state.can(removalEvent)}
              onPress={() => {
                opener.current = remove.current;
                send(removalEvent);
              }}
            >
              {i18n.t('Remove from team')} <span className="visually-hidden">{name}</span>
            </Button>
          )}
        </div>
      )}
      {isSubject && <Problem notice={problem} />}
      {isLeaving && <TeammateRemoval name={name} state={state} send={send} />}
    </li>
  );
}
