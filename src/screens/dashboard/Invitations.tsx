import { Trans, useLingui } from '@lingui/react';
import { Button } from '#ui/Button.tsx';
import { EmailAddress } from '#ui/EmailAddress.tsx';
import { useMoments } from '../useMoments.tsx';
import { Problem } from './Problem.tsx';
import type { TeamProps } from './sectionProps.ts';

/** Open invitations; the owner can revoke them. */
export function Invitations({ state, send }: TeamProps) {
  const { i18n } = useLingui();
  const { moment } = useMoments();
  const { invitations, mayChange, subject, problem } = state.context;
  const isSubject = (id: number) => subject?.kind === 'invitation' && subject.id === id;
  if (invitations.length === 0) return null;
  return (
    <div className="dashboard-part">
      <h4>{i18n.t('Pending invitations')}</h4>
      <ul className="dashboard-list">
        {invitations.map(({ id, email, expires_at }) => (
          <li key={id} className="dashboard-line">
            <div>
              <p>
                <EmailAddress email={email} />
              </p>
              <p className="small soft">
                <Trans id="Expires {moment}" values={{ moment: moment(expires_at) }} />
              </p>
            </div>
            {mayChange && (
              <Button
                variant="quiet"
                danger
                enabled={state.can({ type: 'REVOKE', invitation_id: id })}
                busy={isSubject(id) && state.matches({ changing: 'revoking' })}
                onPress={() => send({ type: 'REVOKE', invitation_id: id })}
              >
                {i18n.t('Revoke')} <span className="visually-hidden">{email}</span>
              </Button>
            )}
            {isSubject(id) && <Problem notice={problem} />}
          </li>
        ))}
      </ul>
    </div>
  );
}
