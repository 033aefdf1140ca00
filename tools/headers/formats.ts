import type { HeaderSet, SiteHeaders } from './staticHeaders.ts';

/**
 * `_headers` of Netlify and Cloudflare Pages. All rules that fit a path add up there, and browsers enforce each of several
 * policies, so a page's own policy narrows the one of all paths. `Cache-Control` must not add up: both hosts have pages
 * asked for again by default.
 */
export function headersFile(site: SiteHeaders): string {
  const { 'Cache-Control': _, ...everywhere } = site.otherwise;
  const rule = (path: string, headers: HeaderSet) =>
    [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');
  const policies = differing(site, 'Content-Security-Policy').flatMap(([path, policy]) =>
    [path, `${path}index.html`].map((each) => rule(each, { 'Content-Security-Policy': policy })),
  );
  const kept = { 'Cache-Control': site.assets['Cache-Control'] ?? '' };
  return [rule('/*', everywhere), rule('/assets/*', kept), ...policies].join('\n\n');
}

/**
 * A server block of nginx needs the map outside, and the rest inside. Where nginx serves the index of a folder, `$uri`
 * ends in its name.
 */
export function nginx(site: SiteHeaders): string {
  const names = Object.keys(site.otherwise);
  const map = (name: string) => [
    `map $uri $entry_${variable(name)} {`,
    `  default ${quoted(site.otherwise[name] ?? '')};`,
    `  ~^/assets/ ${quoted(site.assets[name] ?? '')};`,
    ...differing(site, name).map(([path, value]) => `  ~^${path}(index\\.html)?$ ${quoted(value)};`),
    '}',
  ];
  return [
    '# Outside the server block:',
    ...names.flatMap(map),
    '# Inside it:',
    ...names.map((name) => `add_header ${name} $entry_${variable(name)} always;`),
    'error_page 404 /404.html;',
  ].join('\n');
}

/** Lines for a site of a Caddyfile. Outside of a route Caddy would sort them, and the general ones would go last. */
export function caddy(site: SiteHeaders): string {
  const block = (matcher: string, headers: HeaderSet) =>
    [
      `header ${matcher} {`,
      ...Object.entries(headers).map(([name, value]) => `  ${name} ${backticked(value)}`),
      '}',
    ].join('\n');
  const policies = new Map<string, string[]>();
  for (const [path, value] of differing(site, 'Content-Security-Policy')) {
    policies.set(value, [...(policies.get(value) ?? []), path, `${path}index.html`]);
  }
  return [
    'route {',
    block('*', site.otherwise),
    ...[...policies].map(
      ([policy, paths], at) =>
        `@policy${at} path ${paths.join(' ')}\n${block(`@policy${at}`, { 'Content-Security-Policy': policy })}`,
    ),
    `@assets path /assets/*\n${block('@assets', site.assets)}`,
    '}',
  ].join('\n');
}

/** Pages whose value of a header is not the usual one. */
const differing = ({ pages, otherwise }: SiteHeaders, name: string): [path: string, value: string][] =>
  [...pages].flatMap(([path, headers]): [string, string][] =>
    headers[name] === otherwise[name] ? [] : [[path, headers[name] ?? '']],
  );

const variable = (name: string) => name.toLowerCase().replaceAll('-', '_');
const quoted = (value: string) => `"${value.replaceAll('"', '\\"')}"`;
const backticked = (value: string) => `\`${value}\``;
