import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { earlyScript } from '#contract/earlyScript.ts';
import { allPaths } from '#domain/routes.ts';
import { mountStaticSite } from '#server/http/staticSite.ts';
import { emptyFolder } from '#tests/support/dataFolder.ts';
import { ORIGIN, startServer } from '#tests/support/server.ts';
import { caddy, headersFile, nginx } from '../../tools/headers/formats.ts';
import { siteHeaders } from '../../tools/headers/staticHeaders.ts';
import { withIntegrity } from '../../tools/integrity/attributes.ts';
import { compare } from '../../tools/integrity/compare.ts';
import { INVENTORY, inventory } from '../../tools/integrity/inventory.ts';

const html = `<html><head><style>b{}</style><script>${earlyScript}</script><!--settings--></head><body></body></html>`;
const files = { 'assets/registration-1.js': 'export const flow = 1;', 'assets/de-1.js': 'export const texts = {};' };

/** A small build with its inventory, served by the reference server. */
async function site() {
  const dist = emptyFolder();
  const pages = Object.fromEntries(allPaths().map(({ path }) => [`${path.slice(1)}index.html`, html]));
  for (const [name, text] of Object.entries({ ...pages, ...files, '404.html': html })) {
    mkdirSync(dirname(join(dist, name)), { recursive: true });
    writeFileSync(join(dist, name), text);
  }
  const manifest = {
    'src/app/flows/registration.tsx': { file: 'assets/registration-1.js', src: 'src/app/flows/registration.tsx' },
    'locales/de.ts': { file: 'assets/de-1.js', src: 'locales/de.ts' },
  };
  writeFileSync(join(dist, INVENTORY), JSON.stringify(inventory(dist, manifest)));
  const { app, context, request } = await startServer();
  mountStaticSite(app, context.config, dist);
  return { app, dist, request, config: context.config, settings: structuredClone(context.config.settings) };
}

/** The differences that are found when answers are changed on the way. */
async function found(path: string, change: (text: string, pathname: string) => string, policy?: string) {
  const { app, dist, settings } = await site();
  const fetch = async (request: Request) => {
    const answer = await app.fetch(request);
    const { pathname } = new URL(request.url);
    const headers = new Headers(answer.headers);
    if (policy) headers.set('Content-Security-Policy', policy);
    return new Response(change(await answer.text(), pathname), { status: answer.status, headers });
  };
  return compare({ url: ORIGIN + path, dist, settings, fetch });
}

test('an unchanged page of any language has no differences', async () => {
  expect(await found('/signup/', (text) => text)).toEqual([]);
  expect(await found('/de/signup/', (text) => text)).toEqual([]);
});

test.each([
  [
    'a script',
    (text: string, path: string) => (path.endsWith('de-1.js') ? `${text} ` : text),
    '/assets/de-1.js has changed',
  ],
  [
    'the page',
    (text: string, path: string) => (path === '/signup/' ? text.replace('b{}', 'b{ }') : text),
    'the page /signup/',
  ],
  [
    'a host that gets the card',
    (text: string) => text.replace('"api":{}', '"api":{"x":"https://y"}'),
    'the setting hosts',
  ],
])('one changed byte is found: %s', async (_, change, words) => {
  const differences = await found('/signup/', change);
  expect(differences).toHaveLength(1);
  expect(differences[0]).toContain(words);
});

test('a policy that lets other scripts run is found', async () => {
  const differences = await found('/signup/', (text) => text, "script-src 'self' https://cdn.example");
  expect(differences).toEqual(["the policy's script-src is 'self' https://cdn.example"]);
});

test('scripts, preloaded modules and style sheets have the digest of their file; nothing else changes', () => {
  const rest = '<link rel="icon" href="/icon.svg"><link rel="stylesheet" href="/a.css" disabled>';
  const page = [
    '<script type="module" crossorigin src="/assets/a.js"></script>',
    '<link rel="modulepreload" crossorigin href="/assets/b.js">',
    '<link rel="stylesheet" crossorigin href="/assets/c.css">',
  ];
  expect(withIntegrity(page.join('') + rest, (file) => `of ${file}`)).toBe(
    [
      '<script type="module" crossorigin integrity="sha384-of assets/a.js" src="/assets/a.js"></script>',
      '<link rel="modulepreload" crossorigin integrity="sha384-of assets/b.js" href="/assets/b.js">',
      '<link rel="stylesheet" crossorigin integrity="sha384-of assets/c.css" href="/assets/c.css">',
      rest,
    ].join(''),
  );
});

test('each script has a reason', async () => {
  const { request } = await site();
  const scripts = (await (await request('/scripts.json')).json()) as { script: string; reason: string }[];
  expect(scripts.map(({ script, reason }) => [script, reason])).toEqual([
    ['inline', 'Keeps what is typed or pressed before the app has loaded'],
    ['/assets/de-1.js', 'Texts in de'],
    ['/assets/registration-1.js', 'Runs the flow registration'],
  ]);
});

test('the printed headers are those of the server, in each format', async () => {
  const { request, dist, config } = await site();
  config.settings.tagOrigins.push('https://tags.example');
  const printed = siteHeaders(config, dist);
  for (const path of ['/login/', '/de/signup/']) {
    const { headers } = await request(path);
    for (const [name, value] of Object.entries(printed.pages.get(path) ?? {})) expect(headers.get(name)).toBe(value);
  }
  const policy = printed.pages.get('/signup/')?.['Content-Security-Policy'] ?? '';
  expect(policy).not.toContain('tags.example');
  expect(headersFile(printed)).toContain(`\n/signup/\n`);
  for (const text of [headersFile(printed), nginx(printed), caddy(printed)]) {
    expect(text).toContain(policy);
    expect(text).toContain('Permissions-Policy');
  }
  config.settings.tagOrigins.pop();
});

