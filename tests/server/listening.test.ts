import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createSocketServer, Server as NetServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Hono } from 'hono';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sendClientError } from '#server/http/clientError.ts';
import { listen, PortTaken } from '#server/http/listen.ts';
import type { App } from '#server/http/serve.ts';
import { readConfig } from '#server/platform/config.ts';
import { ConfigError } from '#server/platform/environment.ts';
import { listenServer } from '#tests/support/wire.ts';
import { freePort } from '../../tools/freePort.ts';

const configOn = (port: number, env: Record<string, string> = {}) => readConfig({ PORT: String(port), ...env });

/** An app that answers "slow" once the test says so. */
function app() {
  const arrived = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const served: App = new Hono();
  served.get('/slow', async (request) => {
    arrived.resolve();
    await answer.promise;
    return request.text('done');
  });
  served.get('*', (request) => request.text('here'));
  return { served, arrived: arrived.promise, answer: answer.resolve };
}

const textAt = async (host: string, port: number): Promise<string | null> =>
  fetch(`http://${host}:${port}/`).then(
    (answer) => answer.text(),
    () => null,
  );

describe('listening', () => {
  it('is for this machine only, by both of its addresses', async () => {
    const port = await freePort();
    onTestFinished(await listen(app().served, configOn(port)));
    expect([await textAt('127.0.0.1', port), await textAt('[::1]', port)]).toEqual(['here', 'here']);
    const outside = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4');
    if (outside) expect(await textAt(outside.address, port)).toBeNull();
  });

  it('is at HOST instead, if that is set', async () => {
    const port = await freePort();
    const config = configOn(port, { HOST: '127.0.0.2', SMTP_URL: 'smtp://127.0.0.1:9' });
    onTestFinished(await listen(app().served, config));
    expect([await textAt('127.0.0.2', port), await textAt('127.0.0.1', port)]).toEqual(['here', null]);
  });

  it.each(['127.0.0.1', '::1'])(
    'fails where another process has the port at %s, and frees the other address',
    async (address) => {
      const other = createSocketServer();
      other.listen(0, address);
      await once(other, 'listening');
      onTestFinished(() => void other.close());
      const { port } = other.address() as AddressInfo;
      await expect(listen(app().served, configOn(port))).rejects.toBeInstanceOf(PortTaken);
      other.close();
      await once(other, 'close');
      onTestFinished(await listen(app().served, configOn(port)));
    },
  );

  it.each(['203.0.113.9', 'no-such-host.invalid'])('names HOST=%s, which this machine does not have', async (HOST) => {
    const config = configOn(await freePort(), { HOST, SMTP_URL: 'smtp://127.0.0.1:9' });
    const failure: unknown = await listen(app().served, config).catch((error) => error);
    expect(failure).toBeInstanceOf(ConfigError);
    expect(String(failure)).toMatch(`HOST must be an address or a name of this machine, and ${HOST} is none`);
  });

  it('passes on any other failure at HOST unchanged', async () => {
    refuse('127.0.0.2', 'EMFILE');
    const config = configOn(await freePort(), { HOST: '127.0.0.2', SMTP_URL: 'smtp://127.0.0.1:9' });
    await expect(listen(app().served, config)).rejects.toMatchObject({ code: 'EMFILE' });
  });

  /** As a machine on which one of the two addresses cannot be taken. */
  function refuse(address: string, code: string): void {
    const { listen: take } = NetServer.prototype;
    vi.spyOn(NetServer.prototype, 'listen').mockImplementation(function (this: NetServer, ...wanted: unknown[]) {
      if (wanted[1] !== address) return take.apply(this, wanted as never);
      process.nextTick(() => this.emit('error', Object.assign(new Error('refused'), { code })));
      return this;
    });
    onTestFinished(() => void vi.restoreAllMocks());
  }

  it.each(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])('is at IPv4 alone on a machine without IPv6: %s', async (code) => {
    const port = await freePort();
    refuse('::1', code);
    onTestFinished(await listen(app().served, configOn(port)));
    expect(await textAt('127.0.0.1', port)).toBe('here');
  });

  it.each([
    ['::1', 'EADDRINUSE', true],
    ['::1', 'EACCES', true],
    ['::1', 'EMFILE', false],
    ['127.0.0.1', 'EADDRNOTAVAIL', false],
    ['127.0.0.1', 'EAFNOSUPPORT', false],
  ])('fails if %s is refused by %s; another port helps: %s', async (address, code, isPortTaken) => {
    const port = await freePort();
    refuse(address, code);
    const failure: unknown = await listen(app().served, configOn(port)).catch((error) => error);
    expect([failure instanceof Error, failure instanceof PortTaken]).toEqual([true, isPortTaken]);
    if (!isPortTaken) expect(failure).toMatchObject({ code });
    expect(await textAt('127.0.0.1', port)).toBeNull();
  });

  it('answers as usual if an upgrade to an unknown protocol is requested', async () => {
    const { send } = await listenServer();
    const { status, body } = await send(
      'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n',
    );
    expect([status, body]).toEqual([200, expect.stringContaining('ok')]);
  });

  it('passes on what wants another protocol', async () => {
    const port = await freePort();
    const upgrades: Server = createServer();
    upgrades.on('upgrade', (_request, socket) =>
      socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    );
    onTestFinished(await listen(app().served, configOn(port), upgrades));
    const headers = { Connection: 'Upgrade', Upgrade: 'websocket' };
    const upgrading = httpRequest({ port, host: '127.0.0.1', headers });
    upgrading.end();
    const [answer] = await once(upgrading, 'upgrade');
    expect(answer.statusCode).toBe(101);
  });
});

