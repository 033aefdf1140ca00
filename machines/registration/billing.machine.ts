import { and, assign, setup, stateIn } from 'xstate';
import type { BillingForm } from '#contract/billing.ts';
import type { Coverage, NumberList, Package } from '#contract/coverage.ts';
import type { IsoDate } from '#domain/calendar.ts';
import type { Currency } from '#domain/constants.ts';
import { asFailure } from '#domain/failure.ts';
import { checkAll, emptyForm, type Form, leave, withErrors } from '#domain/form.ts';
import { type Notice, problem } from '#domain/notice.ts';
import type { Order } from '#domain/order.ts';
import { failureNotice, splitFailure } from '../failureNotice.ts';
import { check, isValid } from '../forms.ts';
import { apiRequest, effect, limits, notifyUnreachable, request } from '../port.ts';
import { billingBody, billingFields, billingSchema, checkCurrency, editBilling } from './billingBody.ts';
import {
  hasStepMoved,
  isHosted,
  isRegistrationNotFound,
  movedOutcome,
  notFoundOutcome,
  outcomeOf,
  type StepOutcome,
  type SubmissionAnswer,
} from './outcome.ts';
import { isPriced, isPricedIn, type NumberFees } from './summary.ts';
import { cardless, withCompanyAddress, withoutCard, withoutCode } from './unsavedInput.ts';

type Context = {
  token: string;
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
  packages: readonly Package[] | null;
  /** The area of the ordered number, for its name in the summary. */
  place: Coverage | null;
  /** §3: whether the number is part of a package according to the registration; used if the list does not say so. */
  isPackage: boolean;
  numberFees: NumberFees | null;
  companyIsOpen: boolean;
  outcome: StepOutcome | null;
};

/** Whether the whole order has a price in the chosen currency. */
const hasPrice = ({ context: { order, packages, numberFees, form } }: { context: Context }): boolean =>
  isPriced({ order, packages, number: numberFees, currency: form.values.card_currency });

const feesOf = ({ isPackage }: Context, { prices, is_package = isPackage }: NumberList): NumberFees => ({
  prices,
  is_package,
});

const rejectionNotice = (error: unknown): Notice | null => splitFailure(error, billingFields).notice;

