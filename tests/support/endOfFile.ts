const steps: (() => Promise<void>)[] = [];

/**
 * Runs a step after the tests of the current file. Files of one worker share their modules, so a module that calls
 * `afterAll` itself would do so for the first file only.
 */
export const atEndOfFile = (step: () => Promise<void>): void => void steps.push(step);

export async function endFile(): Promise<void> {
  for (const step of steps.splice(0)) await step();
}
