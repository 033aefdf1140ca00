import { type PoolOptions, type PoolWorker, ThreadsPoolWorker, type WorkerRequest } from 'vitest/node';

/**
 * After this many runs a new thread begins, so that what mutants leave behind (timers, open servers, altered caches)
 * does not add up.
 */
const MAX_RUNS = 100;

type Listener = Parameters<PoolWorker['on']>;

/**
 * A thread of Vitest that outlives a run. Vitest ends its threads with each run, and StrykerJS makes a run for each
 * mutant: loading the server anew took most of the time. Only the test files are read again.
 */
class KeptThread extends ThreadsPoolWorker {
  #runs = 0;
  #config: object | null = null;
  #listeners: Listener[] = [];
  /** Of the run that is ending: the next one may begin before it has ended. */
  #leaving: Listener[] = [];
  #open = 0;

  get isUsedUp(): boolean {
    return this.#runs >= MAX_RUNS;
  }

  override async start(): Promise<void> {
    if (this.#runs === 0) await super.start();
    this.#runs += 1;
    this.#open += 1;
  }

  override on(...listener: Listener): void {
    this.#listeners.push(listener);
    super.on(...listener);
  }

  override off(...[event, callback]: Listener): void {
    const isOther = (one: Listener) => one[0] !== event || one[1] !== callback;
    this.#listeners = this.#listeners.filter(isOther);
    this.#leaving = this.#leaving.filter(isOther);
    super.off(event, callback);
  }

  override send(message: WorkerRequest): void {
    if (message.type === 'stop') {
      this.#leaving = this.#listeners;
      this.#listeners = [];
      this.#respond('stopped', this.#leaving);
    } else if (message.type === 'start' && this.#runs > 1) {
      // The thread has its environment; which tests to run is part of the new configuration.
      this.#config = message.context.config;
      this.#respond('started', this.#listeners);
    } else if (message.type === 'run' && this.#config) {
      super.send({ ...message, context: { ...message.context, config: this.#config } } as WorkerRequest);
    } else super.send(message);
  }

  override async stop(): Promise<void> {
    for (const [event, callback] of this.#leaving.splice(0)) super.off(event, callback);
    this.#open -= 1;
    if (this.isUsedUp && this.#open === 0) await super.stop();
  }

  #respond(type: 'started' | 'stopped', to: readonly Listener[]): void {
    const listeners = to.filter(([event]) => event === 'message');
    queueMicrotask(() => {
      for (const [, callback] of listeners) callback({ type, __vitest_worker_response__: true });
    });
  }
}

/** A static mutant is in effect while modules load, so it has a thread of its own. */
const isStatic = ({ project }: PoolOptions): boolean =>
  (project.getProvidedContext() as { mutantActivation?: string }).mutantActivation === 'static';

/** The pool of `vitest.config.ts`: one kept thread for each project. */
export function keptThreads() {
  const kept = new Map<string, KeptThread>();
  return {
    name: 'kept-threads',
    createPoolWorker(options: PoolOptions): PoolWorker {
      if (isStatic(options)) return new ThreadsPoolWorker(options);
      const { name } = options.project;
      const present = kept.get(name);
      if (present && !present.isUsedUp) return present;
      const next = new KeptThread(options);
      kept.set(name, next);
      return next;
    },
  };
}
