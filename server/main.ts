import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/*
 * Keeps compiled modules on disk, which shortens the next start. Not in the shared temporary folder that is Node's
 * default: anyone who can write there could inject code into the server.
 */
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/server'));
await import('./start.ts');
