import { Trans, useLingui } from '@lingui/react';
import type { Account } from '#contract/account.ts';
import { Button } from '#ui/Button.tsx';
import { EmailAddress } from '#ui/EmailAddress.tsx';
import { Note } from '#ui/Note.tsx';
import { ChildFlow } from '../ChildFlow.tsx';
import { Heading } from '../Heading.tsx';
import { RetryNote } from '../RetryNote.tsx';
import './Dashboard.css';
import { DashboardSkeleton } from './DashboardSkeleton.tsx';
import { Greeting } from './Greeting.tsx';
import { Group } from './Group.tsx';
import { InvoicesSection } from './InvoicesSection.tsx';
import { NumberSection } from './NumberSection.tsx';
import { SecuritySection } from './SecuritySection.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import type { DashboardProps, SectionProps } from './sectionProps.ts';
import { TeamSection } from './TeamSection.tsx';
import { TrialSection } from './TrialSection.tsx';
import { UsersSection } from './UsersSection.tsx';
import { WhyOff } from './WhyOff.tsx';

/** §1 and §6 The dashboard: the person who is logged in, the account, its costs, and what can be changed. */
export function DashboardScreen({ state, send }: DashboardProps) {
  const { i18n } = useLingui();
  const { account } = state.context;
  return (
    <div className="dashboard">
      <div className="dashboard-head">
        <div className="dashboard-person">
          <Heading>{i18n.t('Dashboard')}</Heading>
          {account && <Person account={account} />}
        </div>
        <Button
          variant="secondary"
          enabled={state.can({ type: 'LOG_OUT' })}
          busy={state.matches('loggingOut')}
          onPress={() => send({ type: 'LOG_OUT' })}
        >
          {i18n.t('Log out')}
        </Button>
      </div>
      <Body state={state} send={send} />
    </div>
  );
}

function Body({ state, send }: DashboardProps) {
  const { i18n } = useLingui();
  const { account } = state.context;
  if (state.matches('failed')) {
    return (
      <RetryNote enabled={state.can({ type: 'TRY_AGAIN' })} onRetry={() => send({ type: 'TRY_AGAIN' })}>
        {i18n.t("We couldn't load your account.")}
      </RetryNote>
    );
  }
  if (state.matches('withoutAccount')) return <p>{i18n.t("You're logged in")}</p>;
  if (state.matches('signUpOpen') || state.matches('resuming')) {
    return (
      <Note kind="wait">
        <p>{i18n.t("You haven't finished signing up. Your trial starts when you complete the last step.")}</p>
        <Button
          enabled={state.can({ type: 'FINISH_SIGN_UP' })}
          busy={state.matches('resuming')}
          onPress={() => send({ type: 'FINISH_SIGN_UP' })}
        >
          {i18n.t('Finish signing up')}
        </Button>
      </Note>
    );
  }
  if (!account || !state.matches('ready')) return <DashboardSkeleton />;
  return <Groups state={state} send={send} account={account} />;
}

function Groups({ state, send, account }: SectionProps) {
  const { i18n } = useLingui();
  const { team, sessions } = state.children;
  const section = { state, send, account };
  return (
    <>
      <WhyOff isSaving={state.context.isSaving} />
      <Greeting {...section} />
      <Group title={i18n.t('Number and team')}>
        <NumberSection {...section} />
        <ChildFlow actor={team} screen={TeamSection} account={account} />
      </Group>
      <Group title={i18n.t('Plan and billing')}>
        <TrialSection {...section} />
        <UsersSection {...section} />
        <InvoicesSection account={account} />
      </Group>
      <Group title={i18n.t('Login and security')}>
        <SecuritySection {...section} />
        <ChildFlow actor={sessions} screen={SessionsSection} />
      </Group>
    </>
  );
}

/** Who is logged in, for which company and in which role (§6). */
function Person({ account: { user, company } }: { account: Account }) {
  const { i18n } = useLingui();
  return (
    <>
      <p>
        <Trans
          id="Logged in as {name}, {email}"
          values={{
            name: <bdi className="dashboard-name">{`${user.first_name} ${user.last_name}`.trim()}</bdi>,
            email: <EmailAddress email={user.email} />,
          }}
        />
      </p>
      {company !== '' && (
        <p>
          <bdi>{company}</bdi>
        </p>
      )}
      {user.role === 'member' && (
        <p className="soft">
          {i18n.t("You're a member of this team. The owner manages the plan, number, add-ons and teammates.")}
        </p>
      )}
    </>
  );
}
