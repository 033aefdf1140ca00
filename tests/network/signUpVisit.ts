import { plain } from '@xstate/test';
import { type Actor, type AnyActorRef, type AnyMachineSnapshot, createActor, SimulatedClock } from 'xstate';
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
import type { Wizard, WizardInput } from '#machines/registration/wizard.ts';
import { start as startInput } from '../machines/registration/scene.ts';
import { Doors, type Question } from './doors.ts';
import { type Fault, Line } from './faults.ts';
import { nextStep, secrets } from './signUpPerson.ts';
import type { SignUpServer } from './signUpServer.ts';

const NOON = Date.parse('2025-03-05T12:00:00Z');
const LONG = 61_000;

/** What the person has typed, and must never have to type again. */
export type Memory = { names: boolean; users: boolean; number: boolean; city: boolean };

/** One page of the wizard, from its opening to its closing; what outlives a reload is handed on. */
export class SignUpVisit {
  readonly doors: Doors;
  readonly line: Line;
  readonly actor: Actor<typeof registrationMachine>;
  readonly clock = new SimulatedClock();
  readonly server: SignUpServer;
  readonly memory: Memory;
  /** Session storage and the token of the address. */
  stored: { token: string | null; typed: Wizard['typed'] };
  address: string | null;
  #late: (() => void)[] = [];
  readonly #errors: unknown[] = [];

  constructor(
    server: SignUpServer,
    order: SignupOrder,
    page: string,
    before?: Pick<SignUpVisit, 'stored' | 'address' | 'memory'>,
  ) {
    this.server = server;
    this.memory = before?.memory ?? { names: false, users: false, number: false, city: false };
    this.stored = before?.stored ?? { token: null, typed: {} };
    this.address = before?.address ?? null;
    this.line = new Line(server.ask, page);
    this.doors = new Doors(() => this.now, this.#hear);
    const { doors } = this;
    const wizard = doors.around(registrationMachine, {
      arrival: doors.around(arrivalMachine),
      account: doors.around(accountMachine),
      verification: doors.around(verificationMachine),
      plan: doors.around(planMachine, { numberPicker: doors.around(numberPickerMachine) }),
      billing: doors.around(billingMachine),
      bankCheck: doors.around(bankCheckMachine),
    });
    const input: WizardInput = {
      ...startInput,
      order,
      token: this.address,
      prefill: { first_name: '', last_name: '', email: '' },
      typed: this.stored.token === this.address ? this.stored.typed : {},
    };
    this.actor = createActor(wizard, { input, clock: this.clock });
    this.actor.subscribe({ error: (error) => this.#errors.push(error) });
    this.actor.start();
  }

  get now(): number {
    return NOON + this.clock.now();
  }

  get state(): AnyMachineSnapshot {
    return this.actor.getSnapshot() as AnyMachineSnapshot;
  }

  get isOver(): boolean {
    return this.state.status === 'done';
  }

  /** Where in the wizard the person is. */
  get place(): string {
    return JSON.stringify(this.state.value);
  }

  /** The oldest question that somebody still waits for. */
  get question(): Question | undefined {
    const { questions } = this.doors;
    while (questions[0] && !questions[0].isAwaited()) questions.shift();
    return questions[0];
  }

  answer(question: Question, fault: Fault | null): void {
    this.doors.questions.splice(this.doors.questions.indexOf(question), 1);
    this.#checkSecrets(question.name, question.input);
    const late = this.line.carry(question, fault);
    if (late) this.#late.push(late);
  }

  /** Throws what broke a flow, or what a door was told that it must not be told. */
  hold(): void {
    if (this.#errors.length > 0) throw this.#errors[0];
  }

  /** Whether an answer is on its way that will come too late. */
  get isLate(): boolean {
    return this.#late.length > 0;
  }

  /** Time passes: waits end, and what was late arrives. */
  wait(): void {
    this.clock.increment(LONG);
    for (const arrive of this.#late.splice(0)) arrive();
    this.doors.speak('clock', { type: 'TIME_PASSED', now: this.now } as never);
  }

  close(): void {
    this.actor.stop();
  }

  /** The person does the next thing that leads on. */
  act(): void {
    const { to, event } = nextStep(this);
    if (!(to.getSnapshot() as AnyMachineSnapshot).can(event as never))
      throw new Error(`${event.type} is not possible in ${this.place} ${placeOf(to)}`);
    if (event.type === 'BANK_ANSWERED') this.server.passBankCheck(to.getSnapshot().context.url);
    to.send(event as never);
  }

  /** Throws when something that was typed must be typed once more. */
  typesAnew(what: keyof Memory): void {
    if (this.memory[what]) throw new Error(`what was typed is lost: ${what} in ${this.place}`);
  }

  readonly #hear = (name: string, what: unknown, context: unknown): void => {
    const { token, typed } = context as Wizard;
    this.#checkSecrets(name, name === 'storeTyped' ? typed : what);
    if (name === 'storeTyped') this.stored = { token, typed };
    if (name === 'forgetTyped') this.stored = { token: null, typed: {} };
    if (name === 'storeToken') this.address = (what as { token: string | null }).token ?? this.address;
    if (name === 'forgetToken') this.address = null;
  };

  /** Secrets go into the body of the two calls that carry them, and nowhere else. */
  #checkSecrets(name: string, what: unknown): void {
    if (name === 'createRegistration' || name === 'updateRegistration') return;
    const text = JSON.stringify(plain(what));
    const known = Object.values(secrets).find((secret) => text.includes(secret));
    const field = name === 'storeTyped' && secretFields.find((one) => text.includes(`"${one}"`));
    if (known || field) this.#errors.push(new Error(`a secret (${field || 'value'}) is told to ${name}`));
  }

  /** What tells this page from another: its flows and what they keep, the line, storage and address. */
  get print(): string {
    const { line, stored, address, memory } = this;
    const text = JSON.stringify([flowsOf(this.state), line.print, stored, address, memory, this.#late.length]);
    return text.replace(/\b1[67]\d{11}\b/g, (time) => String(Math.max(0, Number(time) - this.now)));
  }
}

/** 'Back' and 'Forward' of the browser, as far as the wizard has come. */
export const historyOf = ({ state }: SignUpVisit) => {
  const { order, shownStep, step } = state.context as Wizard;
  const at = steps[order][shownStep].shown;
  const others = (['1', '2', '3', '4'] as const).filter(
    (other) => steps[order][other].shown <= steps[order][step].shown,
  );
  return {
    back: others.filter((other) => steps[order][other].shown < at).at(-1),
    forward: others.find((other) => steps[order][other].shown > at),
  };
};

const placeOf = (actor: AnyActorRef): string => JSON.stringify((actor.getSnapshot() as AnyMachineSnapshot).value);

/** States and contexts of a flow and all flows inside it. */
function flowsOf({ value, status, context, children }: AnyMachineSnapshot): unknown {
  const inside = Object.entries(children).flatMap(([id, actor]) => {
    const snapshot = (actor as AnyActorRef).getSnapshot() as AnyMachineSnapshot;
    return snapshot && 'machine' in snapshot ? [[id, flowsOf(snapshot)]] : [];
  });
  const { now: _, ...rest } = context as Record<string, unknown>;
  return [value, status, plain(rest), inside];
}
