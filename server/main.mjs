import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

/*
 * Starts the server. This file is JavaScript: for a first file in TypeScript Node loads a compiler before the cache is
 * there, which takes a tenth of a second and 15 MiB.
 */

/** While modules are loaded, the space for new objects need not grow: 25 MiB that an idle server would keep. */
setFlagsFromString('--semi-space-growth-factor=1');

/*
 * Keeps compiled modules on disk, which shortens the next start. Not in the shared temporary folder that is Node's
 * default: anyone who can write there could inject code into the server.
 */
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/server'));
await import('./start.ts');

/** The default: under load it grows, which saves collections. */
setFlagsFromString('--semi-space-growth-factor=2');
