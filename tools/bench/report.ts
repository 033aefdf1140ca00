import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The page of all measurements, written by the first. */
const file = join(import.meta.dirname, '../../docs/benchmarks.md');

/** Replaces one part of that page, from its heading to the next one, or adds it. */
export function writeReport(heading: string, body: string): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '# Benchmarks\n';
  const parts = text.split(/^(?=## )/m);
  const part = `## ${heading}\n\n${body.trim()}\n\n`;
  const at = parts.findIndex((other) => other.startsWith(`## ${heading}\n`));
  if (at < 0) parts.push(part);
  else parts[at] = part;
  writeFileSync(file, `${parts.map((each) => each.trimEnd()).join('\n\n')}\n`);
}
