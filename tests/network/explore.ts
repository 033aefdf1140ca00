const MOST_TOLD = 20;

/**
 * Asked at every point where something may go wrong: which of these, or nothing. `print` tells the states of the whole
 * world apart.
 */
export type Decide = <Option extends string>(options: readonly Option[], print: () => string) => Option | null;

/** What has been tried: runs from the start, distinct states in which everything was tried, the deepest run. */
export type Explored = { runs: number; states: number };

/**
 * Runs a visit with every sequence of at most `most` mishaps, each at every point that the run comes by. From a state
 * in which as many mishaps were still to come before, nothing new can follow: it is not opened again.
 * Runs that throw are told together, each with the mishaps that led there.
 */
export function exploreMishaps(run: (decide: Decide) => void, most: number): Explored {
  const opened = new Set<string>();
  const failures: string[] = [];
  const queue: ReadonlyMap<number, string>[] = [new Map()];
  for (const script of queue) {
    const last = Math.max(-1, ...script.keys());
    let point = 0;
    const decide: Decide = (options, print) => {
      const at = point++;
      if (at > last && script.size < most) {
        const left = most - script.size;
        const state = print();
        const isKnown = Array.from({ length: script.size + 1 }, (_, more) => opened.has(`${left + more} ${state}`));
        if (!isKnown.includes(true)) {
          opened.add(`${left} ${state}`);
          for (const option of options) queue.push(new Map([...script, [at, option]]));
        }
      }
      return (script.get(at) as (typeof options)[number] | undefined) ?? null;
    };
    try {
      run(decide);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const mishaps = [...script].map(([at, what]) => `${what} at ${at}`).join(', then ') || 'nothing';
      failures.push(`after ${mishaps}: ${error.message}`);
    }
  }
  if (failures.length > 0) throw new Error(`${failures.length} runs fail:\n${failures.slice(0, MOST_TOLD).join('\n')}`);
  return { runs: queue.length, states: opened.size };
}
