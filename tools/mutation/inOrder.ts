import { matchesGlob } from 'node:path';
import { BaseSequencer, type Reporter, type TestSpecification } from 'vitest/node';
import { isStatic } from './keptThreads.ts';

/** The patterns of the group that `run.ts` tries. */
const patterns = process.env['MUTANT_TESTS']?.split(',') ?? [];

/** The test file that has noticed the last mutant. */
let lastToNotice = '';

/** Keeps which file has noticed a mutant. */
export const noticing: Reporter = {
  onTestRunEnd(modules) {
    lastToNotice = modules.find((module) => module.state() === 'failed')?.moduleId ?? lastToNotice;
  },
};

const placeOf = ({ moduleId, project }: TestSpecification): number =>
  isStatic(project) && moduleId === lastToNotice
    ? -1
    : patterns.findIndex((pattern) => matchesGlob(moduleId, `**/${pattern}`));

/**
 * Takes the tests in the order in which the group lists them. A run ends with the first test that notices the mutant,
 * and Vitest would begin with the longest file. A static mutant is held against every file, because nobody knows which
 * of them it concerns: the one that has noticed its neighbour is the first.
 */
export class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
