import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { earlyScript } from '#contract/earlyScript.ts';
import type { Settings } from '#contract/settings.ts';
import { pagePolicy } from '#server/http/pagePolicy.ts';
import { withSettings } from '#server/http/staticFiles.ts';
import { isBuilt, mountStaticSite } from '#server/http/staticSite.ts';
import { readConfig } from '#server/platform/config.ts';
import { emptyFolder } from '#tests/support/dataFolder.ts';
import { production, withStripe } from '#tests/support/production.ts';
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

  it('include the flow map in local mode', async () => {
    const { request } = await startSite();
    expect((await request('/flows/coverage.json')).status).toBe(200);
  });

  it('are not what answers a call that does not exist', async () => {
    const { request } = await startSite();
    for (const method of ['GET', 'POST']) {
      const answer = await request('/v1/phone/nowhere', { method });
      expect([answer.status, await answer.json()]).toMatchObject([404, { errors: [{ code: 'AU1006' }] }]);
    }
  });

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
    rmSync(join(folder, 'built'));
    expect(() => mount('production')).not.toThrow();
  });

  it('are there with a whole build: not with none, nor with one that was cut off', () => {
    const folder = build();
    writeFileSync(join(folder, 'built'), 'production');
    expect([isBuilt(folder), isBuilt(join(folder, 'nothing'))]).toEqual([true, false]);
    rmSync(join(folder, 'built'));
    expect(isBuilt(folder)).toBe(false);
  });

  it('do not include the local inbox in production', async () => {
    const { request } = await startSite(production);
    for (const path of ['/inbox', '/inbox.json', '/bank/check/x', '/bank/notice']) {
      expect((await request(path)).status).toBe(404);
    }
    expect((await request('/login/')).headers.get('Strict-Transport-Security')).toMatch(/max-age=31536000/);
  });
});

