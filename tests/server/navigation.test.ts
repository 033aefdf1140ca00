import { describe, expect, it } from 'vitest';
import { mountStaticSite } from '#server/http/staticSite.ts';
import { takeAll } from '#server/login/applyLimits.ts';
import { limits } from '#server/login/limits.ts';
import { flowCookies } from '#server/sso/flowCookies.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { startServerOnPort } from '../support/visitor.ts';

const API = '/v1/phone';

/** A browser that is led to an address, by what it says about itself. */
const browser = (languages: string, more: Record<string, string> = {}): RequestInit => ({
  headers: {
    Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'Accept-Language': languages,
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-Dest': 'document',
    ...more,
  },
});
const oldBrowser = (languages: string, Accept = 'text/html,*/*;q=0.8'): RequestInit => ({
  headers: { Accept, 'Accept-Language': languages },
});
const program: RequestInit = { headers: { Accept: 'application/json', 'Accept-Language': 'de' } };
const programOfBoth: RequestInit = { headers: { Accept: 'text/html;q=0.5,application/json' } };
const fetchOfOurPage: RequestInit = {
  headers: { Accept: '*/*', 'Accept-Language': 'de', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' },
};

const withoutApple = async () => {
  const server = await startServer();
  server.context.config.settings.ssoProviders = ['google', 'azure'];
  return server;
};

/** What a person reads: the language that the page is in, its heading, and where it leads. */
async function pageOf(answer: Response) {
  expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  expect(answer.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
  const text = await answer.text();
  return {
    status: answer.status,
    lang: /<html lang="([^"]+)"/.exec(text)?.[1],
    heading: /<h1>([^<]+)<\/h1>/.exec(text)?.[1],
    links: [...text.matchAll(/<a href="([^"]+)"/g)].map(([, href = '']) => new URL(href).pathname),
  };
}

it.each(['/.well-known/change-password', '/.well-known/change-password/'])(
  '%s leads a password manager to the page for a new password, in the visitor’s language',
  async (path) => {
    const server = await startServer();
    const answer = await server.request(path, browser('de-AT,de;q=0.9'));
    expect([answer.status, new URL(answer.headers.get('Location') ?? '').pathname]).toEqual([
      303,
      '/de/passwort-zurucksetzen/',
    ]);
  },
);

const notOffered = [
  '/sso/connect/facebook',
  '/registrations/sso/facebook/connect',
  '/sso/connect/apple',
  '/registrations/sso/apple/connect',
  '/sso/callback/facebook?state=x&code=y',
  '/sso/callback/apple?state=x&code=y',
];

describe.each(notOffered)('%s, which is not offered', (path) => {
  it('is a page with a link for a browser that navigates to it', async () => {
    const server = await withoutApple();
    const picky = browser('de', { Accept: 'application/json' });
    const olderStill = oldBrowser('de', 'application/xhtml+xml,text/html;q=0.9,application/json;q=0.8');
    for (const init of [browser('de-AT,de;q=0.9,en;q=0.8'), picky, oldBrowser('de'), olderStill]) {
      expect(await pageOf(await server.request(API + path, init))).toEqual({
        status: 404,
        lang: 'de',
        heading: 'Diese Art der Anmeldung ist nicht verfügbar. Bitte wählen Sie eine andere.',
        links: ['/de/login/', '/de/signup/'],
      });
    }
  });

  it('is JSON for programs', async () => {
    const server = await withoutApple();
    const fetchOfHtml = { headers: { ...fetchOfOurPage.headers, Accept: 'text/html' } };
    for (const init of [program, programOfBoth, fetchOfOurPage, fetchOfHtml, {}]) {
      const answer = await server.request(API + path, init);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
      expect(await answer.json()).toMatchObject({ errors: [{ code: 'AU1006', field: '' }] });
    }
  });
});

