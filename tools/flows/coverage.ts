import type { ChartArrow } from './chart.ts';

/** Coverage of one flow by the last test run: counts by name. */
export type Counts = {
  taken: Record<string, number>;
  refused: Record<string, number>;
  entered: Record<string, number>;
};
/** By flow; flows that were not run are missing. */
export type Coverage = Readonly<Record<string, Counts>>;
/** `partly`: taken, but its guard was never false. */
export type Covered = 'fully' | 'partly' | 'not';

/** Whether a test run has taken a transition and, if it is guarded, refused it. */
export function coveredArrow({ taken, refused }: Counts, { name, guard }: ChartArrow): Covered {
  if (!taken[name]) return 'not';
  return guard === null || refused[name] ? 'fully' : 'partly';
}

/** Fully covered transitions, and their total number. */
export const shareOf = (counts: Counts, arrows: readonly ChartArrow[]): { seen: number; total: number } => ({
  seen: arrows.filter((arrow) => coveredArrow(counts, arrow) === 'fully').length,
  total: arrows.length,
});

/** The coverage of the last run from the server; empty if there was none. */
export async function readCoverage(): Promise<Coverage> {
  try {
    const answer = await fetch('/flows/coverage.json');
    return answer.ok ? ((await answer.json()) as Coverage) : {};
  } catch {
    return {};
  }
}
