const MAX_REPORTED = 20;

/**
 * Called at every point where a fault is possible: picks one of the options or none. `print` identifies the state of
 * page, connection and server: equal states have equal futures.
 */
export type Decide = <Option extends string>(options: readonly Option[], print: () => string) => Option | null;

/** Size of an exploration: runs from the start, and distinct states. */
export type Explored = { runs: number; states: number; ms: number };

/** Thrown to end a run that reaches a state whose continuations have all been tried. */
class Known extends Error {}

/**
 * Runs a visit with every sequence of at most `maxFaults` faults, each at every possible point. A run ends when it
 * reaches a state of an earlier run with as many faults left, because nothing new can follow. A run that reaches one of
 * its own states again is in an endless loop. Failed runs are reported together, each with its faults. `every`: takes
 * only one of so many faults.
 */
export function exploreFaults(run: (decide: Decide) => void, maxFaults: number, every = 1): Explored {
  const started = Date.now();
  const states = new Set<string>();
  /** By state: the highest number of faults left, and the run that had it. */
  const opened = new Map<string, { left: number; run: number }>();
  const failures: string[] = [];
  const queue: ReadonlyMap<number, string>[] = [new Map()];
  let possible = 0;
  for (const [number, script] of queue.entries()) {
    const last = Math.max(-1, ...script.keys());
    const left = maxFaults - script.size;
    let point = 0;
    const decide: Decide = (options, print) => {
      const at = point++;
      if (at <= last) return (script.get(at) as (typeof options)[number] | undefined) ?? null;
      const state = print();
      states.add(state);
      const before = opened.get(state);
      if (before?.run === number) throw new Error('it goes round in circles');
      if (before && before.left >= left) throw new Known();
      opened.set(state, { left, run: number });
      if (left > 0) {
        for (const option of options) if (possible++ % every === 0) queue.push(new Map([...script, [at, option]]));
      }
      return null;
    };
    try {
      run(decide);
    } catch (error) {
      if (error instanceof Known) continue;
      if (!(error instanceof Error)) throw error;
      const injected = [...script].map(([at, what]) => `${what} at ${at}`).join(', then ') || 'nothing';
      failures.push(`after ${injected}: ${error.message}`);
    }
  }
  if (failures.length > 0)
    throw new Error(`${failures.length} runs fail:\n${failures.slice(0, MAX_REPORTED).join('\n')}`);
  return { runs: queue.length, states: states.size, ms: Date.now() - started };
}
