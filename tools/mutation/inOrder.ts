import { matchesGlob } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The patterns of the group that `run.ts` tries. */
const patterns = process.env['MUTANT_TESTS']?.split(',') ?? [];

const placeOf = ({ moduleId }: TestSpecification): number =>
  patterns.findIndex((pattern) => matchesGlob(moduleId, `**/${pattern}`));

/**
 * Takes the tests in the order in which the group lists them. A run ends with the first test that notices the mutant,
 * and Vitest would begin with the longest file.
 */
export class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
