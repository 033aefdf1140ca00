import type { AnyActorRef } from 'xstate';
import type { SignupOrder } from '#domain/constants.ts';
import { accountMachine } from '#machines/registration/account.machine.ts';
import { arrivalMachine } from '#machines/registration/arrival.machine.ts';
import { bankCheckMachine } from '#machines/registration/bankCheck.machine.ts';
import { billingMachine } from '#machines/registration/billing.machine.ts';
import { numberPickerMachine } from '#machines/registration/numberPicker.machine.ts';
import { planMachine } from '#machines/registration/plan.machine.ts';
import { progressWatchMachine } from '#machines/registration/progressWatch.machine.ts';
import { registrationMachine } from '#machines/registration/registration.machine.ts';
import { steps } from '#machines/registration/steps.ts';
import { teamChoiceMachine } from '#machines/registration/teamChoice.machine.ts';
import { verificationMachine } from '#machines/registration/verification.machine.ts';
import type { Wizard } from '#machines/registration/wizard.ts';
import { start } from '../machines/registration/startWizard.ts';
import type { Fault } from './faults.ts';
import { Page, type Step, step } from './page.ts';
import { MachinePool, type PendingCall } from './ports.ts';
import type { SignUpServer } from './signUpServer.ts';
import { type Check, nextStep, secrets, seen, type UserChoices } from './signUpUser.ts';

export const machines = [
  registrationMachine,
  arrivalMachine,
  accountMachine,
  verificationMachine,
  planMachine,
  numberPickerMachine,
  billingMachine,
  bankCheckMachine,
  progressWatchMachine,
  teamChoiceMachine,
];

/** Fields that exist only in the memory of a flow, and only as long as they are needed. */
const secretField = /"(password|verification_code|code|card_(number|cvv|end_month|end_year))":/;

/** What the user has typed and must never have to type again. */
export type Memory = Partial<Record<'first_name' | 'last_name' | 'email' | 'number' | 'customer_city', string>> & {
  users?: number;
};

/** What survives a reload: session storage, the token in the URL, and the user's knowledge and choices. */
type SavedVisit = {
  stored: { token: string | null; unsavedInput: Wizard['unsavedInput'] };
  address: string | null;
  memory: Memory;
  choices: UserChoices;
  /** The outcome of the next bank check. */
  check: Check;
};

/** A new browser of a user with these choices. */
export const nothingKept = (address: string | null, choices: UserChoices): SavedVisit => ({
  stored: { token: null, unsavedInput: {} },
  address,
  memory: {},
  choices: { ...choices },
  check: 'passed',
});

const pool = new MachinePool((ports) =>
  ports.around(registrationMachine, {
    arrival: ports.around(arrivalMachine),
    account: ports.around(accountMachine),
    verification: ports.around(verificationMachine, { progressWatch: ports.around(progressWatchMachine) }),
    plan: ports.around(planMachine, { numberPicker: ports.around(numberPickerMachine) }),
    billing: ports.around(billingMachine, { progressWatch: ports.around(progressWatchMachine) }),
    bankCheck: ports.around(bankCheckMachine, { progressWatch: ports.around(progressWatchMachine) }),
    teamChoice: ports.around(teamChoiceMachine),
  }),
);

/** Fields that a page keeps only while the user stays in their step. */
const ofTheStep = ['password', 'card_number'] as const;

/** One page of the wizard with all its real flows, from page load to page unload. */
export class SignUpVisit extends Page<typeof registrationMachine> {
  readonly server: SignUpServer;
  readonly saved: SavedVisit;
  /** Loading has failed and the token is no longer in the URL; only this page still has it. */
  isTokenForgotten = false;
  /** What was typed into a step that is still shown. */
  readonly #typedIn = new WeakMap<AnyActorRef, Record<string, unknown>>();
  /** The wait to which the user has returned last. */
  #returnedTo: AnyActorRef | null = null;

  constructor(server: SignUpServer, order: SignupOrder, page: string, saved: SavedVisit) {
    const { stored, address } = saved;
    const prefill = { first_name: '', last_name: '', email: '' };
    const unsavedInput = stored.token === address ? stored.unsavedInput : {};
    // In one order of the steps a place is suggested, in the other every list is chosen by hand.
    const country = order === 'verify-first' ? start.country : 'int';
    super(server, page, pool, { ...start, country, order, token: address, prefill, unsavedInput });
    this.server = server;
    this.saved = { ...saved, choices: { ...saved.choices } };
    this.actor.start();
  }

  override get print(): string {
    return `${super.print} ${this.#returnedTo?.getSnapshot().status === 'active'}`;
  }

  override answer(pendingCall: PendingCall, fault: Fault | null): void {
    this.#keepSecret(pendingCall.name, pendingCall.input);
    super.answer(pendingCall, fault);
  }

  /** The user types; from now on the value must stay. */
  change(to: AnyActorRef, change: Record<string, unknown>): Step {
    this.#typedIn.set(to, { ...this.#typedIn.get(to), ...change });
    const { password: _, card_number, ...rest } = change;
    if (card_number === undefined) this.remember(rest as Memory);
    return step(to, 'CHANGE', { change });
  }

  remember(memory: Memory): void {
    this.saved.memory = { ...this.saved.memory, ...memory };
  }

