import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, extname, join } from 'node:path';
import { UI } from '../platform/designTokens.ts';
import type { App } from './serve.ts';

const SOURCE = join(UI, 'typeface.css');
const FOLDER = '/typeface';

/** The style sheet that loads the typeface, on every origin of this server: the bank's pages have one of their own. */
export const TYPEFACE = `${FOLDER}/${basename(SOURCE)}`;

/** The style sheet and the fonts that it names, by path; the build has them under names of its own. */
export const typefaceFiles: ReadonlyMap<string, () => Response> = readTypeface();

/** Serves the typeface of the server's own pages. */
export function mountTypeface(app: App): void {
  for (const [path, file] of typefaceFiles) app.get(path, file);
}

function readTypeface(): ReadonlyMap<string, () => Response> {
  const { resolve } = createRequire(SOURCE);
  const files = new Map<string, () => Response>();
  const styles = readFileSync(SOURCE, 'utf8').replace(/url\("(?![\w]+:|\/)([^"]+)"\)/g, (_, source: string) => {
    const font = resolve(source);
    const path = `${FOLDER}/${basename(font)}`;
    files.set(path, respond(`font/${extname(font).slice(1)}`, readFileSync(font)));
    return `url("${path}")`;
  });
  return files.set(TYPEFACE, respond('text/css; charset=utf-8', styles));
}

function respond(type: string, body: string | Buffer): () => Response {
  const headers = { 'Content-Type': type, 'Cache-Control': 'public, max-age=86400' };
  return () => new Response(typeof body === 'string' ? body : new Uint8Array(body), { headers });
}
