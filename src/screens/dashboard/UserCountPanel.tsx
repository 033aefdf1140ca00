import { useLingui } from '@lingui/react';
import { MAX_USERS } from '#domain/constants.ts';
import { toMinor } from '#domain/money.ts';
import { monthlyWith } from '#domain/teamFee.ts';
import type { userCountMachine } from '#machines/dashboard/userCount.machine.ts';
import { Button } from '#ui/Button.tsx';
import { FormStack, Row } from '#ui/Stack.tsx';
import { Stepper } from '#ui/Stepper.tsx';
import type { ScreenProps } from '../screenProps.ts';
import { useOrderFormats } from '../useOrderFormats.tsx';
import type { Plan } from './InviteFee.tsx';
import { OpenPanel } from './OpenPanel.tsx';

/** Changes the number of users, with the new price. */
export function UserCountPanel({ state, send, plan }: ScreenProps<typeof userCountMachine> & { plan: Plan }) {
  const { i18n } = useLingui();
  const { money } = useOrderFormats(plan.currency);
  const { users, ordered, min, error } = state.context;
  const isPending = state.hasTag('pending');
  const monthly = monthlyWith(users - ordered, {
    monthly: toMinor(plan.monthly_before_discount),
    userMonthly: toMinor(plan.user_monthly ?? 0),
    discountPercent: plan.discount_percent,
  });
  return (
    <OpenPanel
      title={i18n.t('How many users do you need?')}
      isWrong={error !== undefined}
      problem={state.context.problem}
    >
      <FormStack onSubmit={() => send({ type: 'SUBMIT' })} busy={isPending}>
        <Stepper
          name="users"
          label={i18n.t('Users')}
          hint={i18n.t('At least as many as there are people in your team.')}
          min={min}
          max={MAX_USERS}
          enabled={!isPending}
          value={users}
          error={error}
          onChange={(users) => send({ type: 'USERS_CHANGED', users })}
        />
        {plan.user_monthly !== null && (
          <p className="small">
            {i18n._('You then pay {monthly} per month, excluding taxes.', { monthly: money(monthly) })}
          </p>
        )}
        <Row>
          <Button
            type="submit"
            enabled={state.can({ type: 'SUBMIT' })}
            busy={isPending}
            describedBy={users === ordered ? 'users-unchanged' : undefined}
          >
            {i18n.t('Save')}
          </Button>
          <Button variant="secondary" enabled={state.can({ type: 'CLOSE' })} onPress={() => send({ type: 'CLOSE' })}>
            {i18n.t('Close')}
          </Button>
          {users === ordered && (
            <p id="users-unchanged" className="small soft">
              {i18n._('You pay for {users, plural, one {# user} other {# users}}.', { users: ordered })}
            </p>
          )}
        </Row>
      </FormStack>
    </OpenPanel>
  );
}