describe('the policy of a page', () => {
  const policyOf = (path: string, change: Partial<Settings> = {}, framedBy: "'self'" | "'none'" = "'none'") => {
    const { settings } = readConfig({});
    const policy = pagePolicy({ settings: { ...settings, ...change } }, path, framedBy, [hashSource(style)]);
    return Object.fromEntries(policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]));
  };
  const brand = readConfig({}).settings.brand;

  it('allows everything that the page is made of, reports the rest, and nothing more', () => {
    expect(policyOf('/login/')).toEqual({
      'default-src': ["'self'"],
      'script-src': ["'self'", hashSource(earlyScript)],
      'style-src': ["'self'", hashSource(style)],
      'img-src': ["'self'", 'data:'],
      'connect-src': ["'self'"],
      'frame-src': ["'self'", 'http://127.0.0.1:3000'],
      'form-action': ["'self'"],
      'base-uri': ["'none'"],
      'object-src': ["'none'"],
      'frame-ancestors': ["'none'"],
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ["'none'"],
      'report-uri': ['/v1/phone/csp-reports'],
      'report-to': ['csp'],
    });
    expect(policyOf('/login/', {}, "'self'")['frame-ancestors']).toEqual(["'self'"]);
  });

  it('allows the operator’s images from where they are, and the API on another host', () => {
    const images = { ...brand, logo: 'https://cdn.example/logo.svg', icon: '/own/icon.svg' };
    expect(policyOf('/login/', { brand: images })['img-src']).toEqual(["'self'", 'data:', 'https://cdn.example']);
    const icon = { ...brand, logo: '', icon: 'https://icons.example/icon.svg' };
    expect(policyOf('/login/', { brand: icon })['img-src']).toEqual(["'self'", 'data:', 'https://icons.example']);
    const { hosts } = readConfig({}).settings;
    const api = { 'entry.example': 'https://api.example/v1/phone', 'other.example': '/v1/phone' };
    const elsewhere = policyOf('/login/', { hosts: { ...hosts, api }, bankOrigins: ['https://bank.example'] });
    expect(elsewhere['connect-src']).toEqual(["'self'", 'https://api.example']);
    expect(elsewhere['frame-src']).toEqual(["'self'", 'https://api.example', 'https://bank.example']);
  });

  it.each(['/login/', '/de/login/', '/app/'])('with the operator’s tags trusts them at %s', (path) => {
    const policy = policyOf(path, { tagOrigins: ['https://tags.example'] });
    expect(policy['script-src']).toContain('https://tags.example');
    expect(policy['img-src']).toContain('https://tags.example');
    expect(policy['connect-src']).toContain('https://tags.example');
    expect(policy['style-src']).toEqual(["'self'", "'unsafe-inline'"]);
    expect(policy).not.toHaveProperty('require-trusted-types-for');
    expect(policy).not.toHaveProperty('trusted-types');
  });

  it.each(['/signup/', '/de/signup/'])('trusts no tags at %s, where a card is typed', (path) => {
    expect(policyOf(path, { tagOrigins: ['https://tags.example'] })).toEqual(policyOf(path));
  });

  it('lets the flow map insert styles', () => {
    expect(policyOf('/flows/')['style-src']).toEqual(["'self'", "'unsafe-inline'"]);
    expect(policyOf('/flows-of-us/')['style-src']).not.toContain("'unsafe-inline'");
  });

  it('of the page "not found" is that of the address, whatever was asked before', async () => {
    const { app, context } = await startServer(production);
    mountStaticSite(app, context.config, build());
    const stylesAt = async (path: string) => {
      const { status, headers } = await app.request(`https://entry.example${path}`);
      return [status, /style-src 'self' (\S+);/.exec(headers.get('Content-Security-Policy') ?? '')?.[1]];
    };
    expect(await stylesAt('/flows/nothing/')).toEqual([404, "'unsafe-inline'"]);
    expect(await stylesAt('/404.html')).toEqual([200, hashSource(style)]);
    expect(await stylesAt('/flows/nothing/')).toEqual([404, "'unsafe-inline'"]);
    expect(await stylesAt('/nothing/')).toEqual([404, hashSource(style)]);
  });

  it('goes with the headers that close features and reports to others', async () => {
    const { headers } = await (await startSite()).request('/login/');
    expect(headers.get('Permissions-Policy')).toBe(
      'camera=(), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), serial=(), usb=()',
    );
    expect(headers.get('Reporting-Endpoints')).toBe('csp="/v1/phone/csp-reports"');
  });

  it.each([undefined, 'cross-site', 'same-site', 'same-origin'])(
    'goes with one that closes the window to the page that has opened it (Sec-Fetch-Site: %s)',
    async (site) => {
      const { request } = await startSite();
      for (const path of ['/login/', '/nothing/']) {
        const { headers } = await request(path, { headers: site ? { 'Sec-Fetch-Site': site } : {} });
        expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin-allow-popups');
        expect(headers.get('Vary')).toContain('Sec-Fetch-Site');
      }
    },
  );

  it('leaves that one out where the user has opened the page: a second process would delay its first paint', async () => {
    const { request } = await startSite();
    const { headers } = await request('/login/', { headers: { 'Sec-Fetch-Site': 'none' } });
    expect(headers.has('Cross-Origin-Opener-Policy')).toBe(false);
    expect(headers.get('Vary')).toContain('Sec-Fetch-Site');
  });

  it('names each style of the page', async () => {
    const folder = build();
    const two = page('two').replace('</head>', '<style>a {\n}</style></head>');
    writeFileSync(join(folder, 'login/index.html'), two);
    const server = await startServer();
    mountStaticSite(server.app, server.context.config, folder);
    const policy = (await server.request('/login/')).headers.get('Content-Security-Policy');
    expect(policy).toContain(`style-src 'self' ${hashSource(style)} ${hashSource('a {\n}')};`);
  });
});

