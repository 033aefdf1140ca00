import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** The part of an incremental report of StrykerJS that counts. */
type Report = { files: Record<string, { mutants: { status: string }[] }> };

/**
 * Removes from an incremental report the mutants that no test noticed, so that they are tried again: StrykerJS does not
 * see that a new test could notice a value that is set while a module loads.
 */
export function forgetMissed(file: string): void {
  if (!existsSync(file)) return;
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  for (const one of Object.values(report.files)) {
    one.mutants = one.mutants.filter(({ status }) => status !== 'Survived' && status !== 'NoCoverage');
  }
  writeFileSync(file, JSON.stringify(report));
}
