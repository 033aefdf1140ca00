import { useLingui } from '@lingui/react';
import { type RefObject, useRef } from 'react';
import type { Account } from '#contract/account.ts';
import { toMinor } from '#domain/money.ts';
import { mayChangeOrder } from '#machines/dashboard/accountRules.ts';
import { ListSkeleton } from '#ui/Skeleton.tsx';
import { Stack } from '#ui/Stack.tsx';
import { RetryNote } from '../RetryNote.tsx';
import { useOrderFormats } from '../useOrderFormats.tsx';
import { Invitations } from './Invitations.tsx';
import type { Plan } from './InviteFee.tsx';
import { InviteForm } from './InviteForm.tsx';
import { Section } from './Section.tsx';
import type { TeamProps } from './sectionProps.ts';
import { TeammateLine } from './TeammateLine.tsx';

type TeamAccount = Plan & Pick<Account, 'user' | 'trial_over' | 'ended' | 'cx_monthly'>;

/**
 * §6: users with their CX add-ons, and invitations. A member sees them read-only; so does everyone once the account has
 * ended.
 */
export function TeamSection({ state, send, account }: TeamProps & { account: TeamAccount }) {
  const { i18n } = useLingui();
  const opener = useRef<HTMLElement>(null);
  return (
    <Section title={i18n.t('Team')} fallbackFocus={opener} intro={!account.ended && <AddOnTerms account={account} />}>
      {state.matches('failed') ? (
        <RetryNote
          reason={state.context.problem}
          enabled={state.can({ type: 'TRY_AGAIN' })}
          onRetry={() => send({ type: 'TRY_AGAIN' })}
        >
          {i18n.t("We couldn't load your team.")}
        </RetryNote>
      ) : state.matches('shown') || state.matches('changing') ? (
        <Team state={state} send={send} account={account} opener={opener} />
      ) : (
        <ListSkeleton lines={2} />
      )}
    </Section>
  );
}

/** §1: when an add-on is billed; its price for the owner, who can assign one, as long as anything is charged. */
function AddOnTerms({ account }: { account: TeamAccount }) {
  const { i18n } = useLingui();
  const { money } = useOrderFormats(account.currency);
  const { trial_over, cx_monthly } = account;
  return (
    <>
      <p className="soft">
        {trial_over
          ? i18n.t('A CX add-on is billed for each user who has one.')
          : i18n.t(
              'CX add-ons are free during the trial. Any assigned when it ends are billed per user from the first invoice.',
            )}
      </p>
      {cx_monthly !== null && mayChangeOrder(account) && (
        <p className="small">{i18n._('{price} per user per month', { price: money(toMinor(cx_monthly)) })}</p>
      )}
    </>
  );
}

type ListProps = TeamProps & { account: TeamAccount; opener: RefObject<HTMLElement | null> };

function Team({ state, send, account, opener }: ListProps) {
  const { users, mayChange } = state.context;
  return (
    <Stack gap="medium">
      <ul className="dashboard-list">
        {users.map((user) => (
          <TeammateLine key={user.id} user={user} state={state} send={send} opener={opener} />
        ))}
      </ul>
      <Invitations state={state} send={send} />
      {mayChange && <InviteForm state={state} send={send} plan={account} />}
    </Stack>
  );
}
