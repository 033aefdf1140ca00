import type { BillingForm } from '#contract/billing.ts';
import type { Currency } from '#domain/constants.ts';
import { availableCurrency, currenciesFor } from '#domain/currency.ts';
import { defaultOrder, type Order, withUsers } from '#domain/order.ts';
import type { AccountForm } from '../forms.ts';
import type { AccountMode } from './account.machine.ts';
import { isAccountClosed, stepBack, steps } from './steps.ts';
import { noCard, noHolder, touched, type UnsavedInput, unsavedAccount, unsavedBilling } from './unsavedInput.ts';
import type { Wizard } from './wizard.ts';

/** The order as typed, else as saved, else the defaults of §9; with no more add-ons than users (§4). */
const currentOrder = ({ savedFields, unsavedInput }: Wizard): Order => {
  const order = unsavedInput.order ?? {
    packageType: savedFields.package_type ?? defaultOrder.packageType,
    nbUsers: savedFields.nb_users ?? defaultOrder.nbUsers,
    nbCxBundles: savedFields.nb_cx_bundles ?? defaultOrder.nbCxBundles,
  };
  return withUsers(order, order.nbUsers);
};

/** §9: the currency of the order: the one chosen for the card, else the page's; only one that is offered. */
export const currentCurrency = ({ savedFields, unsavedInput, currency, country }: Wizard): Currency =>
  availableCurrency(
    unsavedInput.billing?.card_currency ?? savedFields.card_currency ?? currency,
    currenciesFor(country),
  );

const accountMode = (wizard: Wizard): AccountMode => {
  if (isAccountClosed(wizard)) return 'read';
  if (wizard.shownStep === '2-sso') return 'confirm';
  return wizard.token === null ? 'create' : 'edit';
};

/** Typed values take precedence over the registration, and the registration over the address. */
export function accountInput(wizard: Wizard) {
  const { token, unsavedInput, savedFields, prefill, settings } = wizard;
  const mode = accountMode(wizard);
  const unsavedHere: Partial<NonNullable<UnsavedInput['account']>> =
    mode === 'read' ? {} : (unsavedInput.account ?? {});
  const values: AccountForm = {
    first_name: unsavedHere.first_name ?? savedFields.first_name ?? prefill.first_name,
    last_name: unsavedHere.last_name ?? savedFields.last_name ?? prefill.last_name,
    email: unsavedHere.email ?? savedFields.email ?? prefill.email,
    password: '',
    terms: unsavedHere.terms ?? (mode === 'edit' || mode === 'read' || (mode === 'confirm' && wizard.step !== '2-sso')),
  };
  return { mode, token, termsVersion: settings.termsVersion, values };
}

/** §2 step 2: the address that the code was sent to, and when another code can be requested. */
export const verificationInput = ({ token, savedFields, resendAt, settings }: Wizard) => ({
  token: token ?? '',
  email: savedFields.email ?? '',
  resendAt,
  coolDownSeconds: settings.coolDownSeconds,
});

/** §6: the teams that have invited the verified address. */
export const teamChoiceInput = ({ token, savedFields, invitations }: Wizard) => ({
  token: token ?? '',
  email: savedFields.email ?? '',
  invitations,
});

/** The plan, the number, or both: what the step shows, and what was chosen before. */
export const planInput = (wizard: Wizard) => ({
  token: wizard.token ?? '',
  step: wizard.shownStep === '2' ? ('2' as const) : ('3' as const),
  panels: {
    plan: steps[wizard.order][wizard.shownStep].state !== 'choosingNumber',
    number: steps[wizard.order][wizard.shownStep].state !== 'choosingPlan',
  },
  hasBack: stepBack(wizard) !== null,
  order: currentOrder(wizard),
  countries: wizard.countries,
  dictionary: wizard.offeredNames,
  saved:
    wizard.numberId !== null && wizard.savedFields.number
      ? { number_id: wizard.numberId, number: wizard.savedFields.number }
      : null,
  choice: wizard.unsavedInput.choice ?? null,
  suggestedCountry: wizard.country.toUpperCase(),
});

/** Card data must be entered each time; all other values are as typed, else as saved. */
export function billingInput(wizard: Wizard) {
  const { savedFields, unsavedInput, country, dictionary } = wizard;
  const { cardEntry } = wizard.settings;
  /** A country that the select can show. */
  const listed = (code: string | null | undefined) => (code && dictionary.country[code] ? code : null);
  const values: BillingForm = {
    ...noCard,
    card_name: savedFields.card_name ?? '',
    card_country: listed(savedFields.card_country) ?? listed(country.toUpperCase()) ?? '',
    card_postcode: savedFields.card_postcode ?? '',
    customer_name: savedFields.customer_name ?? '',
    customer_country: listed(savedFields.customer_country) ?? '',
    customer_postcode: savedFields.customer_postcode ?? '',
    customer_address: savedFields.customer_address ?? '',
    customer_city: savedFields.customer_city ?? '',
    customer_vat: savedFields.customer_vat ?? '',
    ...unsavedInput.billing,
    ...(cardEntry === 'hosted' && noHolder),
    card_currency: currentCurrency(wizard),
  };
  return {
    token: wizard.token ?? '',
    cardEntry,
    today: wizard.today,
    timeZone: wizard.timeZone,
    order: currentOrder(wizard),
    number_id: wizard.numberId,
    isPackage: savedFields.is_package ?? false,
    currencies: currenciesFor(country),
    values,
  };
}

/** The hosted page, and how long it may stay open. */
export const bankInput = ({ bankUrl, bankOrigins, settings, unsavedInput, token, shownStep }: Wizard) => ({
  url: bankUrl ?? '',
  origins: bankOrigins,
  deadlineSeconds: settings.bankDeadlineSeconds,
  deadline: unsavedInput.bankDeadline ?? null,
  // The registration reports only whether the check of the card has ended, not the pages of other steps.
  token: shownStep === '4' ? token : null,
  step: shownStep,
});

/**
 * Merges new input into the input typed before. Fields that hold only saved values are left out: after a reload they
 * would override what another tab has saved in the meantime.
 */
export function withUnsavedInput(wizard: Wizard, unsavedInput: UnsavedInput): UnsavedInput {
  const withoutInput = { ...wizard, unsavedInput: {} };
  return touched({ ...wizard.unsavedInput, ...unsavedInput }, wizard.unsavedInput, {
    ...unsavedAccount({ form: accountInput(withoutInput) }),
    ...unsavedBilling({ form: billingInput(withoutInput) }),
    order: currentOrder(withoutInput),
    number: wizard.savedFields.number ?? null,
    numberId: wizard.numberId,
  });
}
