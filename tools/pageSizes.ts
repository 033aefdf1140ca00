import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { kib, markdownTable } from './bench/table.ts';

const dist = join(import.meta.dirname, '..', 'dist');

/** What a page loads before its first screen works: bytes as compressed with Brotli, and the number of requests. */
type PageSize = { page: string; script: number; style: number; html: number; requests: number; files: string[] };

/** Measures a built page by what its HTML links; a script that is not linked would be a waterfall. */
export function pageSize(page: string): PageSize {
  const html = readFileSync(join(dist, page, 'index.html'), 'utf8');
  const linked = (pattern: RegExp) => [...new Set([...html.matchAll(pattern)].map(([, file = '']) => file))];
  const scripts = linked(/(?:<script type="module"[^>]* src|<link rel="modulepreload"[^>]* href)="\/([^"]+\.js)"/g);
  const sheets = linked(/<link rel="stylesheet"[^>]* href="\/([^"]+\.css)">/g);
  const icons = linked(/<link rel="icon"[^>]* href="\/([^"]+)"/g);
  const inline = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css = '']) => css).join('');
  const sum = (files: readonly string[]) => files.reduce((bytes, file) => bytes + compressedSize(file), 0);
  return {
    page,
    script: sum(scripts),
    style: sum(sheets) + brotliCompressSync(inline).length,
    html: brotliCompressSync(html).length,
    requests: 1 + scripts.length + sheets.length + icons.length,
    files: [...scripts, ...sheets, ...icons],
  };
}

/** Files beside the chunks, such as an operator's icon, are not compressed at build time. */
const compressedSize = (file: string): number =>
  (statSync(join(dist, `${file}.br`), { throwIfNoEntry: false }) ?? statSync(join(dist, file))).size;

/** The sizes of some pages as a table. */
export const sizeTable = (sizes: readonly PageSize[]): string =>
  markdownTable(
    ['Page', 'Scripts', 'Styles', 'HTML', 'Requests'],
    sizes.map(({ page, script, style, html, requests }) => [page, kib(script), kib(style), kib(html), `${requests}`]),
  );

if (import.meta.main) {
  const sizes = [
    '/login/',
    '/de/login/',
    '/signup/',
    '/de/signup/',
    '/pl/signup/',
    '/recover-password/',
    '/contact-us/',
  ].map(pageSize);
  console.log(sizeTable(sizes));
  for (const { page, files } of sizes.slice(0, 3)) {
    console.log(page, files.map((file) => `${file.replace('assets/', '')} ${kib(compressedSize(file))}`).join(', '));
  }
}