/** The value of a header as nginx computes it: an exact path of the map, else the first pattern that fits. */
function fromNginx(text: string, variable: string, uri: string): string | undefined {
  const block = new RegExp(`^map \\$uri \\$entry_${variable} \\{\\n([^}]*)`, 'm').exec(text)?.[1] ?? '';
  const entries = [...block.matchAll(/^ {2}(\S+) "(.*)";$/gm)].map(([, key = '', value = '']) => ({ key, value }));
  const exact = entries.find(({ key }) => key === uri);
  const fitting = entries.find(({ key }) => key.startsWith('~') && new RegExp(key.slice(1)).test(uri));
  return (exact ?? fitting ?? entries.find(({ key }) => key === 'default'))?.value;
}

/** The value of a header as Caddy computes it: within a route the last block whose paths fit; elsewhere it sorts them. */
function fromCaddy(text: string, name: string, uri: string): string | undefined {
  if (!/^route \{\n[\s\S]*\n\}$/.test(text)) return undefined;
  const matchers = new Map([...text.matchAll(/^@(\S+) path (.+)$/gm)].map(([, key = '', paths = '']) => [key, paths]));
  const fits = (matcher: string) =>
    matcher === '*' ||
    (matchers.get(matcher.slice(1)) ?? '')
      .split(' ')
      .some((path) => (path.endsWith('*') ? uri.startsWith(path.slice(0, -1)) : uri === path));
  const blocks = [...text.matchAll(/^header (\S+) \{\n([\s\S]*?)^\}/gm)].filter(([, matcher = '']) => fits(matcher));
  const values = blocks.flatMap(([, , lines = '']) => new RegExp(`^  ${name} \`(.*)\`$`, 'm').exec(lines)?.[1] ?? []);
  return values.at(-1);
}

test('nginx and Caddy give each page its own policy, also by the name of its file, and keep hashed files', async () => {
  const { dist, config } = await site();
  config.settings.tagOrigins.push('https://tags.example');
  const printed = siteHeaders(config, dist);
  config.settings.tagOrigins.pop();
  const [forNginx, forCaddy] = [nginx(printed), caddy(printed)];
  for (const [path, { 'Content-Security-Policy': policy }] of printed.pages) {
    for (const uri of [path, `${path}index.html`]) {
      const policies = [
        fromNginx(forNginx, 'content_security_policy', uri),
        fromCaddy(forCaddy, 'Content-Security-Policy', uri),
      ];
      expect([uri, ...policies]).toEqual([uri, policy, policy]);
    }
  }
  const kept = 'public, max-age=31536000, immutable';
  expect(fromNginx(forNginx, 'cache_control', '/assets/de-1.js')).toBe(kept);
  expect(fromCaddy(forCaddy, 'Cache-Control', '/assets/de-1.js')).toBe(kept);
});

/** The values of a header as Netlify and Cloudflare compute them: those of all rules that fit. */
const fromHeadersFile = (text: string, name: string, uri: string): string[] =>
  text.split('\n\n').flatMap((rule) => {
    const [pattern = '', ...lines] = rule.split('\n');
    const fits = pattern.endsWith('*') ? uri.startsWith(pattern.slice(0, -1)) : uri === pattern;
    return fits ? lines.flatMap((line) => (line.startsWith(`  ${name}: `) ? line.slice(name.length + 4) : [])) : [];
  });

test.each([
  ['no tags', []],
  ['tags', ['https://tags.example']],
])(
  'with %s, the file for Netlify and Cloudflare gives every path one of each header, and a policy that its own rule decides',
  async (_, tagOrigins) => {
    const { dist, config } = await site();
    writeFileSync(join(dist, 'kontakt/index.html'), html.replace('b{}', 'i{}'));
    const printed = siteHeaders({ ...config, settings: { ...config.settings, tagOrigins } }, dist);
    const text = headersFile(printed);
    for (const [path, { 'Content-Security-Policy': own = '' }] of printed.pages) {
      for (const uri of [path, `${path}index.html`]) {
        const [everywhere = '', ...more] = fromHeadersFile(text, 'Content-Security-Policy', uri);
        expect([uri, [everywhere, ...more].at(-1)]).toEqual([uri, own]);
        // A browser enforces both: what the page's own policy allows, the other one must allow as well.
        for (const [, name, sources = ''] of own.matchAll(/([a-z-]+) ([^;]+)/g)) {
          const wider = new RegExp(`(?:^|; )${name} ([^;]+)`).exec(everywhere)?.[1]?.split(' ');
          if (wider && !wider.includes("'unsafe-inline'"))
            expect(wider).toEqual(expect.arrayContaining(sources.split(' ')));
        }
      }
    }
    const { 'Content-Security-Policy': policy, 'Cache-Control': __, ...others } = printed.otherwise;
    for (const uri of ['/login/', '/signup/', '/nowhere/', '/icon.svg', '/assets/de-1.js']) {
      expect([uri, fromHeadersFile(text, 'Content-Security-Policy', uri)[0]]).toEqual([uri, policy]);
      for (const [name, value] of Object.entries(others))
        expect([uri, fromHeadersFile(text, name, uri)]).toEqual([uri, [value]]);
    }
    expect(fromHeadersFile(text, 'Cache-Control', '/assets/de-1.js')).toEqual(['public, max-age=31536000, immutable']);
    // The rules of such hosts cannot depend on how a page was opened.
    expect(fromHeadersFile(text, 'Cross-Origin-Opener-Policy', '/login/')).toEqual(['same-origin-allow-popups']);
  },
);
