import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { Decide } from './explore.ts';
import type { FaultCoverage } from './faultCoverage.ts';
import { type Fault, faults, ModelServer } from './faults.ts';
import { Page, type Step } from './page.ts';
import type { MachinePool, PendingCall } from './ports.ts';

const MAX_TURNS = 200;

/** The server's responses by call name. `done` counts earlier executions of the call. */
export type Answers = Readonly<Record<string, (input: never, done: number) => unknown>>;

/** A use of the product other than sign-up and login. */
export type Scenario<ServerState = unknown> = {
  pool: MachinePool<AnyStateMachine>;
  input?: unknown;
  /** The server's own state, new for each visit. */
  serverState: () => ServerState;
  answers: (serverState: ServerState) => Answers;
  /** The user's next step, or null to wait. `recorded`: the effects of the flow, and the goals that the user has reached. */
  person: (actor: AnyActorRef, state: AnyMachineSnapshot, recorded: Set<string>) => Step | null;
  /** Handles an effect of the flow. */
  onEffect?: (actor: AnyActorRef, port: string) => void;
  isDone: (state: AnyMachineSnapshot, recorded: ReadonlySet<string>) => boolean;
  /** Calls that must have been executed exactly once, whatever faults were injected. */
  once: readonly string[];
  /** Values that may only leave the page in the body of a call. */
  secrets?: readonly string[];
};

class ScenarioServer<ServerState> extends ModelServer {
  readonly done: Record<string, number> = {};
  readonly #serverState: ServerState;
  readonly #answers: Answers;

  constructor({ serverState, answers }: Scenario<ServerState>) {
    super();
    this.#serverState = serverState();
    this.#answers = answers(this.#serverState);
  }

  get print(): string {
    return JSON.stringify([this.#serverState, this.done]);
  }

  protected override serve(name: string, input: unknown): unknown {
    const serve = this.#answers[name];
    if (!serve) throw new Error(`The server has no ${name}.`);
    const answer = serve(input as never, this.done[name] ?? 0);
    this.done[name] = (this.done[name] ?? 0) + 1;
    return answer;
  }
}

class ScenarioVisit<ServerState> extends Page<AnyStateMachine> {
  readonly recorded = new Set<string>();
  readonly #scenario: Scenario<ServerState>;
  /** What has been typed into a form and is not submitted yet. */
  readonly #typed = new Map<AnyActorRef, Record<string, unknown>>();

  constructor(scenario: Scenario<ServerState>, server: ScenarioServer<ServerState>) {
    super(server, 'page', scenario.pool, scenario.input as never);
    this.#scenario = scenario;
    this.actor.start();
  }

  override get isOver(): boolean {
    return this.#scenario.isDone(this.state, this.recorded) && this.pendingCall === undefined;
  }

  protected override get saved(): unknown {
    return [...this.recorded];
  }

  override answer(pendingCall: PendingCall, fault: Fault | null): void {
    const { params } = (pendingCall.input ?? {}) as { params?: unknown };
    this.keepSecret(this.#scenario.secrets ?? [], pendingCall.name, params);
    super.answer(pendingCall, fault);
    if (fault === null) this.#typed.clear();
  }

  protected override next(): Step | null {
    const next = this.#scenario.person(this.actor, this.state, this.recorded);
    if (next?.event.type === 'CHANGE') this.#typed.set(next.to, next.event['change'] as object as never);
    return next;
  }

  protected override checkInvariants(): void {
    for (const [actor, typed] of this.#typed) {
      const { context, status } = actor.getSnapshot() as AnyMachineSnapshot;
      if (status !== 'active') continue;
      for (const [field, value] of Object.entries(typed))
        if (context.form.values[field] !== value) this.complain(`what was typed is lost: ${field} in ${this.place}`);
    }
  }

  protected override handleEffect(port: string, what: unknown): void {
    this.keepSecret(this.#scenario.secrets ?? [], port, what);
    this.recorded.add(port);
    this.#scenario.onEffect?.(this.actor, port);
  }
}

/** Runs one scenario to its end; throws if an invariant is violated. */
export function runScenario<ServerState>(
  scenario: Scenario<ServerState>,
  decide: Decide,
  coverage: FaultCoverage,
): void {
  const server = new ScenarioServer(scenario);
  const visit = new ScenarioVisit(scenario, server);
  const print = () => `${server.print} ${visit.print}`;
  const { once } = scenario;
  try {
    for (let turn = 0; !visit.isOver; turn++) {
      if (turn > MAX_TURNS) throw new Error(`no end: still in ${visit.place}`);
      const { pendingCall } = visit;
      const fault = decide(pendingCall ? faults : [], print);
      if (pendingCall && fault) {
        coverage.recordFault(visit.nodes, pendingCall.name, fault);
        visit.answer(pendingCall, fault);
      } else visit.turn();
      visit.hold();
      const twice = once.filter((name) => (server.done[name] ?? 0) > 1);
      if (twice.length > 0) throw new Error(`done twice: ${twice}`);
    }
  } finally {
    visit.close();
  }
  const missing = once.filter((name) => server.done[name] !== 1);
  if (missing.length > 0) throw new Error(`never done: ${missing}`);
}
