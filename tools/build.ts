/*
 * Builds the app into dist/: the client's chunks, then one HTML page for each localised path
 * (L1, L8) and 404.html, in its language. What is text is also written compressed, since a
 * server or content network should not compress on each request.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { prerender } from './prerender.ts';

const dist = join(import.meta.dirname, '..', 'dist');
rmSync(dist, { recursive: true, force: true });
await build({ logLevel: 'warn' });

const template = readFileSync(join(dist, 'index.html'), 'utf8');
for (const { file, html } of await prerender(template)) {
  mkdirSync(dirname(join(dist, file)), { recursive: true });
  writeFileSync(join(dist, file), html);
}
for (const path of filesBelow(join(dist, 'assets')).filter((name) => /\.(js|css|svg|json)$/.test(name))) {
  const text = readFileSync(path);
  writeFileSync(`${path}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
}
writeFileSync(join(dist, 'built'), '');

function filesBelow(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesBelow(path) : [path]));
}
