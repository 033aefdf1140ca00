import { and, assign, setup, stateIn } from 'xstate';
import { type BillingForm, billingFieldNames } from '#contract/billing.ts';
import type { Coverage, NumberList, Package } from '#contract/coverage.ts';
import type { IsoDate } from '#domain/calendar.ts';
import type { CardEntry, Currency } from '#domain/constants.ts';
import { asFailure } from '#domain/failure.ts';
import { checkAll, emptyForm, type Form, leave, withErrors } from '#domain/form.ts';
import type { Notice } from '#domain/notice.ts';
import type { Order } from '#domain/order.ts';
import { splitFailure } from '../failureNotice.ts';
import { apiRequest, effect, limits, notifyUnreachable, request } from '../port.ts';
import {
  checkBilling,
  checkCurrency,
  editBilling,
  hasCompany,
  isBillingValid,
  withCompanyAddress,
  withoutCard,
  withoutSecurityCode,
} from './billingBody.ts';
import { isPriced, isPricedIn, type NumberFees } from './orderPrices.ts';
import {
  hasStepMoved,
  isHosted,
  isRegistrationNotFound,
  outcomeOf,
  type StepOutcome,
  type SubmissionAnswer,
} from './outcome.ts';
import { progressWatchMachine } from './progressWatch.machine.ts';
import { withoutCardData } from './unsavedInput.ts';

type Context = {
  token: string;
  /** Where the card is typed; `hosted`: into the bank's own page, which the answer to the submission names. */
  cardEntry: CardEntry;
  /** The visitor's date, against which the card's expiry is checked. */
  today: IsoDate;
  /** IANA name of the time zone in which the trial ends. */
  timeZone: string;
  order: Order;
  /** The ordered number, for its prices. */
  number_id: number | null;
  /** The currencies on offer. */
  currencies: readonly Currency[];
  form: Form<BillingForm>;
  /** A card was sent; the answer to it may be lost. */
  isCardSent: boolean;
  packages: readonly Package[] | null;
  /** The area of the ordered number, for its name in the summary. */
  area: Coverage | null;
  /** §3: whether the number is part of a package according to the registration; used if the list does not say so. */
  isPackage: boolean;
  numberFees: NumberFees | null;
  /** Whether the section of the company is open: because it was pressed, is filled in, or has an error. */
  isCompanyOpen: boolean;
  outcome: StepOutcome | null;
};

/** Whether the whole order has a price in the chosen currency. */
const hasPrice = ({ context: { order, packages, numberFees, form } }: { context: Context }): boolean =>
  isPriced({ order, packages, number: numberFees, currency: form.values.card_currency });

const isInvalid = ({ context }: { context: Context }): boolean => !isBillingValid(context);

/** The address of the card is offered for the company, so that it need not be entered twice (WCAG 3.3.7). */
const openCompany = (form: Form<BillingForm>) => ({
  isCompanyOpen: true,
  form: { ...form, values: withCompanyAddress(form.values) },
});

/** The checked form; an error of the company opens its section, which stays open when the error is corrected. */
const withShownErrors = ({ isCompanyOpen }: Context, form: Form<BillingForm>) =>
  !isCompanyOpen && hasCompany(form.errors) ? openCompany(form) : { form };

const feesOf = ({ isPackage }: Context, { prices, is_package = isPackage }: NumberList): NumberFees => ({
  prices,
  is_package,
});