  protected override next() {
    const next = nextStep(this);
    const isPassed = this.state.context.shownStep !== '4' || this.saved.check.startsWith('passed');
    const isInApp = this.saved.check === 'passed in the app' && next?.event.type === 'RETURNED';
    if ((next?.event.type === 'BANK_ANSWERED' && isPassed) || isInApp)
      this.server.passBankCheck(next.to.getSnapshot().context.url);
    else if (next?.event.type === 'BANK_ANSWERED') this.server.failBankCheck(next.to.getSnapshot().context.url);
    return next;
  }

  /** The bank's page over the step, while it is open. */
  get bankCheck(): AnyActorRef | undefined {
    return this.state.children['bankCheck'] as AnyActorRef | undefined;
  }

  /** Whether the user has not yet returned to this wait. */
  isFirstReturn(watch: AnyActorRef): boolean {
    const isFirst = this.#returnedTo !== watch;
    this.#returnedTo = watch;
    return isFirst;
  }

  /** No input is lost, wherever it is needed. */
  protected override checkInvariants(): void {
    const { account, plan, billing } = this.state.children as Record<string, AnyActorRef | undefined>;
    const { first_name, last_name, email, customer_city, users, number } = this.saved.memory;
    if (account && seen(account).context['mode'] !== 'read')
      this.#compare(seen(account).context['form'].values, { first_name, last_name, email });
    if (billing) this.#compare(seen(billing).context['form'].values, { customer_city });
    if (billing) this.#compare(seen(billing).context['order'], { nbUsers: users });
    if (plan) {
      const { state, context } = seen(plan);
      this.#compare(context['order'], { nbUsers: users });
      const picker = state.children['numberPicker'];
      if (picker && number && !this.server.taken.has(number)) this.#lookAtNumber(picker, number);
    }
    for (const step of [account, billing]) if (step) this.#lookAtStep(step);
  }

  /** A value that is still being restored, or could not be loaded, is not lost: its restore is pending. */
  #lookAtNumber(picker: AnyActorRef, number: string): void {
    const { state, context } = seen(picker);
    const isOn = state.hasTag('pending') || state.hasTag('failed');
    const shown = isOn
      ? (context['pendingRestore']?.number ?? context['choice'].number?.id)
      : context['choice'].number?.id;
    if (!isOn || context['pendingRestore']) this.#compare({ number: shown }, { number });
  }

  #lookAtStep(actor: AnyActorRef): void {
    const { values } = seen(actor).context['form'];
    const typed = this.#typedIn.get(actor) ?? {};
    if (actor.getSnapshot().status !== 'active') return;
    // Under a hosted page the form has been submitted: the password is no longer needed, but the card is, for another
    // attempt.
    const needed = actor.getSnapshot().matches('hosted') ? [] : ofTheStep;
    for (const field of needed) if (field in typed) this.#compare(values, { [field]: typed[field] });
  }

  #compare(shown: Record<string, unknown>, typed: Record<string, unknown>): void {
    for (const [field, value] of Object.entries(typed))
      if (value !== undefined && shown[field] !== value)
        this.complain(`what was typed is lost: ${field} is ${String(shown[field])} in ${this.place}`);
  }

  protected override handleEffect(port: string, what: unknown, context: unknown): void {
    const { token, unsavedInput, savedFields, completedAt } = context as Wizard;
    const { saved } = this;
    this.#keepSecret(port, port === 'storeUnsavedInput' ? unsavedInput : what);
    if (port === 'storeUnsavedInput') {
      saved.stored = { token, unsavedInput };
      const text = JSON.stringify(unsavedInput);
      if (secretField.test(text)) this.complain('a secret field is stored');
    }
    if (port === 'removeUnsavedInput') {
      saved.stored = { token: null, unsavedInput: {} };
      // Of a deleted registration only the names remain, if the page has seen them.
      const { first_name, last_name, email } = saved.memory;
      const isKnown = Boolean(unsavedInput.account ?? savedFields.first_name);
      if (completedAt === null) saved.memory = (isKnown ? { first_name, last_name, email } : {}) as Memory;
    }
    if (port === 'storeToken') {
      saved.address = (what as { token: string | null }).token ?? saved.address;
      this.isTokenForgotten = false;
    }
    if (port === 'removeToken') {
      this.isTokenForgotten ||= saved.address !== null;
      saved.address = null;
    }
  }

  /**
   * Secrets go into the body of the two calls that carry them and nowhere else; the session only opens the dashboard.
   */
  #keepSecret(port: string, what: unknown): void {
    const codes = this.server.registrations.map(({ token }) => this.server.codeOf(token));
    if (port !== 'createRegistration' && port !== 'updateRegistration')
      this.keepSecret([...Object.values(secrets), ...codes], port, what);
    if (port !== 'openSession') this.keepSecret(['"u7"'], port, what);
  }
}

/** The browser's Back and Forward, as far as the wizard has come. */
export function historyOf({ state }: SignUpVisit) {
  const { order, shownStep, step } = state.context as Wizard;
  const at = steps[order][shownStep].shown;
  const reached = (['1', '2', '3', '4'] as const).filter(
    (other) => steps[order][other].shown <= steps[order][step].shown,
  );
  return {
    back: reached.filter((other) => steps[order][other].shown < at).at(-1),
    forward: reached.find((other) => steps[order][other].shown > at),
  };
}
