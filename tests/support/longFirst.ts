import type { TestSequencer, TestSpecification, Vitest } from 'vitest/node';

/** They explore the states of the whole wizard or start servers, which the size of a file does not show. */
const long = [
  'tests/screens/registration/registration.integration.test.tsx',
  'tests/network/signUp.integration.test.ts',
  'tests/network/signUpContract.integration.test.ts',
  'tests/machines/registration/flows.test.ts',
  'tests/machines/registration/registration.test.ts',
  'tests/machines/mutation/flows.integration.test.ts',
  'tests/server/crash.integration.test.ts',
  'tests/server/kills.integration.test.ts',
  'tests/server/mailWorker.integration.test.ts',
  'tests/server/postgresFaults.integration.test.ts',
  'tests/server/process.integration.test.ts',
  'tests/server/severalServers.integration.test.ts',
];
const isLong = ({ moduleId }: TestSpecification) => long.some((file) => moduleId.endsWith(file));

/** Begins the long files first: the last of a run would keep one worker busy while the others have nothing to do. */
export default class LongFirst implements TestSequencer {
  readonly #usual: Promise<TestSequencer>;

  constructor(vitest: Vitest) {
    // The build reads the configuration too, and does not need the whole of Vitest.
    this.#usual = import('vitest/node').then(({ BaseSequencer }) => new BaseSequencer(vitest));
  }

  async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await this.#usual).shard(files);
  }

  /** Projects run one after another. */
  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await (await this.#usual).sort(files), ({ project }) => project.name);
    return [...byProject.values()].flatMap((group) => [
      ...group.filter(isLong),
      ...group.filter((file) => !isLong(file)),
    ]);
  }
}
