/*
 * Fails if a text of the code is missing in the catalogues, or if they have an unused one. `npm run messages` extracts
 * new texts; `lingui compile --strict` finds those without a translation.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const template = join(root, 'locales', 'messages.pot');
const lingui = (...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'node_modules/@lingui/cli/dist/lingui.js'), ...args], {
    cwd: root,
    encoding: 'utf8',
  });

const collected = lingui('extract-template');
if (collected.status !== 0) fail(collected.stdout + collected.stderr);
const used = idsIn(template);
const known = idsIn(join(root, 'locales', 'en.po'));
rmSync(template);

const missing = [...used].filter((id) => !known.has(id));
const unused = [...known].filter((id) => !used.has(id));
if (missing.length + unused.length > 0) {
  fail(
    `Run npm run messages and translate.\nNot in locales: ${missing.join(' | ') || 'none'}\nUsed nowhere: ${unused.join(' | ') || 'none'}`,
  );
}
/** The message ids of a PO file; a long one spans several lines. */
function idsIn(path: string): Set<string> {
  const ids = readFileSync(path, 'utf8').matchAll(/^msgid ((?:"(?:[^"\\]|\\.)*"\n?)+)/gm);
  return new Set(
    [...ids].map(([, lines = '']) =>
      lines
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .join(''),
    ),
  );
}

function fail(reason: string): never {
  console.error(reason);
  process.exit(1);
}
