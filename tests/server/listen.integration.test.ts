import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { API_PATH } from '#domain/hosts.ts';
import { linesOf } from '#tests/support/logLines.ts';
import { production } from '#tests/support/production.ts';
import { listenServer } from '#tests/support/wire.ts';

/** A request whose line and headers are exactly so long, most of it one cookie after the other. */
function requestOf(length: number, path: string, ...headers: string[]): string {
  const start = [`GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, 'Cookie: a='].join('\r\n');
  return `${start}${'x'.repeat(length - start.length - 4)}\r\n\r\n`;
}

describe('long headers', () => {
  it('five cookies of 3.9 kB on the host are accepted', async () => {
    const { send } = await listenServer();
    const cookies = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}=${'x'.repeat(3993)}`).join('; ');
    for (const path of [`${API_PATH}/dictionaries`, '/inbox']) {
      const answer = await send(
        `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: ${cookies}\r\n\r\n`,
      );
      expect(answer.status).toBe(200);
    }
  });

  it('are accepted up to 32 kB', async () => {
    const { send } = await listenServer();
    expect((await send(requestOf(32 * 1024, `${API_PATH}/dictionaries`))).status).toBe(200);
  });

  it.each([34_000, 60_000, 500_000])('of %i bytes get a page that says what to do', async (length) => {
    const { send } = await listenServer();
    const { status, header, body } = await send(requestOf(length, '/login/', 'Accept: text/html'));
    expect(status).toBe(431);
    expect(header('Content-Type')).toBe('text/html; charset=utf-8');
    expect(header('Cache-Control')).toBe('no-store');
    expect(header('Content-Security-Policy')).toMatch(/^default-src 'none'; style-src 'self' 'sha256-/);
    expect(header('X-Content-Type-Options')).toBe('nosniff');
    expect(header('Connection')).toBe('close');
    expect(Number(header('Content-Length'))).toBe(Buffer.byteLength(body));
    for (const words of ['your browser settings', 'lang="de"', 'lang="es"', 'lang="pl"', 'lang="pt"']) {
      expect(body).toContain(words);
    }
  });

  it.each([
    ['address', `GET /login/?x=${'x'.repeat(34_000)} HTTP/1.1\r\nHost: localhost\r\nCookie: a=1\r\n`],
    ['Authorization', `GET /login/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${'x'.repeat(34_000)}\r\n`],
    ['other headers', `GET /login/ HTTP/1.1\r\nX-A: ${'x'.repeat(20_000)}\r\nCookie: a=${'x'.repeat(14_000)}\r\n`],
  ])('that are too long by the %s get a page that does not mention cookies', async (_, head) => {
    const { send } = await listenServer();
    const { status, body } = await send(`${head}Accept: text/html\r\nConnection: close\r\n\r\n`);
    expect(status).toBe(431);
    expect(body).toContain('<h1>Request too long</h1>');
    expect(body).not.toContain('Too many cookies');
    const others = [...body.matchAll(/<section lang="([^"]+)"><h2>(?!Request too long)[^<]+<\/h2>/g)];
    expect(others.map(([, language]) => language).sort()).toEqual(['de', 'es', 'pl', 'pt']);
    expect(body.match(/<section/g)).toHaveLength(4);
  });

  it('of a call that are too long by its URL get an error that does not mention cookies', async () => {
    const { send } = await listenServer();
    const path = `${API_PATH}/dictionaries?x=${'x'.repeat(34_000)}`;
    const { status, body } = await send(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(status).toBe(431);
    expect((JSON.parse(body) as { message: string }).message).toMatch(
      /^This request is longer than this site can read/,
    );
  });

  it('of a call get a JSON error in its language', async () => {
    const { send } = await listenServer(production);
    const { status, header, body } = await send(requestOf(40_000, `${API_PATH}/dictionaries`, 'X-Language: de'));
    expect(status).toBe(431);
    expect(header('Content-Type')).toBe('application/json; charset=utf-8');
    expect(header('Strict-Transport-Security')).toContain('max-age=');
    const { message, errors } = JSON.parse(body) as { message: string; errors: { message: string }[] };
    expect(message).toContain('Cookies dieser Website');
    expect(errors).toHaveLength(1);
  });

  it('of a page under the path of the API, opened by a browser, get a page', async () => {
    const { send } = await listenServer();
    const path = `${API_PATH}/sso/connect/google`;
    const { header } = await send(requestOf(40_000, path, 'Accept: text/html,application/xhtml+xml'));
    expect(header('Content-Type')).toBe('text/html; charset=utf-8');
  });
});

