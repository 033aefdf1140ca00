/*
 * Builds the app into dist/: the client's chunks, then one HTML page per localised path and 404.html, in its language.
 * Text files are also written compressed, so that no server or CDN has to compress on each request. With
 * NODE_ENV=production, which `npm run build` sets, neither the inspector nor the flow map (dist-flows/) is built.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build, type Manifest } from 'vite';
import { checkSettings } from '#server/platform/config.ts';
import { settings } from '#settings';
import { brandFiles } from './brand/icons.ts';
import { checkOwnPages } from './brand/ownPages.ts';
import { assetFileNames, chunkFileNames, codeSplitting } from './chunks.ts';
import { orSentence } from './commandLine.ts';
import { compileHints } from './compileHints.ts';
import { withIntegrity } from './integrity/attributes.ts';
import { INVENTORY, inventory, sha384 } from './integrity/inventory.ts';
import { prerender, type RenderBody } from './prerender.ts';

orSentence(() => {
  checkSettings(settings);
  checkOwnPages(join(import.meta.dirname, '..', 'operator', 'pages'));
});
const dist = join(import.meta.dirname, '..', 'dist');
rmSync(dist, { recursive: true, force: true });
const mode = process.env['NODE_ENV'] === 'production' ? 'production' : 'development';
// Vite takes React's own build from NODE_ENV: its build for development is half as large again, and slower.
process.env['NODE_ENV'] = 'production';
await build({
  logLevel: 'warn',
  mode,
  plugins: [compileHints()],
  build: {
    manifest: 'manifest.json',
    rolldownOptions: { output: { codeSplitting: codeSplitting(), chunkFileNames, assetFileNames } },
  },
});

const forNode = mkdtempSync(join(import.meta.dirname, '..', 'node_modules', '.prerender-'));
await build({ logLevel: 'warn', mode, build: { ssr: 'src/app/prerender.tsx', outDir: forNode, emptyOutDir: true } });
const { renderBody } = (await import(join(forNode, 'prerender.js'))) as { renderBody: RenderBody };

const template = readFileSync(join(dist, 'index.html'), 'utf8');
const manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')) as Manifest;
const styleOf = (file: string) => readFileSync(join(dist, file), 'utf8').trim();
const digests = new Map<string, string>();
const digest = (file: string): string => {
  const known = digests.get(file) ?? sha384(readFileSync(join(dist, file)));
  digests.set(file, known);
  return known;
};
for (const { file, html } of await prerender({ template, manifest, styleOf }, renderBody)) {
  mkdirSync(dirname(join(dist, file)), { recursive: true });
  writeFileSync(join(dist, file), withIntegrity(html, digest));
}
for (const [file, text] of Object.entries(brandFiles(settings.brand))) writeFileSync(join(dist, file), text);
writeFileSync(join(dist, INVENTORY), JSON.stringify(inventory(dist, manifest), null, 2));
rmSync(join(dist, 'manifest.json'));
rmSync(forNode, { recursive: true });
const assets = join(dist, 'assets');
for (const name of readdirSync(assets, { recursive: true, encoding: 'utf8' })) {
  if (!/\.(js|css|svg|json)$/.test(name)) continue;
  const path = join(assets, name);
  const text = readFileSync(path);
  writeFileSync(`${path}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
}
if (mode === 'development') {
  await build({ configFile: join(import.meta.dirname, 'flows/vite.config.ts'), logLevel: 'warn' });
}
writeFileSync(join(dist, 'built'), mode);
