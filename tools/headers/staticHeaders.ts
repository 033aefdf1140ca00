import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allPaths } from '#domain/routes.ts';
import { commonHeaders } from '#server/http/headers.ts';
import { pageHeaders, pagePolicy, styleHashesOf } from '#server/http/pagePolicy.ts';
import type { Config } from '#server/platform/config.ts';

export type HeaderSet = Readonly<Record<string, string>>;
/** The headers of a built site: of hashed files, of each page by its path, and of all else (404.html). */
export type SiteHeaders = { assets: HeaderSet; pages: ReadonlyMap<string, HeaderSet>; otherwise: HeaderSet };

/** The same headers that the reference server sends, for a host that serves `dist` itself. */
export function siteHeaders(config: Pick<Config, 'settings' | 'hsts'>, dist: string): SiteHeaders {
  const common = commonHeaders(config);
  const of = (path: string, file: string): HeaderSet => {
    const hashes = styleHashesOf(readFileSync(join(dist, file), 'utf8'));
    const own = pageHeaders(pagePolicy(config, path, "'none'", hashes));
    return { ...common, ...own, 'Cache-Control': 'no-cache' };
  };
  return {
    assets: { ...common, 'Cache-Control': 'public, max-age=31536000, immutable' },
    pages: new Map(allPaths().map(({ path }) => [path, of(path, `${path.slice(1)}index.html`)])),
    otherwise: of('/404', '404.html'),
  };
}
