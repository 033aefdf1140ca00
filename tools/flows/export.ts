import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argumentsOf, none } from '../commandLine.ts';
import { flowDocuments } from './documents.ts';

/* `npm run flows:export`: regenerates docs/flows. */
argumentsOf('npm run flows:export', none);
const folder = join(import.meta.dirname, '..', '..', 'docs', 'flows');
const documents = Object.entries(await flowDocuments());
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, text] of documents) writeFileSync(join(folder, name), text);
console.log(`docs/flows: ${documents.length} files written.`);