describe('requests that cannot be read', () => {
  it.each([
    'GET /login/ HTTP/1.0\r\n\r\n',
    'GET /login/ HTTP/1.1\r\nConnection: close\r\n\r\n',
    'GET /login/ HTTP/1.1\r\nHost: [::1\r\nConnection: close\r\n\r\n',
    'nonsense\r\n\r\n',
  ])('%j gets 400 with a message and the headers of every response', async (request) => {
    const { send } = await listenServer();
    const { status, header, body } = await send(request);
    expect([status, body]).toEqual([400, 'This request could not be read.']);
    expect(header('Content-Type')).toBe('text/plain; charset=utf-8');
    expect(header('X-Content-Type-Options')).toBe('nosniff');
    expect(header('Cache-Control')).toBe('no-store');
  });
});

it('a request that expects what no server offers is answered like any other', async () => {
  const { send } = await listenServer();
  const { status, header } = await send(
    `POST ${API_PATH}/login HTTP/1.1\r\nHost: localhost\r\nExpect: a miracle\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  );
  expect([status, header('X-Content-Type-Options'), header('Cache-Control')]).toEqual([400, 'nosniff', 'no-store']);
});

describe('a client that goes in the middle of its request', () => {
  const head = `POST ${API_PATH}/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;

  it('is neither logged nor counted as a fault of the server', async () => {
    const { port, context } = await listenServer();
    const counted = async () =>
      (await context.metrics.requests.get()).values.map(({ labels, value }) => [labels.route, labels.status, value]);
    const lines = await linesOf(async () => {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      socket.write(`${head}Content-Length: 9000\r\n\r\n{"email":`, () => socket.destroy());
      await vi.waitFor(async () => expect(await counted()).toEqual([['POST /login', 400, 1]]), { timeout: 10_000 });
    });
    expect(lines).toEqual([]);
  });
});

describe('slow connections', () => {
  const post = `POST ${API_PATH}/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n`;
  /** How long a connection lives that begins so and then sends a little now and then, in seconds. */
  async function lifeOf(port: number, start: string, more: string): Promise<number> {
    const socket = connect(port, '127.0.0.1')
      .on('error', () => {})
      .resume();
    const opened = performance.now();
    socket.write(start);
    const dripping = setInterval(() => more && socket.writable && socket.write(more), 500);
    await once(socket, 'close');
    clearInterval(dripping);
    return (performance.now() - opened) / 1000;
  }

  const isDeep = process.env['DEEP'] === '1';
  const cases: readonly (readonly [what: string, seconds: number, start: string, more: string])[] = [
    ['headers that are complete after 10 seconds only', 10, 'GET / HTTP/1.1\r\n', 'A: b\r\n'],
    ['nothing at all', 10, '', ''],
    ...(isDeep ? [['a body that takes more than 30 seconds', 30, post, 'x'] as const] : []),
  ];
  it('end after 10 seconds without whole headers, and after 30 without a whole body', { timeout: 60_000 }, async () => {
    const { port } = await listenServer();
    const measure = async ([what, seconds, start, more]: (typeof cases)[number]) => {
      const life = await lifeOf(port, start, more);
      expect(life, what).toBeGreaterThan(seconds - 1);
      expect(life, what).toBeLessThan(seconds + 5);
    };
    await Promise.all(cases.map(measure));
  });
});

describe('health', () => {
  it.each([
    'HTTP/1.0\r\n',
    'HTTP/1.1\r\nConnection: close\r\n',
    'HTTP/1.0\r\nHost: evil.example\r\n',
    'HTTP/1.1\r\nHost: [::1\r\nConnection: close\r\n',
    'HTTP/1.1\r\nHost: 10.0.0.7:3000\r\nConnection: close\r\n',
  ])('answers %j', async (rest) => {
    const { send } = await listenServer(production);
    for (const path of ['/healthz', '/readyz', '/healthz?probe=1', '/healthz/', '/readyz/']) {
      const answer = await send(`GET ${path} ${rest}\r\n`);
      expect([answer.status, answer.header('Cache-Control')]).toEqual([200, 'no-store']);
    }
    expect((await send(`HEAD /healthz ${rest}\r\n`)).status).toBe(200);
  });

  it.each(['/login/healthz', '/login/readyz', '/healthz/login', '/readyz2', '/health'])(
    'is not at %s, which needs a host that is ours',
    async (path) => {
      const { send } = await listenServer(production);
      const statusOn = async (host: string) =>
        (await send(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).status;
      expect([await statusOn('evil.example'), await statusOn('[::1')]).toEqual([421, 400]);
    },
  );
});