/** The time that a stop may take, which the test ends. */
function stopLimit() {
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  onTestFinished(() => timeout.mockRestore());
  return { limit, timeout };
}

describe('stopping', () => {
  it('answers what has begun, takes nothing new, and waits for no connection that is only kept', async () => {
    const port = await freePort();
    const { served, arrived, answer } = app();
    const stop = await listen(served, configOn(port));
    const kept = connect(port, '127.0.0.1');
    kept.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(kept, 'data');
    const slow = connect(port, '127.0.0.1').setEncoding('utf8');
    slow.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await arrived;
    let isStopped = false;
    const stopped = stop().then(() => {
      isStopped = true;
    });
    await once(kept, 'close');
    expect([await textAt('127.0.0.1', port), isStopped]).toEqual([null, false]);
    const answered = performance.now();
    answer();
    expect(String(await once(slow, 'data'))).toMatch(/^HTTP\/1\.1 200 .*done$/s);
    await stopped;
    // The connection would be kept for five seconds.
    expect(performance.now() - answered).toBeLessThan(2_500);
  });

  it('waits for what a client has begun that has gone meanwhile', async () => {
    const port = await freePort();
    const { served, arrived, answer } = app();
    const stop = await listen(served, configOn(port));
    const gone = connect(port, '127.0.0.1');
    gone.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await arrived;
    gone.destroy();
    const ends: string[] = [];
    const stopped = stop().then(() => ends.push('stopped'));
    // Time enough to see that the connection is closed.
    for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    ends.push('answered');
    answer();
    await stopped;
    expect(ends).toEqual(['answered', 'stopped']);
  });

  it('ends requests that are not answered after ten seconds', async () => {
    const port = await freePort();
    const { served, arrived, answer } = app();
    const stop = await listen(served, configOn(port));
    const { limit, timeout } = stopLimit();
    const slow = connect(port, '127.0.0.1');
    slow.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await arrived;
    const stopped = stop();
    expect(timeout).toHaveBeenCalledWith(10_000);
    limit.abort();
    await once(slow, 'close');
    await stopped;
    answer();
  });

  it('waits no longer than that for a request whose client has gone', async () => {
    const port = await freePort();
    const { served, arrived, answer } = app();
    const stop = await listen(served, configOn(port));
    const { limit } = stopLimit();
    const waits = vi.spyOn(limit.signal, 'addEventListener');
    const gone = connect(port, '127.0.0.1');
    gone.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await arrived;
    gone.destroy();
    const stopped = stop();
    // Two sockets that close, then the request.
    await vi.waitFor(() => expect(waits.mock.calls.length).toBeGreaterThan(2));
    limit.abort();
    await stopped;
    answer();
  });
});

