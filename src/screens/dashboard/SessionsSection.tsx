import { Trans, useLingui } from '@lingui/react';
import type { OpenSession } from '#contract/account.ts';
import type { sessionsMachine } from '#machines/dashboard/sessions.machine.ts';
import { Button } from '#ui/Button.tsx';
import { ListSkeleton } from '#ui/Skeleton.tsx';
import { Row } from '#ui/Stack.tsx';
import { RetryNote } from '../RetryNote.tsx';
import type { ScreenProps } from '../screenProps.ts';
import { useMoments } from '../useMoments.tsx';
import { Problem } from './Problem.tsx';
import { Section } from './Section.tsx';

type Props = ScreenProps<typeof sessionsMachine>;

/** The open sessions; each but the current one can be ended here. */
export function SessionsSection({ state, send }: Props) {
  const { i18n } = useLingui();
  const { sessions, ending, problem } = state.context;
  return (
    <Section title={i18n.t("Where you're logged in")}>
      {state.matches('failed') ? (
        <RetryNote
          reason={problem}
          enabled={state.can({ type: 'TRY_AGAIN' })}
          onRetry={() => send({ type: 'TRY_AGAIN' })}
        >
          {i18n.t("We couldn't load the devices you're logged in on.")}
        </RetryNote>
      ) : state.matches('loading') || state.matches('sessionExpired') ? (
        <ListSkeleton lines={1} />
      ) : (
        <>
          <ul className="dashboard-list">
            {sessions.map((session) => (
              <Line key={session.id} session={session} state={state} send={send} />
            ))}
          </ul>
          {ending === null && <Problem notice={problem} />}
          {sessions.length > 2 && (
            <Row>
              <Button
                variant="secondary"
                enabled={state.can({ type: 'END_OTHERS' })}
                busy={state.matches('endingOthers')}
                onPress={() => send({ type: 'END_OTHERS' })}
              >
                {i18n.t('Log out all other devices')}
              </Button>
            </Row>
          )}
        </>
      )}
    </Section>
  );
}

function Line({ session, state, send }: Props & { session: OpenSession }) {
  const { i18n } = useLingui();
  const { moment } = useMoments();
  const { id, device, created_at, last_seen_at, current } = session;
  const isSubject = state.context.ending === id;
  return (
    <li className="dashboard-line">
      <div>
        <p className="dashboard-title">
          <bdi className="dashboard-name">{device}</bdi>
          {current && <span className="dashboard-tag">{i18n.t('This device')}</span>}
        </p>
        <p className="small soft">
          <Trans id="Logged in {moment}" values={{ moment: moment(created_at) }} />
          <br />
          <Trans id="Last used {moment}" values={{ moment: moment(last_seen_at) }} />
        </p>
      </div>
      {!current && (
        <Button
          variant="quiet"
          enabled={state.can({ type: 'END_SESSION', id })}
          busy={isSubject && state.matches('ending')}
          onPress={() => send({ type: 'END_SESSION', id })}
        >
          {i18n.t('Log out')} <span className="visually-hidden">{device}</span>
        </Button>
      )}
      {isSubject && <Problem notice={state.context.problem} />}
    </li>
  );
}
