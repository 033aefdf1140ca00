import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { earlyScript } from '#contract/earlyScript.ts';
import { mountStaticSite } from '#server/http/staticSite.ts';
import { emptyFolder } from '#tests/support/dataFolder.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

const style = 'body { color: red }';
const page = (name: string) =>
  `<!doctype html><html><head><style>${style}</style><!--settings--></head><body>${name}</body></html>`;
const modules = [
  '<script type="module" crossorigin integrity="sha384-aa+/=" src="/assets/index-1.js"></script>',
  '<link rel="modulepreload" crossorigin integrity="sha384-bb" href="/assets/app-1234.js">',
  '<link rel="stylesheet" crossorigin integrity="sha384-cc" href="/assets/app-1.css">',
].join('');
const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const script = 'export const words = "a chunk";'.repeat(100);

/** A built site as `npm run build` leaves it. */
function build(): string {
  const folder = emptyFolder();
  const files: Record<string, string | Buffer> = {
    'index.html': page('home'),
    'login/index.html': page('login'),
    'de/login/index.html': page('anmelden'),
    'signup/index.html': page('sign-up').replace('<style>', `${modules}<style>`),
    '404.html': page('not found'),
    'assets/app-1234.js': script,
    'assets/app-1234.js.gz': gzipSync(script),
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    built: '',
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

async function startSite(env: Record<string, string> = {}): Promise<TestServer> {
  const server = await startServer(env);
  mountStaticSite(server.app, server.context.config, build());
  return server;
}

describe('pages (§2)', () => {
  it.each([
    ['/', 'home'],
    ['/login/', 'login'],
    ['/login', 'login'],
    ['/de/login/?l=de&curr=EUR', 'anmelden'],
  ])('%s answers 200 without a redirect', async (path, words) => {
    const { request } = await startSite();
    const answer = await request(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(await answer.text()).toContain(words);
  });

  it('names the modules of a page in its headers, with their digests, so that they are requested before it is read', async () => {
    const { request } = await startSite();
    const links = (await request('/signup/')).headers.get('Link');
    expect(links?.split(', ')).toEqual([
      '</assets/index-1.js>; rel=modulepreload; crossorigin; integrity="sha384-aa+/="',
      '</assets/app-1234.js>; rel=modulepreload; crossorigin; integrity="sha384-bb"',
    ]);
    expect((await request('/login/')).headers.get('Link')).toBeNull();
  });

  it.each(['/nothing/', '/login/deeper/', '/.git/config', '/.env', '/..%2f..%2fpackage.json', '/built', '//login/'])(
    '%s is the page "not found" with status 404',
    async (path) => {
      const { request } = await startSite();
      const answer = await request(path);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain('not found');
    },
  );

  it('embed the settings, which cannot close the script element', async () => {
    const { request, context } = await startSite({ SIGNUP_ORDER: 'plan-first' });
    const text = await (await request('/login/')).text();
    const json = /<script id="settings" type="application\/json">(.*?)<\/script>/.exec(text)?.[1] ?? '';
    expect(JSON.parse(json)).toEqual(context.config.settings);
    expect(JSON.parse(json).signupOrder).toBe('plan-first');
    expect(json).not.toContain('<');
  });

  it('requested on the bank’s host redirect to the app’s, keeping the query', async () => {
    const { app } = await startSite();
    for (const host of ['127.0.0.1:3000', '[::1]:3000']) {
      const answer = await app.fetch(new Request(`http://${host}/login/?token=x`));
      expect([answer.status, answer.headers.get('Location')]).toEqual([307, 'http://localhost:3000/login/?token=x']);
    }
  });

  it('forbid framing, send no referrer and are revalidated', async () => {
    const { request } = await startSite();
    for (const path of ['/login/', '/nothing/']) {
      const { headers } = await request(path);
      expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('Referrer-Policy')).toBe('no-referrer');
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Cache-Control')).toBe('no-cache');
    }
    const etag = (await request('/login/')).headers.get('ETag') ?? '';
    expect((await request('/login/', { headers: { 'If-None-Match': etag } })).status).toBe(304);
  });

  it('have files that send only the common headers: a page loads many of them', async () => {
    const { request } = await startSite();
    for (const path of ['/assets/app-1234.js', '/favicon.svg']) {
      const { headers } = await request(path);
      expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      for (const name of ['Permissions-Policy', 'Reporting-Endpoints', 'Cross-Origin-Opener-Policy'])
        expect(headers.has(name), `${name} of ${path}`).toBe(false);
    }
  });

  it('allow only their own scripts and styles, only the bank in frames, and no eval', async () => {
    const { request, context } = await startSite();
    const { settings } = context.config;
    const early = hashSource(earlyScript);
    const policyOf = async (path: string, ask = request) => {
      const policy = (await ask(path)).headers.get('Content-Security-Policy') ?? '';
      return Object.fromEntries(policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]));
    };
    expect(await policyOf('/login/')).toMatchObject({
      'script-src': ["'self'", early],
      'style-src': ["'self'", hashSource(style)],
      'connect-src': ["'self'"],
      'frame-src': ["'self'", 'http://127.0.0.1:3000'],
      'form-action': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'require-trusted-types-for': ["'script'"],
    });
    settings.tagOrigins.push('https://tags.example');
    settings.hosts.api['entry.example'] = 'https://api.example/v1/phone';
    onTestFinished(() => {
      settings.tagOrigins.pop();
      delete settings.hosts.api['entry.example'];
    });
    const { request: askWithTags } = await startSite();
    const login = await policyOf('/login/', askWithTags);
    expect(login['script-src']).toEqual(["'self'", early, 'https://tags.example']);
    expect(login['connect-src']).toEqual(["'self'", 'https://api.example', 'https://tags.example']);
    for (const path of ['/signup/', '/signup', '/de/signup/']) {
      const signUp = await policyOf(path, askWithTags);
      expect(JSON.stringify(signUp)).not.toContain('tags.example');
      expect(signUp['style-src']).not.toContain("'unsafe-inline'");
    }
  });

  it('redirect a form that was submitted before the script ran back to its page', async () => {
    const { request } = await startSite();
    const answer = await request('/login/?discount=x', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'email=a%40b.c&password=secret',
    });
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/login/?discount=x']);
    const foreign = await request('//evil.example/login/', { method: 'POST' });
    expect([foreign.status, foreign.headers.get('Location')]).toEqual([404, null]);
  });

  it('are not served in production from the build for local use', async () => {
    const { app, context } = await startServer();
    const folder = build();
    const mount = (mode: 'local' | 'production') => mountStaticSite(app, { ...context.config, mode }, folder);
    writeFileSync(join(folder, 'built'), 'development');
    expect(() => mount('local')).not.toThrow();
    expect(() => mount('production')).toThrow('npm run build');
    writeFileSync(join(folder, 'built'), 'production');
    expect(() => mount('production')).not.toThrow();
  });

  it('do not include the local inbox in production', async () => {
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://entry.example',
      SMTP_URL: 'smtp://127.0.0.1:9',
    };
    const { request } = await startSite(production);
    for (const path of ['/inbox', '/inbox.json', '/bank/check/x', '/bank/notice']) {
      expect((await request(path)).status).toBe(404);
    }
    expect((await request('/login/')).headers.get('Strict-Transport-Security')).toMatch(/max-age=31536000/);
  });
});

describe('chunks', () => {
  it('may be cached indefinitely, and are served as compressed by the build', async () => {
    const { request } = await startSite();
    const plain = await request('/assets/app-1234.js');
    expect(plain.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(await plain.text()).toBe(script);
    const packed = await request('/assets/app-1234.js', { headers: { 'Accept-Encoding': 'gzip' } });
    expect(packed.headers.get('Content-Encoding')).toBe('gzip');
    expect(Buffer.from(await packed.arrayBuffer())).toEqual(gzipSync(script));
    const refused = await request('/assets/app-1234.js', { headers: { 'Accept-Encoding': 'gzip;q=0, br;q=0' } });
    expect(refused.headers.get('Content-Encoding')).toBeNull();
  });
});
