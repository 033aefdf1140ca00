const MAX_REPORTED = 20;

/**
 * Asked at every point where something may go wrong: which of these, or nothing. `print` tells the states of the whole
 * world apart: from equal ones the same follows.
 */
export type Decide = <Option extends string>(options: readonly Option[], print: () => string) => Option | null;

/** What has been tried: runs from the start, and distinct states that they came by. */
export type Explored = { runs: number; states: number; ms: number };

/** Thrown through a run that has come to a state from which all has been tried before. */
class Known extends Error {}

/**
 * Runs a visit with every sequence of at most `most` faults, each at every point that the run comes by. A run that
 * comes to a state of an earlier one, with as many faults still to come, ends there: nothing new can follow. One that
 * comes to a state of its own again goes round in circles for ever. Runs that throw are told together, each with the
 * faults that led there.
 */
export function exploreFaults(run: (decide: Decide) => void, most: number): Explored {
  const started = Date.now();
  const states = new Set<string>();
  /** By state: the most faults that were still to come, and in which run. */
  const opened = new Map<string, { left: number; run: number }>();
  const failures: string[] = [];
  const queue: ReadonlyMap<number, string>[] = [new Map()];
  for (const [number, script] of queue.entries()) {
    const last = Math.max(-1, ...script.keys());
    const left = most - script.size;
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
      if (left > 0) for (const option of options) queue.push(new Map([...script, [at, option]]));
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