/** §2 Step 4 'Enter your billing information'. */
export const billingMachine = setup({
  types: {
    context: {} as Context,
    input: {} as Pick<Context, 'token' | 'today' | 'timeZone' | 'order' | 'number_id' | 'isPackage' | 'currencies'> & {
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
      form: leave(context.form, field, check(billingSchema(context))),
    })),
    checkForm: assign(({ context }) => ({ form: checkAll(context.form, check(billingSchema(context))) })),
    /** The address of the card is offered for the company, so that it need not be entered twice (WCAG 3.3.7). */
    toggleCompany: assign(({ context: { companyIsOpen, form } }) => ({
      companyIsOpen: !companyIsOpen,
      form: companyIsOpen ? form : { ...form, values: withCompanyAddress(form.values) },
    })),
    setToday: assign((_, today: IsoDate) => ({ today })),
    setPackages: assign((_, packages: Package[]) => ({ packages })),
    setPlace: assign(({ context }, place: Coverage) => ({
      place,
      form: checkCurrency({ ...context, place }),
    })),
    setNumberFees: assign(({ context }, list: NumberList) => ({ numberFees: feesOf(context, list) })),
    setFormErrors: assign(({ context }, { error }: { error: unknown }) => ({
      form: withErrors(context.form, splitFailure(error, billingFields).fieldErrors),
    })),
    /** The security code is cleared whatever the answer; the rest of the card is kept for another attempt. */
    clearCode: assign(({ context }) => ({ form: emptyForm(withoutCode(context.form.values)) })),
    /** All card data is cleared when the step ends. */
    clearCard: assign(({ context }) => ({ form: emptyForm(withoutCard(context.form.values)) })),
    setAnswer: assign(({ context }, answer: SubmissionAnswer) => ({
      outcome: outcomeOf(answer, { data: cardless(context.form.values) }),
    })),
    setOutcome: assign((_, outcome: StepOutcome) => ({ outcome })),
    clearOutcome: assign({ outcome: null }),
  },
  guards: {
    /** Where no currency has a price, no choice of the visitor helps: the prices have not come. */
    isUnpriced: ({ context }, fresh: { packages: Package[] } | { list: NumberList }) =>
      !isPricedIn([context.form.values.card_currency, ...context.currencies], {
        order: context.order,
        packages: 'packages' in fresh ? fresh.packages : context.packages,
        number: 'list' in fresh ? feesOf(context, fresh.list) : null,
      }),
    hasNumber: ({ context }) => context.number_id !== null,
    /** A trial cannot start before its price has been shown. */
    pricesAreShown: and([stateIn('#billing.editing.prices.shown'), hasPrice]),
    isIncomplete: and([
      stateIn('#billing.editing.prices.shown'),
      hasPrice,
      ({ context }: { context: Context }) => !isValid(billingSchema(context), context.form.values),
    ]),
    isHosted: (_, answer: SubmissionAnswer) => isHosted(answer),
    isCompleted: (_, answer: SubmissionAnswer) => answer.status === 200 && Boolean(answer.data.completed_at),
    isAnswered: (_, { error }: { error: unknown }) => asFailure(error).kind !== 'unreachable',
    isRegistrationNotFound: (_, { error }: { error: unknown }) => isRegistrationNotFound(error),
    hasStepMoved: (_, { error }: { error: unknown }) => hasStepMoved(error),
  },
  delays: { answer: limits.answer, card: limits.card },
}).createMachine({
  id: 'billing',
  context: ({ input: { values, ...input } }) => ({
    ...input,
    form: emptyForm(values),
    packages: null,
    place: null,
    numberFees: null,
    companyIsOpen: false,
    outcome: null,
  }),
  output: ({ context }) => context.outcome as StepOutcome,
  initial: 'editing',
  on: { DAY_BEGAN: { actions: { type: 'setToday', params: ({ event }) => event.today } } },
  states: {
    editing: {
      type: 'parallel',
      states: {
        prices: {
          initial: 'loadingPackages',
          states: {
            loadingPackages: {
              invoke: {
                id: 'listPackages',
                src: 'listPackages',
                input: ({ context }) => ({ params: { registration_token: context.token } }),
                onDone: [
                  {
                    guard: 'hasNumber',
                    target: 'readingPlace',
                    actions: { type: 'setPackages', params: ({ event }) => event.output.data.data },
                  },
                  {
                    guard: { type: 'isUnpriced', params: ({ event }) => ({ packages: event.output.data.data }) },
                    target: 'missing',
                  },
                  {
                    target: 'shown',
                    actions: { type: 'setPackages', params: ({ event }) => event.output.data.data },
                  },
                ],
                onError: [
                  {
                    guard: { type: 'isRegistrationNotFound', params: ({ event }) => event },
                    target: '#billing.registrationNotFound',
                    actions: { type: 'setOutcome', params: ({ event }) => notFoundOutcome(event.error) },
                  },
                  {
                    target: 'missing',
                    actions: { type: 'notify', params: ({ event }) => failureNotice(event.error) },
                  },
                ],
              },
              after: {
                answer: { target: 'missing', actions: 'notifyUnreachable' },
              },
            },
            readingPlace: {
              invoke: {
                id: 'readCoverage',
                src: 'readCoverage',
                input: ({ context }) => ({ number_id: context.number_id ?? 0 }),
                onDone: {
                  target: 'loadingNumberPrices',
                  actions: { type: 'setPlace', params: ({ event }) => event.output },
                },
                onError: [
                  {
                    guard: { type: 'isAnswered', params: ({ event }) => event },
                    target: 'missing',
                    actions: ['removeToken', { type: 'notify', params: ({ event }) => failureNotice(event.error) }],
                  },
                  {
                    target: 'missing',
                    actions: { type: 'notify', params: ({ event }) => failureNotice(event.error) },
                  },
                ],
              },
              after: {
                answer: { target: 'missing', actions: 'notifyUnreachable' },
              },
            },
            loadingNumberPrices: {
              invoke: {
                id: 'listNumbers',
                src: 'listNumbers',
                input: ({ context: { token, number_id } }) => ({ token, coverage_id: number_id ?? 0 }),
                onDone: [
                  {
                    guard: { type: 'isUnpriced', params: ({ event }) => ({ list: event.output }) },
                    target: 'missing',
                  },
                  { target: 'shown', actions: { type: 'setNumberFees', params: ({ event }) => event.output } },
                ],
                onError: [
                  {
                    guard: { type: 'isAnswered', params: ({ event }) => event },
                    target: 'missing',
                    actions: ['removeToken', { type: 'notify', params: ({ event }) => failureNotice(event.error) }],
                  },
                  {
                    target: 'missing',
                    actions: { type: 'notify', params: ({ event }) => failureNotice(event.error) },
                  },
                ],
              },
              after: {
                answer: { target: 'missing', actions: 'notifyUnreachable' },
              },
            },
            missing: {
              tags: 'pricesMissing',
              exit: 'clearNotice',
              on: {
                TRY_AGAIN: {
                  target: 'loadingPackages',
                  actions: { type: 'storeToken', params: ({ context: { token } }) => ({ token }) },
                },
              },
            },
            shown: {},
          },
        },
        submission: {
          initial: 'open',
          states: {
            open: {
              on: {
                CHANGE: { actions: { type: 'editForm', params: ({ event }) => event.change } },
                BLUR: { actions: { type: 'checkField', params: ({ event }) => event.field } },
                COMPANY_TOGGLED: { actions: 'toggleCompany' },
                SUBMIT: [
                  { guard: 'isIncomplete', actions: 'checkForm' },
                  { guard: 'pricesAreShown', target: 'saving', actions: 'checkForm' },
                ],
                BACK: {
                  target: '#billing.wentBack',
                  actions: { type: 'setOutcome', params: { kind: 'wentBack' } },
                },
              },
            },
            saving: {
              tags: 'pending',
              entry: 'clearNotice',
              invoke: {
                id: 'updateRegistration',
                src: 'updateRegistration',
                input: ({ context }) => ({ params: { registration_token: context.token }, body: billingBody(context) }),
                onDone: [
                  {
                    guard: { type: 'isHosted', params: ({ event }) => event.output },
                    target: 'hosted',
                    actions: { type: 'setAnswer', params: ({ event }) => event.output },
                  },
                  {
                    guard: { type: 'isCompleted', params: ({ event }) => event.output },
                    target: '#billing.saved',
                    actions: { type: 'setAnswer', params: ({ event }) => event.output },
                  },
                  {
                    target: 'open',
                    actions: ['clearCode', { type: 'notify', params: problem({ code: 'somethingWrong' }) }],
                  },
                ],
                onError: [
                  {
                    guard: { type: 'isRegistrationNotFound', params: ({ event }) => event },
                    target: '#billing.registrationNotFound',
                    actions: { type: 'setOutcome', params: ({ event }) => notFoundOutcome(event.error) },
                  },
                  {
                    guard: { type: 'hasStepMoved', params: ({ event }) => event },
                    target: '#billing.moved',
                    actions: { type: 'setOutcome', params: ({ event }) => movedOutcome(event.error) },
                  },
                  {
                    target: 'open',
                    actions: [
                      'clearCode',
                      { type: 'setFormErrors', params: ({ event }) => event },
                      { type: 'notify', params: ({ event }) => rejectionNotice(event.error) },
                    ],
                  },
                ],
              },
              after: {
                card: {
                  target: 'open',
                  actions: ['clearCode', 'notifyUnreachable'],
                },
              },
            },
            /** The bank's page covers the form, which is kept for another attempt. */
            hosted: {
              tags: 'pending',
              entry: 'clearCode',
              on: { PAGE_CLOSED: { target: 'open', actions: 'clearOutcome' } },
            },
          },
        },
      },
    },
    wentBack: { type: 'final', entry: 'clearCard' },
    saved: { type: 'final', entry: 'clearCard' },
    moved: { type: 'final', entry: 'clearCard' },
    registrationNotFound: { type: 'final', entry: 'clearCard' },
  },
});