describe('frames', () => {
  const frame = { 'Sec-Fetch-Dest': 'iframe', 'Sec-Fetch-Site': 'same-origin' };
  const framedBy = async (env: Record<string, string>, headers: Record<string, string>) => {
    const { app, context } = await startSite(env);
    const answer = await app.fetch(new Request(`${context.config.publicUrl}/login/`, { headers }));
    return /frame-ancestors (.*?);/.exec(answer.headers.get('Content-Security-Policy') ?? '')?.[1];
  };

  it('of our own pages may hold a page in local mode', async () => {
    expect(await framedBy({}, frame)).toBe("'self'");
  });

  it.each([
    ['a page of its own', { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Site': 'same-origin' }],
    ['a frame of another site', { ...frame, 'Sec-Fetch-Site': 'cross-site' }],
    ['a frame of the same site', { ...frame, 'Sec-Fetch-Site': 'same-site' }],
    ['an older browser', {}],
  ])('are forbidden to %s', async (_, headers) => {
    expect(await framedBy({}, headers)).toBe("'none'");
  });

  it('are forbidden in production', async () => {
    expect(await framedBy(production, frame)).toBe("'none'");
  });

  it('and pages of one server have each their own policy, whichever is requested first', async () => {
    const { request } = await startSite();
    const policies = [frame, {}, frame, {}].map(async (headers) => {
      const answer = await request('/login/', { headers });
      expect(answer.headers.get('Vary')).toBe('Accept-Encoding, Sec-Fetch-Dest, Sec-Fetch-Site');
      return /frame-ancestors (.*?);/.exec(answer.headers.get('Content-Security-Policy') ?? '')?.[1];
    });
    expect(await Promise.all(policies)).toEqual(["'self'", "'none'", "'self'", "'none'"]);
  });
});

describe('files', () => {
  const files: readonly [name: string, type: string | null, isCompressed: boolean][] = [
    ['assets/a.css', 'text/css; charset=utf-8', true],
    ['assets/a.js', 'text/javascript; charset=utf-8', true],
    ['a.svg', 'image/svg+xml', true],
    ['a.json', 'application/json', true],
    ['a.webmanifest', 'application/manifest+json', true],
    ['a.map', 'application/json', true],
    ['a.txt', 'text/plain; charset=utf-8', true],
    ['a.png', 'image/png', false],
    ['a.jpg', 'image/jpeg', false],
    ['a.ico', 'image/x-icon', false],
    ['a.webp', 'image/webp', false],
    ['assets/a.woff2', 'font/woff2', false],
    ['a.gz.txt', 'text/plain; charset=utf-8', true],
    ['index.html.txt', 'text/plain; charset=utf-8', true],
    ['a.exe', null, false],
    ['store.sqlite', null, false],
    ['toString', null, false],
  ];

  it.each(files)('%s is of the type %s, compressed: %s', async (name, type, isCompressed) => {
    const folder = build();
    // Neither text nor a page, whatever it looks like.
    const sent = Buffer.concat([Buffer.from([0xff, 0]), Buffer.from(`${modules}<!--settings-->`.repeat(100))]);
    writeFileSync(join(folder, name), sent);
    const server = await startServer();
    mountStaticSite(server.app, server.context.config, folder);
    const headers = { 'Accept-Encoding': 'br' };
    const answer = await server.request(`/${name}`, { headers });
    if (type === null) return expect(answer.status).toBe(404);
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, type]);
    expect(answer.headers.get('Content-Encoding')).toBe(isCompressed ? 'br' : null);
    expect(answer.headers.get('Vary')).toBe('Accept-Encoding');
    expect(answer.headers.get('Cache-Control')).toContain(name.startsWith('assets/') ? 'immutable' : 'no-cache');
    const body = Buffer.from(await answer.arrayBuffer());
    expect(isCompressed ? brotliDecompressSync(body) : body).toEqual(sent);
    expect(answer.headers.get('Link')).toBeNull();
    expect(answer.headers.get('Content-Length')).toBe(String(body.length));
    const looked = await server.request(`/${name}`, { method: 'HEAD', headers });
    expect([looked.status, await looked.text()]).toEqual([200, '']);
    expect(looked.headers.get('Content-Length')).toBe(String(body.length));
    const known = { ...headers, 'If-None-Match': answer.headers.get('ETag') ?? '' };
    const unchanged = await server.request(`/${name}`, { headers: known });
    expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
    expect((await server.request(`/${name}`, { headers: { 'If-None-Match': 'W/"other"' } })).status).toBe(200);
  });

  it('that are only there compressed, and folders, are no files of the site', async () => {
    const folder = build();
    mkdirSync(join(folder, 'old.js'));
    const { app, context, request } = await startServer();
    mountStaticSite(app, context.config, folder);
    for (const path of ['/assets/app-1234.js.gz', '/assets', '/assets/', '/login/index.html', '/old.js']) {
      expect((await request(path)).status, path).toBe(404);
    }
  });

  it('that are pages are sent as small as Brotli makes them', async () => {
    const folder = build();
    const words = Array.from({ length: 3000 }, (_, at) => `${at % 7} giraffes, ${(at * at) % 101} elephants`);
    writeFileSync(join(folder, 'login/index.html'), page(words.join('\n')));
    const { app, context, request } = await startServer();
    mountStaticSite(app, context.config, folder);
    const plain = Buffer.from(await (await request('/login/')).arrayBuffer());
    const packed = await request('/login/', { headers: { 'Accept-Encoding': 'br' } });
    expect(Buffer.from(await packed.arrayBuffer())).toEqual(brotliCompressSync(plain));
  });

  it('are sent as the build has compressed them with Brotli', async () => {
    const folder = build();
    const packed = brotliCompressSync(script, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
    writeFileSync(join(folder, 'assets/app-1234.js.br'), packed);
    const server = await startServer();
    mountStaticSite(server.app, server.context.config, folder);
    const answer = await server.request('/assets/app-1234.js', { headers: { 'Accept-Encoding': 'gzip, br' } });
    expect(answer.headers.get('Content-Encoding')).toBe('br');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(packed);
  });

  it('that are not found say so to a browser that has the page "not found" already', async () => {
    const { request } = await startSite();
    const etag = (await request('/nothing/')).headers.get('ETag') ?? '';
    const again = await request('/nothing/', { headers: { 'If-None-Match': etag } });
    expect([again.status, (await again.text()).includes('not found')]).toEqual([404, true]);
  });

  it('cannot be posted to where there is no page', async () => {
    const { request } = await startSite();
    const answer = await request('/nothing/', { method: 'POST' });
    expect([answer.status, (await answer.text()).includes('not found')]).toEqual([404, true]);
  });
});

test('settings that contain marks of a replacement are embedded as they are', async () => {
  const { config } = (await startServer()).context;
  const brand = { ...config.settings.brand, name: "$& $' </script> <!--" };
  const html = withSettings(page('x'), { ...config, settings: { ...config.settings, brand } });
  const json = /<script id="settings" type="application\/json">(.*?)<\/script>/.exec(html)?.[1] ?? '';
  expect(JSON.parse(json).brand).toEqual(brand);
});

test.each([
  [{}, 'http://localhost:3000', 200],
  [{}, 'http://127.0.0.1:3000', 307],
  [{ PUBLIC_URL: 'http://127.0.0.1:3000' }, 'http://127.0.0.1:3000', 200],
  [{ PUBLIC_URL: 'http://127.0.0.1:3000' }, 'http://localhost:3000', 307],
  [{ ...production, ...withStripe }, 'https://bank.example', 307],
  [{ ...production, ...withStripe }, 'https://entry.example', 200],
  [production, 'http://127.0.0.1:3000', 200],
  [production, 'http://[::1]:3000', 200],
])('with %o the app at %s is answered with %i', async (env, origin, status) => {
  const { app, context } = await startSite(env);
  const answer = await app.fetch(new Request(`${origin}/login/?a=1&b=2`));
  expect(answer.status).toBe(status);
  const location = status === 307 ? `${context.config.publicUrl}/login/?a=1&b=2` : null;
  expect(answer.headers.get('Location')).toBe(location);
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
