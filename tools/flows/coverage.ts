import type { ChartArrow } from './chart.ts';

/** What the last test run has done with one flow: how often, by name. */
export type Counts = {
  taken: Record<string, number>;
  refused: Record<string, number>;
  entered: Record<string, number>;
};
/** By flow; a flow that was not run is missing. */
export type Coverage = Readonly<Record<string, Counts>>;
/** `partly`: taken, but its guard never said no. */
export type Covered = 'fully' | 'partly' | 'not';

/** Whether a test run has taken an arrow and, where it is guarded, seen it refused. */
export function coveredArrow({ taken, refused }: Counts, { name, guard }: ChartArrow): Covered {
  if (!taken[name]) return 'not';
  return guard === null || refused[name] ? 'fully' : 'partly';
}

/** Arrows fully covered, of all. */
export const shareOf = (counts: Counts, arrows: readonly ChartArrow[]): { seen: number; total: number } => ({
  seen: arrows.filter((arrow) => coveredArrow(counts, arrow) === 'fully').length,
  total: arrows.length,
});

/** What the server knows of the last run; nothing where there was none. */
export async function readCoverage(): Promise<Coverage> {
  try {
    const answer = await fetch('/flows/coverage.json');
    return answer.ok ? ((await answer.json()) as Coverage) : {};
  } catch {
    return {};
  }
}
