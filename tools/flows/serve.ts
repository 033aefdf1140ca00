import { join } from 'node:path';
import { createServer } from 'vite';
import { number } from '#server/platform/environment.ts';
import { argumentsOf, none, orSentence } from '../commandLine.ts';

/*
 * `npm run flows`: the flow map alone, rendered from the sources and updated whenever a machine is saved. The running
 * app beside it is at /flows of `npm start` and `npm run dev`.
 */
argumentsOf('npm run flows, with PORT in the environment for another port than 3100', none);
const port = orSentence(() => number(process.env, 'PORT', 1, 65_535)) ?? 3100;
const configFile = join(import.meta.dirname, 'vite.config.ts');
const vite = await createServer({ configFile, logLevel: 'warn', server: { port } });
await vite.listen();
console.log(`Flow map: ${vite.resolvedUrls?.local[0]}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void vite.close());
