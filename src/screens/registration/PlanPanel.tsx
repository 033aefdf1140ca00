import { useLingui } from '@lingui/react';
import { useState } from 'react';
import type { Package } from '#contract/coverage.ts';
import { BUNDLE_MINUTES, type Currency, MAX_USERS, type PackageType, RECORDING_YEARS } from '#domain/constants.ts';
import { toMinor } from '#domain/money.ts';
import type { Order } from '#domain/order.ts';
import { Disclosure } from '#ui/Disclosure.tsx';
import { RadioCards } from '#ui/RadioCards.tsx';
import { Stack } from '#ui/Stack.tsx';
import { Stepper } from '#ui/Stepper.tsx';
import { useOrderFormats } from '../useOrderFormats.tsx';
import './PlanPanel.css';

type Props = {
  order: Order;
  packages: readonly Package[] | null;
  /** Whether the prices are loading. */
  isLoading: boolean;
  currency: Currency;
  enabled: boolean;
  send: (
    event:
      | { type: 'USERS_CHANGED'; users: number }
      | { type: 'USERS_ENTERED' }
      | { type: 'ADD_ONS_CHANGED'; addOns: number }
      | { type: 'PLAN_CHOSEN'; packageType: PackageType },
  ) => void;
};

/** As wide as a price: figure spaces. */
const blank = '\u2007'.repeat(5);

/** §1, §2: the plan, the number of users and the CX add-ons. */
export function PlanPanel({ order, packages, isLoading, currency, enabled, send }: Props) {
  const { i18n } = useLingui();
  const { money } = useOrderFormats(currency);
  const plan = (type: PackageType) => packages?.find((one) => one.type === type);
  const monthly = (type: PackageType) => {
    const price = plan(type)?.prices[currency];
    return price === undefined ? null : i18n._('{price} per user per month', { price: money(toMinor(price)) });
  };
  const addOnPrice = plan(order.packageType)?.cx_prices[currency];
  // The blank keeps the room of a price that is loading, so that nothing moves when it comes.
  const addOnAmount = addOnPrice === undefined ? isLoading && blank : money(toMinor(addOnPrice));

  return (
    <Stack gap="medium">
      <RadioCards
        name="package_type"
        label={i18n.t('Plan')}
        enabled={enabled}
        value={order.packageType}
        onChange={(packageType) => send({ type: 'PLAN_CHOSEN', packageType })}
        cards={[
          {
            value: 'P',
            title: i18n.t('Pay as you go'),
            aside: monthly('P'),
            children: i18n.t('Suited to inbound calls. Outbound calls are charged per minute.'),
          },
          {
            value: 'A',
            title: i18n.t('2K Bundle'),
            aside: monthly('A'),
            children: i18n._('Includes a number and {minutes, number} minutes per user per month.', {
              minutes: BUNDLE_MINUTES,
            }),
          },
        ]}
      />
      <Stepper
        name="nb_users"
        label={i18n.t('Users')}
        hint={i18n.t('You can invite teammates later.')}
        min={1}
        max={MAX_USERS}
        enabled={enabled}
        value={order.nbUsers}
        onChange={(users) => send({ type: 'USERS_CHANGED', users })}
        onEntered={() => send({ type: 'USERS_ENTERED' })}
      />
      <Stack gap="small">
        <Stepper
          name="nb_cx_bundles"
          label={i18n.t('CX add-ons')}
          hint={
            addOnAmount
              ? i18n._('Up to one per user. {price} each per month after the trial.', { price: addOnAmount })
              : i18n.t('Up to one per user.')
          }
          min={0}
          max={order.nbUsers}
          enabled={enabled}
          value={order.nbCxBundles}
          onChange={(addOns) => send({ type: 'ADD_ONS_CHANGED', addOns })}
        />
        <AddOnContents />
      </Stack>
    </Stack>
  );
}

/** §1: what a CX add-on includes. */
function AddOnContents() {
  const { i18n } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Disclosure title={i18n.t("What's included in the CX add-on")} open={isOpen} onToggle={() => setIsOpen(!isOpen)}>
      <p>
        {i18n.t(
          'Optional, per user. Free during the trial. Any add-ons assigned when it ends are billed from the first invoice.',
        )}
      </p>
      <ul className="add-on-contents">
        <li>{i18n.t('AI call analysis and summaries')}</li>
        <li>{i18n.t('Customer experience scoring')}</li>
        <li>{i18n.t('Full transcripts')}</li>
        <li>{i18n._('Call recording with {years}-year retention', { years: RECORDING_YEARS })}</li>
        <li>
          {i18n.t('Call flow editor')} <span className="add-on-soon">{i18n.t('coming soon')}</span>
        </li>
        <li>
          {i18n.t('Advanced reporting')} <span className="add-on-soon">{i18n.t('coming soon')}</span>
        </li>
      </ul>
    </Disclosure>
  );
}
