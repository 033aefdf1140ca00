import { Trans, useLingui } from '@lingui/react';
import { useRef } from 'react';
import type { Account } from '#contract/account.ts';
import { toMinor } from '#domain/money.ts';
import { mayChange, mayChangeOrder } from '#machines/dashboard/accountRules.ts';
import { Button } from '#ui/Button.tsx';
import { type OrderLine, OrderLines } from '#ui/OrderLines.tsx';
import { Row } from '#ui/Stack.tsx';
import { ChildFlow } from '../ChildFlow.tsx';
import { useOrderFormats } from '../useOrderFormats.tsx';
import { CancellationPanel } from './CancellationPanel.tsx';
import { Problem } from './Problem.tsx';
import { Section } from './Section.tsx';
import type { SectionProps } from './sectionProps.ts';
import { WHY_OFF_ID } from './WhyOff.tsx';

/**
 * §1: the plan, and the free trial or, after it, the subscription: when it ends, what happens then, how to cancel it.
 */
export function TrialSection({ state, send, account }: SectionProps) {
  const { i18n } = useLingui();
  const opener = useRef<HTMLButtonElement>(null);
  const isOpen = state.matches({ ready: 'cancelling' });
  const isCancelled = account.cancelled_at !== null;
  const event = isCancelled ? ({ type: 'RESUME_TRIAL' } as const) : ({ type: 'CANCEL_TRIAL' } as const);
  const lines = usePlanLines(account);

  return (
    <Section
      title={account.trial_over ? i18n.t('Plan') : i18n.t('Plan and trial')}
      fallbackFocus={opener}
      intro={account.trial_over ? <SubscriptionIntro account={account} /> : <TrialIntro account={account} />}
    >
      {!account.ended && <OrderLines lines={lines} />}
      <Problem notice={state.context.problem} />
      {isOpen && <ChildFlow actor={state.children.cancellation} screen={CancellationPanel} account={account} />}
      {mayChange(account) && !(isOpen && !isCancelled) && (
        <Row>
          <Button
            ref={opener}
            variant="secondary"
            danger={!isCancelled}
            enabled={state.can(event)}
            busy={isOpen}
            describedBy={WHY_OFF_ID}
            onPress={() => send(event)}
          >
            {isCancelled
              ? i18n.t('Undo cancellation')
              : account.trial_over
                ? i18n.t('Cancel subscription')
                : i18n.t('Cancel trial')}
          </Button>
        </Row>
      )}
    </Section>
  );
}

function TrialIntro({ account }: { account: Account }) {
  const { i18n } = useLingui();
  const { date } = useOrderFormats(account.currency);
  const ends = { date: date(account.trial_ends_on) };
  return account.cancelled_at === null ? (
    <p>
      <Trans id="Everything is free until {date}, when your first charge is due." values={ends} />{' '}
      {mayChangeOrder(account) && i18n.t('Cancel before then and you pay nothing.')}
    </p>
  ) : (
    <p>
      <strong>{i18n.t("Your trial has been cancelled. You won't be charged.")}</strong>{' '}
      <Trans id="You can undo this before {date}." values={ends} />
    </p>
  );
}

/** After the trial: until when it is paid, and whether it is cancelled. */
function SubscriptionIntro({ account }: { account: Account }) {
  const { i18n } = useLingui();
  const { date } = useOrderFormats(account.currency);
  const { paid_until, ended, cancelled_at, trial_ends_on } = account;
  const until = { date: date(paid_until ?? trial_ends_on) };
  if (ended) {
    return (
      <p>
        <strong>
          {paid_until === null ? (
            <Trans id="Your account was cancelled and ended on {date} without a charge." values={until} />
          ) : (
            <Trans id="Your subscription ended on {date}." values={until} />
          )}
        </strong>{' '}
        {i18n.t('Contact support to start again.')}
      </p>
    );
  }
  return cancelled_at === null ? (
    <p>
      <Trans id="Your plan is paid for until {date}." values={until} />{' '}
      {mayChangeOrder(account) && i18n.t('Cancel any time: your subscription then ends on that day.')}
    </p>
  ) : (
    <p>
      <strong>
        <Trans id="Your subscription is cancelled and ends on {date}. You won't be charged again." values={until} />
      </strong>{' '}
      {i18n.t('You can undo this until then.')}
    </p>
  );
}

function usePlanLines(account: Account): OrderLine[] {
  const { i18n } = useLingui();
  const { date, money, count } = useOrderFormats(account.currency);
  const { package_type, nb_users, nb_cx_bundles, nb_cx_assigned, trial_ends_on, trial_over, discount_percent } =
    account;
  const plan = package_type === 'P' ? i18n.t('Pay as you go') : i18n.t('2K Bundle');
  const waiting = nb_cx_bundles - nb_cx_assigned;
  const waits = i18n._('Not assigned yet: {count}. We only bill add-ons that are assigned to someone.', {
    count: count(waiting),
  });
  const rate = discount_percent / 100;
  const monthly = toMinor(account.monthly);
  return [
    { id: 'plan', label: i18n.t('Plan'), value: plan },
    { id: 'users', label: i18n.t('Users'), value: count(nb_users) },
    { id: 'addOns', label: i18n.t('CX add-ons'), value: count(nb_cx_assigned), ...(waiting > 0 && { note: waits }) },
    ...(trial_over ? [] : [{ id: 'trial', label: i18n.t('Trial ends'), value: date(trial_ends_on) }]),
    {
      id: 'monthly',
      label: trial_over ? i18n.t('Per month, excluding taxes') : i18n.t('Per month after the trial, excluding taxes'),
      value: money(monthly),
      ...(rate > 0 && {
        note: i18n._('{amount} minus {rate, number, percent} discount', {
          amount: money(toMinor(account.monthly_before_discount)),
          rate,
        }),
      }),
    },
  ];
}