describe('a request that cannot be read', () => {
  const chunked = 'POST /login/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n';

  it('is answered once, however much of it comes', async () => {
    const { port } = await listenServer();
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => {});
    socket.write('nonsense\r\n\r\n');
    await once(socket, 'data');
    socket.write('more nonsense\r\n\r\n');
    await once(socket, 'close');
    expect(text.match(/HTTP\/1\.1 400 Bad Request\r\n/g)).toHaveLength(1);
    expect(text).toContain('connection: close');
  });

  it('is too large by what goes with its chunks: 413', async () => {
    const { send } = await listenServer();
    const { status, body } = await send(`${chunked}1;${'x'.repeat(20_000)}\r\na\r\n0\r\n\r\n`);
    expect([status, body]).toEqual([413, 'This request could not be read.']);
  });

  it.each([
    ['ERR_HTTP_REQUEST_TIMEOUT', 408],
    ['HPE_INVALID_METHOD', 400],
    [undefined, 400],
  ])('of the kind %s is answered with %i', async (code, status) => {
    const written: Buffer[] = [];
    const socket = { writable: true, end: (bytes: Buffer) => written.push(bytes), destroy: () => {} };
    const error = Object.assign(new Error('x'), code === undefined ? {} : { code });
    await sendClientError(readConfig({}), error, socket as never);
    await sendClientError(readConfig({}), error, socket as never);
    expect(written.map(String)).toEqual([expect.stringMatching(new RegExp(`^HTTP/1\\.1 ${status} `))]);
  });

  it('is answered with a page where nothing of it is left to look at', async () => {
    let text = '';
    const socket = { writable: true, end: (bytes: Buffer) => (text += bytes), destroy: () => {} };
    const error = Object.assign(new Error('x'), { code: 'HPE_HEADER_OVERFLOW' });
    await sendClientError(readConfig({}), error, socket as never);
    expect(text).toMatch(/^HTTP\/1\.1 431 .*<h1>Request too long<\/h1>/s);
  });

  it('ends two seconds after its answer, whatever else is sent', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const done: string[] = [];
    const socket = { writable: true, end: () => done.push('end'), destroy: () => done.push('destroy') };
    await sendClientError(readConfig({}), new Error('x'), socket as never);
    vi.advanceTimersByTime(1_999);
    expect(done).toEqual(['end']);
    vi.advanceTimersByTime(1);
    expect(done).toEqual(['end', 'destroy']);
  });

  it.each([
    ['has gone', 'ECONNRESET', true],
    ['takes no answer', 'HPE_INVALID_METHOD', false],
  ])('is not answered where its client %s', async (_, code, writable) => {
    const done: string[] = [];
    const socket = { writable, end: () => done.push('end'), destroy: () => done.push('destroy') };
    await sendClientError(readConfig({}), Object.assign(new Error('x'), { code }), socket as never);
    expect(done).toEqual(['destroy']);
  });

  it.each([
    // In a later packet, the rest of a line is known by its form.
    [`${'a=1; b=2; '.repeat(10)}\r\nHost: localhost\r\n`, true],
    [`token=x; ${'c=d; '.repeat(20)}`, true],
    [`${'token=long; session=longer; '.repeat(10)}\r\nHost: localhost\r\n`, true],
    [`${'token=long;session=longer;'.repeat(10)}\r\nHost: localhost\r\n`, true],
    [`${'token=TWO words; session=x; '.repeat(10)}\r\nHost: localhost\r\n`, true],
    [`GET /?${'a=1;%20b=2;'.repeat(20)} HTTP/1.1\r\nHost: localhost\r\n`, false],
    [`${'x'.repeat(200)}\r\nHost: localhost\r\n`, false],
    [`${'x'.repeat(200)}==\r\nHost: localhost\r\n`, false],
    [`${'attachment; inline; '.repeat(10)}\r\nHost: localhost\r\n`, false],
    [`GET /?a=1;%20b=2 HTTP/1.1\r\nX-A: ${'x'.repeat(100)}`, false],
    [`GET / HTTP/1.1\r\ncookie: ${'x'.repeat(50)}\r\nCOOKIE: ${'x'.repeat(50)}\r\nX-A: ${'y'.repeat(60)}`, true],
    [`POST / HTTP/1.1\r\nX-A: y\r\n\r\nbody\r\nCookie: ${'x'.repeat(100)}`, false],
    [`GET / HTTP/1.1\r\nX-Cookie: ${'x'.repeat(100)}`, false],
    [`GET / HTTP/1.1\r\nCookie: ${'x'.repeat(40)}\r\nX-A: ${'y'.repeat(80)}`, false],
    // Two headers of 38 bytes in 171, one of 16 in 32, and one of 88 in 171, as a letter beyond ASCII is two bytes.
    [`GET / HTTP/1.1\r\nCookie: ${'x'.repeat(30)}\r\nCookie: ${'x'.repeat(30)}\r\nX-A: ${'y'.repeat(70)}`, false],
    [`GET / HTTP/1.1\r\nCookie: ${'x'.repeat(8)}`, false],
    [`GET / HTTP/1.1\r\nCookie: ${'ż'.repeat(40)}\r\nX-A: ${'y'.repeat(60)}`, true],
  ])('names cookies only if it is mostly cookies: %#', async (packet, isMostlyCookies) => {
    let text = '';
    const socket = { writable: true, end: (bytes: Buffer) => (text += bytes), destroy: () => {} };
    const error = Object.assign(new Error('x'), { code: 'HPE_HEADER_OVERFLOW', rawPacket: Buffer.from(packet) });
    await sendClientError(readConfig({}), error, socket as never);
    expect(text).toMatch(/^HTTP\/1\.1 431 /);
    expect(text.includes('Too many cookies')).toBe(isMostlyCookies);
  });

  it.each([
    ['GET /v1/phone/dictionaries HTTP/1.1\r\nX-Language: pl\r\n', 'application/json', 'pl'],
    ['GET /v1/phone/dictionaries HTTP/1.1\r\nAccept: application/json\r\nx-language:br\r\n', 'application/json', 'br'],
    ['GET /v1/phone/dictionaries HTTP/1.1\r\nX-Language: xx\r\n', 'application/json', 'en'],
    ['GET /v1/phone/dictionaries HTTP/1.1\r\nAccept: text/html\r\n', 'text/html', 'en'],
    ['GET /v1/phones HTTP/1.1\r\n', 'text/html', 'en'],
    ['GET /login/v1/phone/ HTTP/1.1\r\n', 'text/html', 'en'],
    ['the rest of a header', 'text/html', 'en'],
  ])('%j is answered as %s in %s', async (packet, type, language) => {
    let text = '';
    const socket = { writable: true, end: (bytes: Buffer) => (text += bytes), destroy: () => {} };
    const error = Object.assign(new Error('x'), { code: 'HPE_HEADER_OVERFLOW', rawPacket: Buffer.from(packet) });
    await sendClientError(readConfig({}), error, socket as never);
    const body = text.split('\r\n\r\n')[1] ?? '';
    expect(text).toContain(`content-type: ${type}; charset=utf-8`);
    if (type === 'text/html') return expect(body).toContain('<html lang="en">');
    const english = 'This request is longer than this site can read';
    const { message, errors } = JSON.parse(body) as { message: string; errors: { code: string }[] };
    expect([message.startsWith(english), errors[0]?.code]).toEqual([language === 'en', 'VA1001']);
  });
});