describe("the visitor's language", () => {
  const facebook = `${API}/sso/connect/facebook`;
  it.each([
    ['', 'pl', 'pl', '/pl/zaloguj/'],
    ['', 'fr-FR,fr;q=0.9,es;q=0.7,en;q=0.5', 'es', '/es/login/'],
    ['', 'es-MX,es;q=0.9', 'es-MX', '/mx/login/'],
    ['', 'pt-BR', 'pt-BR', '/br/login/'],
    ['', 'pt-PT,pt;q=0.9', 'pt', '/pt/login/'],
    ['', 'en;q=0.3,de;q=0.9', 'de', '/de/login/'],
    ['', 'de;q=0,pl', 'pl', '/pl/zaloguj/'],
    ['', 'de;q=0', 'en', '/login/'],
    ['', 'fr', 'en', '/login/'],
    ['', 'br', 'en', '/login/'],
    ['', '*', 'en', '/login/'],
    ['', '', 'en', '/login/'],
    ['', ';;=,\u00e4', 'en', '/login/'],
    ['?locale=de', 'pl', 'de', '/de/login/'],
    ['?locale=pt-BR', 'pl', 'pt-BR', '/br/login/'],
    ['?locale=de_CH', 'pl', 'de', '/de/login/'],
    ['?locale=xx', 'pl', 'pl', '/pl/zaloguj/'],
  ])('address %j, Accept-Language %j: %s', async (search, languages, lang, login) => {
    const server = await startServer();
    const { lang: shown, links } = await pageOf(await server.request(facebook + search, browser(languages)));
    expect([shown, links[0]]).toEqual([lang, login]);
  });
});

/** Where a redirect leads, and what is said there. */
async function redirectTarget(server: TestServer, path: string, init: RequestInit) {
  const answer = await server.request(API + path, init);
  expect(answer.status).toBe(302);
  const { pathname, searchParams } = new URL(answer.headers.get('Location') ?? '');
  return [pathname, searchParams.get('error')];
}

describe('unknown callbacks', () => {
  const tooLate = 'Die Anmeldung mit Google hat zu lange gedauert oder war bereits abgeschlossen.';
  it.each([
    '',
    '?state=unknown&code=x',
    '?code=x',
    '?error=access_denied',
    '?error=server_error&error_description=%3Cb%3Ecall+555',
    '?state=%00&state=2',
  ])('%j redirect to the login in the visitor’s language', async (search) => {
    const server = await startServer();
    const [path, error] = await redirectTarget(server, `/sso/callback/google${search}`, browser('de'));
    expect(path).toBe('/de/login/');
    expect(error).toContain(tooLate);
  });

  it('are JSON for a client that accepts JSON', async () => {
    const server = await startServer();
    const answer = await server.request(`${API}/sso/callback/google?state=unknown`, program);
    expect([answer.status, await answer.json()]).toMatchObject([404, { errors: [{ code: 'AU1006' }] }]);
  });

  it('redirect a person who is led there, whatever the browser accepts', async () => {
    const server = await startServer();
    for (const init of [browser('de', { Accept: 'application/json' }), oldBrowser('de', '*/*')]) {
      const [path] = await redirectTarget(server, '/sso/callback/google?state=unknown', init);
      expect(path).toBe('/de/login/');
    }
  });

  it('use the language of another sign-on in the same browser', async () => {
    const server = await startServer();
    const cookie = startedIn(server, 'pl');
    const [path] = await redirectTarget(
      server,
      '/sso/callback/google?state=unknown',
      browser('de', { Cookie: cookie }),
    );
    expect(path).toBe('/pl/zaloguj/');
  });

  it.each([
    ['multipart/form-data; boundary=x', 'abc'],
    ['multipart/form-data', 'abc'],
    ['application/x-www-form-urlencoded', '%%%&state=%E0%A4%A'],
    ['text/plain', 'state=x'],
    ['application/json', '{'],
  ])('an unreadable form from %s redirects there too', async (type, body) => {
    const server = await startServer();
    const posted = await server.request(`${API}/sso/callback/apple`, {
      ...browser('de', { 'Content-Type': type }),
      method: 'POST',
      body,
    });
    expect(posted.status).toBe(303);
    const { pathname, search } = new URL(posted.headers.get('Location') ?? '');
    const [path] = await redirectTarget(server, pathname.slice(API.length) + search, browser('de'));
    expect(path).toBe('/de/login/');
  });

  it('a form that is too large gets an error page', async () => {
    const server = await startServer();
    const answer = await server.request(`${API}/sso/callback/apple`, {
      ...browser('pl', { 'Content-Type': 'application/x-www-form-urlencoded' }),
      method: 'POST',
      body: `code=${'x'.repeat(40_000)}`,
    });
    expect(await pageOf(answer)).toMatchObject({ status: 413, lang: 'pl', links: ['/pl/zaloguj/', '/pl/signup/'] });
  });
});

