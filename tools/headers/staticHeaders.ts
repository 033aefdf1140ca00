import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allPaths } from '#domain/routes.ts';
import { commonHeaders } from '#server/http/headers.ts';
import { openerPolicy, pageHeaders, pagePolicy, styleHashesOf } from '#server/http/pagePolicy.ts';
import type { Config } from '#server/platform/config.ts';

export type HeaderSet = Readonly<Record<string, string>>;
/**
 * The headers of a built site: of hashed files, of each page by its path, and of all else (404.html), whose policy allows
 * whatever that of a page does.
 */
export type SiteHeaders = { assets: HeaderSet; pages: ReadonlyMap<string, HeaderSet>; otherwise: HeaderSet };

/** The same headers that the reference server sends, for a host that serves `dist` itself. */
export function siteHeaders(config: Pick<Config, 'settings' | 'hsts'>, dist: string): SiteHeaders {
  const common = commonHeaders(config);
  const hashesOf = (file: string) => styleHashesOf(readFileSync(join(dist, file), 'utf8'));
  const of = (path: string, hashes: string[]): HeaderSet => {
    const own = pageHeaders(pagePolicy(config, path, "'none'", hashes));
    return { ...common, ...own, ...openerPolicy, 'Cache-Control': 'no-cache' };
  };
  const hashes = new Map(allPaths().map(({ path }) => [path, hashesOf(`${path.slice(1)}index.html`)]));
  const allHashes = new Set([...hashes.values(), hashesOf('404.html')].flat());
  return {
    assets: { ...common, 'Cache-Control': 'public, max-age=31536000, immutable' },
    pages: new Map([...hashes].map(([path, own]) => [path, of(path, own)])),
    otherwise: of('/404', [...allHashes]),
  };
}