/** The types, ports, actions and guards of step 4; `billing.machine.ts` is its chart. */
export const billingSetup = setup({
  types: {
    context: {} as Context,
    input: {} as Pick<
      Context,
      'token' | 'cardEntry' | 'today' | 'timeZone' | 'order' | 'number_id' | 'isPackage' | 'currencies'
    > & {
      values: BillingForm;
    },
    output: {} as StepOutcome,
    events: {} as
      | { type: 'CHANGE'; change: Partial<BillingForm> }
      | { type: 'BLUR'; field: keyof BillingForm }
      | { type: 'COMPANY_TOGGLED' }
      | { type: 'SUBMIT' }
      | { type: 'BACK' }
      /** The hosted page has ended, and the card was not accepted. */
      | { type: 'PAGE_CLOSED' }
      | { type: 'TRY_AGAIN' }
      | { type: 'DAY_BEGAN'; today: IsoDate },
    tags: {} as 'pending' | 'pricesMissing',
  },
  actors: {
    listPackages: apiRequest('listPackages'),
    readCoverage: request<Coverage, { number_id: number }>('readCoverage'),
    listNumbers: request<NumberList, { token: string | null; coverage_id: number }>('listNumbers'),
    updateRegistration: apiRequest('updateRegistration'),
    progressWatch: progressWatchMachine,
  },
  actions: {
    notify: effect<Notice | null>('notify'),
    notifyUnreachable: notifyUnreachable(),
    clearNotice: effect('clearNotice'),
    /**
     * §4: the token leaves the address when the number data of the registration cannot be loaded. It stays if there was
     * no answer: a reload must find the registration once the server is back.
     */
    removeToken: effect('removeToken'),
    /** Puts the token, kept in memory, back into the address on a retry. */
    storeToken: effect<{ token: string }>('storeToken'),
    editForm: assign(({ context }, change: Partial<BillingForm>) => ({
      form: editBilling(context, change),
    })),
    checkField: assign(({ context }, field: keyof BillingForm) => ({
      form: leave(context.form, field, checkBilling(context)),
    })),
    checkForm: assign(({ context }) => withShownErrors(context, checkAll(context.form, checkBilling(context)))),
    toggleCompany: assign(({ context: { isCompanyOpen, form } }) =>
      isCompanyOpen ? { isCompanyOpen: false } : openCompany(form),
    ),
    setToday: assign((_, today: IsoDate) => ({ today })),
    setPackages: assign((_, packages: Package[]) => ({ packages })),
    setArea: assign(({ context }, area: Coverage) => ({
      area,
      form: checkCurrency({ ...context, area }),
    })),
    setNumberFees: assign(({ context }, list: NumberList) => ({ numberFees: feesOf(context, list) })),
    setFormErrors: assign(({ context }, { error }: { error: unknown }) =>
      withShownErrors(context, withErrors(context.form, splitFailure(error, billingFieldNames).fieldErrors)),
    ),
    /** The security code is cleared whatever the answer; the rest of the card is kept for another attempt. */
    clearSecurityCode: assign(({ context }) => ({ form: emptyForm(withoutSecurityCode(context.form.values)) })),
    /** All card data is cleared when the step ends. */
    clearCard: assign(({ context }) => ({ form: emptyForm(withoutCard(context.form.values)) })),
    setCardSent: assign({ isCardSent: true }),
    setAnswer: assign(({ context }, answer: SubmissionAnswer) => ({
      outcome: outcomeOf(answer, { data: withoutCardData(context.form.values) }),
    })),
    setOutcome: assign((_, outcome: StepOutcome) => ({ outcome })),
    clearOutcome: assign({ outcome: null }),
  },
  guards: {
    /**
     * Without a price in any currency, no choice of the visitor helps: it counts as prices that could not be loaded.
     */
    isUnpriced: ({ context }, fresh: { packages: Package[] } | { list: NumberList }) =>
      !isPricedIn([context.form.values.card_currency, ...context.currencies], {
        order: context.order,
        packages: 'packages' in fresh ? fresh.packages : context.packages,
        number: 'list' in fresh ? feesOf(context, fresh.list) : null,
      }),
    hasNumber: ({ context }) => context.number_id !== null,
    /** A trial cannot start before its price has been shown. */
    arePricesShown: and([stateIn('#billing.editing.prices.shown'), hasPrice]),
    isIncomplete: and([stateIn('#billing.editing.prices.shown'), hasPrice, isInvalid]),
    isHosted,
    /** §4: the step is set from the answer, which may send the visitor back to an earlier one. */
    isOver: (_, answer: SubmissionAnswer) =>
      answer.status === 200 && (Boolean(answer.data.completed_at) || answer.data.step !== '4'),
    isAnswered: (_, { error }: { error: unknown }) => asFailure(error).kind !== 'unreachable',
    isRegistrationNotFound,
    hasStepMoved,
  },
  delays: { answer: limits.answer, card: limits.card },
});
