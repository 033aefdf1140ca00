/* Puts the operator's own texts (operator/texts, docs/embedding.md) into the compiled catalogues. */
import { join } from 'node:path';
import { applyOwnTexts, OwnTextError } from './brand/ownTexts.ts';

const root = join(import.meta.dirname, '..');
try {
  await applyOwnTexts(join(root, 'operator', 'texts'), join(root, 'locales'));
} catch (error) {
  if (!(error instanceof OwnTextError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
