import { registrationSetup } from './registration.setup.ts';
import { accountInput, billingInput, planInput, verificationInput } from './stepInputs.ts';
import { unsavedAccount, unsavedBilling, unsavedPlan } from './unsavedInput.ts';

/** The account: its mode (created, changed or confirmed) follows from the step. */
const account = registrationSetup.createStateConfig({
  invoke: {
    id: 'account',
    src: 'account',
    input: ({ context }) => accountInput(context),
    onSnapshot: {
      actions: [
        { type: 'setUnsettled', params: ({ event }) => event.snapshot.context.submitted },
        { type: 'setUnsavedInput', params: ({ event }) => unsavedAccount(event.snapshot.context) },
        'storeUnsavedInput',
        { type: 'setHostedPage', params: ({ event }) => event.snapshot.context },
      ],
    },
    onDone: { target: 'left', actions: { type: 'setOutcome', params: ({ event }) => event.output } },
    onError: { target: '#registration.broken' },
  },
});

/** The account once the e-mail is verified; nothing is typed here. */
const readOnlyAccount = registrationSetup.createStateConfig({
  invoke: {
    id: 'account',
    src: 'account',
    input: ({ context }) => accountInput(context),
    onDone: { target: 'left', actions: { type: 'setOutcome', params: ({ event }) => event.output } },
    onError: { target: '#registration.broken' },
  },
});

/** The code that was mailed to the address. */
const verification = registrationSetup.createStateConfig({
  invoke: {
    id: 'verification',
    src: 'verification',
    input: ({ context }) => verificationInput(context),
    onSnapshot: { actions: { type: 'setHostedPage', params: ({ event }) => event.snapshot.context } },
    onDone: { target: 'left', actions: { type: 'setOutcome', params: ({ event }) => event.output } },
    onError: { target: '#registration.broken' },
  },
});

/** The plan, the number or both: the panels follow from the step and the order of the steps. */
const plan = registrationSetup.createStateConfig({
  invoke: {
    id: 'plan',
    src: 'plan',
    input: ({ context }) => planInput(context),
    onSnapshot: {
      actions: [
        { type: 'setUnsettled', params: ({ event }) => event.snapshot.context.submitted },
        { type: 'setUnsavedInput', params: ({ event }) => unsavedPlan(event.snapshot.context) },
        'storeUnsavedInput',
        { type: 'setHostedPage', params: ({ event }) => event.snapshot.context },
      ],
    },
    onDone: { target: 'left', actions: { type: 'setOutcome', params: ({ event }) => event.output } },
    onError: { target: '#registration.broken' },
  },
});

/** The card and the company. */
const billing = registrationSetup.createStateConfig({
  // Step 4 checks the card's expiry date.
  on: {
    DAY_BEGAN: {
      actions: [{ type: 'setToday', params: ({ event }) => event.today }, 'forwardDayToBilling'],
    },
  },
  invoke: {
    id: 'billing',
    src: 'billing',
    input: ({ context }) => billingInput(context),
    onSnapshot: {
      actions: [
        {
          type: 'setUnsavedInput',
          params: ({ event }) => unsavedBilling(event.snapshot.context),
        },
        'storeUnsavedInput',
        { type: 'setHostedPage', params: ({ event }) => event.snapshot.context },
      ],
    },
    onDone: { target: 'left', actions: { type: 'setOutcome', params: ({ event }) => event.output } },
    onError: { target: '#registration.broken' },
  },
});

/** §2: the step on screen, each as a machine of its own; `steps.ts` has the table. */
export const step = registrationSetup.createStateConfig({
  initial: 'opening',
  states: {
    opening: {
      always: [
        { guard: 'isAccountClosed', target: 'readingAccount' },
        { guard: { type: 'isAt', params: { state: 'creatingAccount' } }, target: 'creatingAccount' },
        { guard: { type: 'isAt', params: { state: 'verifyingEmail' } }, target: 'verifyingEmail' },
        { guard: { type: 'isAt', params: { state: 'confirmingAccount' } }, target: 'confirmingAccount' },
        { guard: { type: 'isAt', params: { state: 'choosingPlan' } }, target: 'choosingPlan' },
        { guard: { type: 'isAt', params: { state: 'choosingNumber' } }, target: 'choosingNumber' },
        {
          guard: { type: 'isAt', params: { state: 'choosingPlanAndNumber' } },
          target: 'choosingPlanAndNumber',
        },
        { target: 'enteringBilling' },
      ],
    },
    creatingAccount: account,
    confirmingAccount: account,
    readingAccount: readOnlyAccount,
    verifyingEmail: verification,
    choosingPlan: plan,
    choosingNumber: plan,
    choosingPlanAndNumber: plan,
    enteringBilling: billing,
    left: { type: 'final' },
  },
  onDone: { target: '#registration.answered' },
});
