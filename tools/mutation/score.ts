import { textTable } from '../textTable.ts';

/** The part of a result of StrykerJS that counts. */
type Result = { status: string };

/** The result of one group; `score` in per cent of the mutants that could be tried. */
export type Score = {
  name: string;
  least: number | undefined;
  mutants: number;
  killed: number;
  survived: number;
  ignored: number;
  score: number;
  seconds: number;
};

/** A mutant that makes a test fail or hang is noticed; one that no test runs is not. */
export function scoreOf(name: string, least: number | undefined, results: readonly Result[], seconds: number): Score {
  const count = (...states: string[]) => results.filter(({ status }) => states.includes(status)).length;
  const killed = count('Killed', 'Timeout');
  const survived = count('Survived', 'NoCoverage');
  const mutants = killed + survived;
  const score = mutants === 0 ? 100 : (100 * killed) / mutants;
  return { name, least, mutants, killed, survived, ignored: count('Ignored'), score, seconds };
}

const titles = ['group', 'mutants', 'killed', 'survived', 'ignored', 'score', 'at least', 's'];

export function scoreTable(rows: readonly Score[]): string {
  const cells = rows.map(({ name, mutants, killed, survived, ignored, score, least, seconds }) =>
    [name, mutants, killed, survived, ignored, score.toFixed(1), least ?? '–', Math.round(seconds)].map(String),
  );
  return textTable([titles, ...cells]);
}