describe('every other address that a browser may navigate to', () => {
  it.each([
    ['GET', '/sso/connect/google/more'],
    ['GET', '/nothing'],
    ['POST', '/nothing'],
    ['POST', '/sso/connect/google'],
  ])('%s %s is a page', async (method, path) => {
    const server = await startServer();
    const answer = await server.request(API + path, { ...browser('es'), method });
    expect(await pageOf(answer)).toMatchObject({ status: 404, lang: 'es', links: ['/es/login/', '/es/signup/'] });
  });

  it('answers a form from another site with an error page', async () => {
    const server = await startServer();
    const answer = await server.request(`${API}/login`, {
      ...browser('de', { Origin: 'https://evil.example', 'Content-Type': 'application/x-www-form-urlencoded' }),
      method: 'POST',
      body: 'email=a',
    });
    expect(await pageOf(answer)).toMatchObject({ status: 403, lang: 'de' });
  });

  it('a bank check that does not exist shows a page in the visitor’s language', async () => {
    const server = await startServer();
    const text = await (await server.request('/bank/check/unknown', browser('de'))).text();
    expect(text).toContain('<html lang="de">');
  });

  it.each(['/bank/check/unknown', '/provider/google/interaction/unknown'])(
    'an unreadable form at %s is a client error',
    async (path) => {
      const { context } = await startServerOnPort();
      const { status } = await fetch(context.config.bankUrl + path, {
        ...browser('de', { 'Content-Type': 'multipart/form-data; boundary=x' }),
        method: 'POST',
        body: 'abc',
        redirect: 'manual',
      });
      expect(status).toBeLessThan(500);
    },
  );

  it('redirects back with the time to wait after too many sign-ons, in the language of the URL', async () => {
    const server = await startServer({ LIMITS_NETWORK: 'on' });
    const counts = [{ limit: limits.networkSso, subject: 'loopback' }];
    for (let times = 0; times < 100; times += 1) await takeAll(server.context, counts);
    const [path, error] = await redirectTarget(server, '/sso/connect/google?locale=de', browser('pl'));
    expect(path).toBe('/de/login/');
    expect(error).toContain('15 Minuten');
  });
});

/** A cookie as a sign-on leaves it that was begun in this language. */
function startedIn(server: TestServer, language: 'pl'): string {
  const lines: string[] = [];
  const visit = { header: () => undefined, setCookie: (line: string) => lines.push(line) };
  const expiresAt = server.context.now() + 1000;
  flowCookies(server.context).set(visit as never, { state: 'another', language, expiresAt });
  return lines[0]?.split(';')[0] ?? '';
}

describe('unknown addresses', () => {
  const heading = 'Hier wurde nichts gefunden.';
  const requests = [
    ['a host that is not ours', 421, '/login/', { headers: { Host: 'evil.example' } }],
    ['a method that no page takes', 404, '/login/', { method: 'DELETE' }],
    ['a path of no page, where nothing is built', 404, '/nowhere/', {}],
    ['a call that does not exist', 404, `${API}/nowhere`, {}],
  ] as const;
  it.each(requests)('%s is a page in the language of a browser', async (_, status, path, init) => {
    const server = await startServer();
    mountStaticSite(server.app, server.context.config, '/nothing/built');
    for (const { headers } of [browser('de'), oldBrowser('de')]) {
      const answer = await server.request(path, {
        ...init,
        headers: { ...headers, ...('headers' in init && init.headers) },
      });
      expect(await pageOf(answer)).toEqual({ status, lang: 'de', heading, links: ['/de/login/', '/de/signup/'] });
    }
  });
  it.each(requests)('%s is JSON for a program', async (_, status, path, init) => {
    const server = await startServer();
    mountStaticSite(server.app, server.context.config, '/nothing/built');
    const answer = await server.request(path, { ...init, headers: { ...('headers' in init && init.headers) } });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/);
  });
});
