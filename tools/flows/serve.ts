import { join } from 'node:path';
import { createServer } from 'vite';

/*
 * `npm run flows`: the flow map alone, rendered from the sources and updated whenever a machine is saved. The running
 * app beside it is at /flows of `npm start` and `npm run dev`.
 */
const vite = await createServer({ configFile: join(import.meta.dirname, 'vite.config.ts'), logLevel: 'warn' });
await vite.listen();
console.log(`Flow map: ${vite.resolvedUrls?.local[0]}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void vite.close());
