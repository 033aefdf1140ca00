import { type Actor, createActor } from 'xstate';
import type { SignupOrder } from '#domain/constants.ts';
import { accountMachine } from '#machines/registration/account.machine.ts';
import { arrivalMachine } from '#machines/registration/arrival.machine.ts';
import { bankCheckMachine } from '#machines/registration/bankCheck.machine.ts';
import { billingMachine } from '#machines/registration/billing.machine.ts';
import { numberPickerMachine } from '#machines/registration/numberPicker.machine.ts';
import { planMachine } from '#machines/registration/plan.machine.ts';
import { registrationMachine } from '#machines/registration/registration.machine.ts';
import { steps } from '#machines/registration/steps.ts';
import { secretFields } from '#machines/registration/typed.ts';
import { verificationMachine } from '#machines/registration/verification.machine.ts';
import type { Wizard } from '#machines/registration/wizard.ts';
import { start } from '../machines/registration/scene.ts';
import type { Question } from './doors.ts';
import type { Fault } from './faults.ts';
import { Page } from './page.ts';
import { nextStep, secrets } from './signUpPerson.ts';
import type { SignUpServer } from './signUpServer.ts';

/** What the person has typed, and must never have to type again. */
export type Memory = { names: boolean; users: boolean; number: boolean; city: boolean };

/** What outlives a reload: session storage, the token of the address, and what the person knows. */
export type Kept = { stored: { token: string | null; typed: Wizard['typed'] }; address: string | null; memory: Memory };

/** Where nothing was typed yet. */
export const nothingKept = (address: string | null): Kept => ({
  stored: { token: null, typed: {} },
  address,
  memory: { names: false, users: false, number: false, city: false },
});

/** One page of the wizard, from its opening to its closing, with all its real flows. */
export class SignUpVisit extends Page {
  readonly actor: Actor<typeof registrationMachine>;
  readonly server: SignUpServer;
  readonly kept: Kept;
  /** W10: loading has failed, and the token has left the address; only this page still knows it. */
  isTokenForgotten = false;

  constructor(server: SignUpServer, order: SignupOrder, page: string, kept: Kept) {
    super(server.ask, page);
    this.server = server;
    this.kept = { ...kept };
    const { doors } = this;
    const wizard = doors.around(registrationMachine, {
      arrival: doors.around(arrivalMachine),
      account: doors.around(accountMachine),
      verification: doors.around(verificationMachine),
      plan: doors.around(planMachine, { numberPicker: doors.around(numberPickerMachine) }),
      billing: doors.around(billingMachine),
      bankCheck: doors.around(bankCheckMachine),
    });
    const { stored, address } = kept;
    const prefill = { first_name: '', last_name: '', email: '' };
    const typed = stored.token === address ? stored.typed : {};
    this.actor = createActor(wizard, {
      input: { ...start, order, token: address, prefill, typed },
      clock: this.clock,
    });
    // What breaks a flow is looked at in hold().
    this.actor.subscribe({ error: () => {} });
    this.actor.start();
  }

  override answer(question: Question, fault: Fault | null): void {
    this.#keepSecret(question.name, question.input);
    super.answer(question, fault);
  }

  protected override next() {
    const next = nextStep(this);
    if (next.event.type === 'BANK_ANSWERED') this.server.passBankCheck(next.to.getSnapshot().context.url);
    return next;
  }

  /** Complains when something that was typed must be typed once more. */
  typesAnew(what: keyof Memory): void {
    if (this.kept.memory[what]) this.complain(`what was typed is lost: ${what} in ${this.place}`);
  }

  protected override hear(door: string, what: unknown, context: unknown): void {
    const { token, typed } = context as Wizard;
    const { kept } = this;
    this.#keepSecret(door, door === 'storeTyped' ? typed : what);
    if (door === 'storeTyped') kept.stored = { token, typed };
    if (door === 'forgetTyped') kept.stored = { token: null, typed: {} };
    if (door === 'storeToken') {
      kept.address = (what as { token: string | null }).token ?? kept.address;
      this.isTokenForgotten = false;
    }
    if (door === 'forgetToken') {
      this.isTokenForgotten = kept.address !== null;
      kept.address = null;
    }
    if (secretFields.some((field) => JSON.stringify(kept.stored).includes(`"${field}"`)))
      this.complain('a secret field is stored');
  }

  /** Secrets go into the body of the two calls that carry them, and nowhere else. */
  #keepSecret(door: string, what: unknown): void {
    if (door !== 'createRegistration' && door !== 'updateRegistration')
      this.keepSecret(Object.values(secrets), door, what);
  }
}

/** 'Back' and 'Forward' of the browser, as far as the wizard has come. */
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
