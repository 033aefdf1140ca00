import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Hono } from 'hono';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { answerHeaders } from '#server/http/headers.ts';
import { loginsFirst } from '#server/http/loginsFirst.ts';
import { Pace } from '#server/http/pace.ts';
import { watchReadiness } from '#server/http/readiness.ts';
import type { App } from '#server/http/serve.ts';
import { createPasswords } from '#server/login/passwords.ts';
import { readConfig } from '#server/platform/config.ts';
import type { ServerContext } from '#server/platform/context.ts';
import { createMetrics } from '#server/platform/metrics.ts';
import { StoreUnavailable } from '#server/store/errors.ts';
import type { Store } from '#server/store/schema.ts';
import { linesOf } from '#tests/support/logLines.ts';
import { startServer } from '#tests/support/server.ts';

describe('the turns of a key', () => {
  const rate = { perSecond: 10, burst: 3, maxWaitMs: 200 };

  it('are free up to the burst, then spread, and refused where the wait is too long', () => {
    const pace = new Pace(rate);
    expect(Array.from({ length: 7 }, () => pace.take('a', 0))).toEqual([0, 0, 0, 100, 200, null, null]);
  });

  it('of another key are its own', () => {
    const pace = new Pace(rate);
    for (let count = 0; count < 9; count += 1) pace.take('a', 0);
    expect(pace.take('b', 0)).toBe(0);
  });

  it('come back with time, up to the burst', () => {
    const pace = new Pace(rate);
    for (let count = 0; count < 5; count += 1) pace.take('a', 0);
    expect([pace.take('a', 300), pace.take('a', 300)]).toEqual([0, 100]);
    expect(Array.from({ length: 4 }, () => pace.take('a', 60_000))).toEqual([0, 0, 0, 100]);
  });
});

it('of keys that are made up take no more memory than 10,000 of them', () => {
  const pace = new Pace({ perSecond: 1, burst: 1, maxWaitMs: 0 });
  expect([pace.take('a', 0), pace.take('a', 0)]).toEqual([0, null]);
  for (let key = 1; key < 10_000; key += 1) pace.take(`made up ${key}`, 0);
  expect(pace.take('a', 0)).toBeNull();
  pace.take('one more', 0);
  expect(pace.take('a', 0)).toBe(0);
});

it('of keys that are parts of long texts keep none of these in memory', () => {
  setFlagsFromString('--expose-gc');
  const collected = () => {
    runInNewContext('gc')();
    return process.memoryUsage().heapUsed;
  };
  const pace = new Pace({ perSecond: 1, burst: 1, maxWaitMs: 0 });
  const before = collected();
  for (let key = 0; key < 500; key += 1) {
    const path = Buffer.from(`/${key}${'a'.repeat(100_000)}`).toString('latin1');
    pace.take(`203.0.113.1 ${path.slice(0, 100)}`, 0);
  }
  expect((collected() - before) / 500).toBeLessThan(10_000);
  expect(pace.take(`203.0.113.1 /7${'a'.repeat(98)}`, 0)).toBeNull();
});

it.each([
  ['read', 'path', 'GET'],
  ['read', 'network', 'GET'],
  ['change', 'changes', 'PATCH'],
] as const)('a %s is answered after its turn (%s)', async (_, slow, method) => {
  const app: App = new Hono();
  const config = readConfig({ LIMITS_NETWORK: 'on' });
  const rate = (burst: number) => ({ perSecond: 20, burst, maxWaitMs: 1000 });
  const passwords = { ...createPasswords(), isBusy: () => true };
  const rates = { path: rate(100), network: rate(100), changes: rate(100), [slow]: rate(1) };
  app.use(loginsFirst({ config, passwords, metrics: createMetrics({} as Store) }, rates));
  app.all('*', (request) => request.text('done'));
  const began = performance.now();
  await app.request('/a', { method });
  const answer = await app.request('/a', { method });
  expect([answer.status, performance.now() - began >= 48]).toEqual([200, true]);
});

describe('a network beside the logins of others', () => {
  /** An app that gives two turns a path to read, and three a network, and three to change; it never waits. */
  function app(isBusy: boolean, env = {}) {
    const rate = (burst: number) => ({ perSecond: 0.001, burst, maxWaitMs: 0 });
    const passwords = { ...createPasswords(), isBusy: () => isBusy };
    const served: App = new Hono();
    const config = readConfig(env);
    const metrics = createMetrics({} as Store);
    served.use(
      (request, next) => {
        request.set('context', { now: Date.now } as ServerContext);
        return next();
      },
      answerHeaders(config),
      loginsFirst({ config, passwords, metrics }, { path: rate(2), network: rate(3), changes: rate(3) }),
    );
    served.all('*', (request) => request.text('read'));
    const ask = async (path: string, { address = '203.0.113.1', method = 'GET' } = {}) =>
      (await served.fetch(new Request(`http://localhost${path}`, { method }), { address })).status;
    return { served, ask, metrics };
  }

  it('is limited, while passwords are hashed, for each path that it reads, with Retry-After', async () => {
    const { served, ask } = app(true);
    expect([await ask('/a'), await ask('/a?other'), await ask('/a')]).toEqual([200, 200, 429]);
    const refused = await served.fetch(new Request('http://localhost/a'), { address: '203.0.113.1' });
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '5']);
    expect(await ask('/a', { address: '203.0.113.2' })).toBe(200);
  });

  it('is limited for all paths that it reads together', async () => {
    const { ask } = app(true);
    expect([await ask('/a'), await ask('/b'), await ask('/c'), await ask('/d')]).toEqual([200, 200, 200, 429]);
  });

  it('is counted and logged with the limit and without the path, so that an operator can find it', async () => {
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://entry.example', SMTP_URL: 'smtp://127.0.0.1:9' };
    const { ask, metrics } = app(true, production);
    const lines = await linesOf(async () => {
      for (const path of ['/a', '/a', '/a?token=secret', '/b', '/c']) await ask(path);
      for (const path of ['/a', '/a', '/a', '/secret']) await ask(path, { method: 'POST' });
    });
    const refused = { event: 'request refused with 429', network: '203.0.113.1' };
    expect(lines).toEqual([
      { ...refused, method: 'GET', limit: 'network-path' },
      { ...refused, method: 'GET', limit: 'network-reads' },
      { ...refused, method: 'GET', limit: 'network-reads' },
      { ...refused, method: 'POST', limit: 'network-changes' },
    ]);
    const { values } = await metrics.refusals.get();
    const refusals = values.filter(({ value }) => value > 0).map(({ labels, value }) => [labels.limit, value]);
    expect(Object.fromEntries(refusals)).toEqual({ 'network-path': 1, 'network-reads': 2, 'network-changes': 1 });
  });

  it('delays neither health checks nor changes', async () => {
    const { ask } = app(true);
    for (const path of ['/a', '/b', '/c', '/d']) await ask(path);
    for (const path of ['/healthz', '/readyz', '/healthz/', '/readyz/']) expect(await ask(path), path).toBe(200);
    expect(await ask('/healthz/more')).toBe(429);
    expect(await ask('/a', { method: 'POST' })).toBe(200);
    expect(await ask('/a', { method: 'HEAD' })).toBe(429);
  });

  it('reads freely while no password is hashed', async () => {
    const { ask } = app(false);
    for (let count = 0; count < 9; count += 1) expect(await ask('/a')).toBe(200);
  });

  it('is limited in its changes at any time, whatever they are, and other networks are not', async () => {
    for (const isBusy of [false, true]) {
      const { ask } = app(isBusy);
      const changes = ['POST', 'PATCH', 'DELETE', 'POST', 'PATCH'];
      const statuses = await Promise.all(changes.map((method, index) => ask(`/${index}`, { method })));
      expect(statuses).toEqual([200, 200, 200, 429, 429]);
      expect(await ask('/a', { method: 'POST', address: '203.0.113.2' })).toBe(200);
      expect(await ask('/a', { method: 'OPTIONS' })).toBe(200);
      expect(await ask('/a')).toBe(200);
    }
  });

  it.each([
    ['off', 200],
    ['on', 429],
  ])('that is this machine is limited in its changes by LIMITS_NETWORK only (%s)', async (LIMITS_NETWORK, last) => {
    const { ask } = app(true, { LIMITS_NETWORK });
    const statuses = [];
    for (let count = 0; count < 4; count += 1) statuses.push(await ask('/a', { method: 'POST', address: '127.0.0.1' }));
    expect(statuses).toEqual([200, 200, 200, last]);
  });
});

it('passwords are busy during a hash and for a moment after it', async () => {
  const passwords = createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 });
  expect(passwords.isBusy()).toBe(false);
  const hashing = passwords.hash('correct horse');
  expect(passwords.isBusy()).toBe(true);
  await hashing;
  expect(passwords.isBusy()).toBe(true);
});

describe('readiness', () => {
  /** A database whose test writes end as the test says. */
  function watched(whyWaiting: () => string | null = () => null) {
    let end: (error?: Error) => void = () => {};
    let writes = 0;
    const execute = () =>
      new Promise<void>((resolve, reject) => {
        writes += 1;
        end = (error) => (error ? reject(error) : resolve());
      });
    const insertion = { values: () => insertion, onConflict: () => insertion, execute };
    const selection = { select: () => selection, where: () => selection, executeTakeFirstOrThrow: async () => ({}) };
    const db = { insertInto: () => insertion, selectFrom: () => selection } as unknown as Store;
    const whyNotReady = watchReadiness({ db, whyWaiting });
    return { whyNotReady, end: (error?: Error) => end(error), writes: () => writes };
  }
  const ended = async (check: Promise<string | null>, end: () => void) => {
    end();
    return check;
  };

  it('is known after a test write, and why not', async () => {
    const { whyNotReady, end } = watched();
    expect(await ended(whyNotReady(), end)).toBeNull();
    const full = new StoreUnavailable('the disk is full');
    expect(await ended(whyNotReady(), () => end(full))).toBe('the disk is full');
    expect(await ended(whyNotReady(), () => end(new Error('x')))).toBe('it does not answer');
    expect(await ended(whyNotReady(), end)).toBeNull();
  });

  it('is as it was last while a test write takes long, and fails after a second', async () => {
    const { whyNotReady, end, writes } = watched();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(10_000);
    onTestFinished(() => clock.mockRestore());
    expect([await whyNotReady(), await whyNotReady(), writes()]).toEqual([null, null, 1]);
    clock.mockReturnValue(11_000);
    expect(await whyNotReady()).toBeNull();
    clock.mockReturnValue(11_001);
    expect(await whyNotReady()).toBe('it takes too long to answer');
    const full = new StoreUnavailable('the disk is full');
    expect(await ended(whyNotReady(), () => end(full))).toBe('the disk is full');
    clock.mockReturnValue(20_000);
    expect([await whyNotReady(), writes()]).toEqual(['the disk is full', 2]);
    expect(await ended(whyNotReady(), end)).toBeNull();
  });

  it('names what a test write waits for from the first check', async () => {
    let waitsFor: string | null = 'another process holds its lock';
    const { whyNotReady, end } = watched(() => waitsFor);
    expect(await whyNotReady()).toBe('another process holds its lock');
    waitsFor = null;
    expect(await whyNotReady()).toBeNull();
    // What others wait for is no reason once the test write has succeeded.
    waitsFor = 'another process holds its lock';
    expect(await ended(whyNotReady(), end)).toBeNull();
  });

  it('is checked again only as often as its pace allows', async () => {
    const { whyNotReady, end, writes } = watched();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(10_000);
    onTestFinished(() => clock.mockRestore());
    for (let count = 0; count < 12; count += 1) await ended(whyNotReady(), end);
    expect(writes()).toBe(10);
    clock.mockReturnValue(10_100);
    await ended(whyNotReady(), end);
    expect(writes()).toBe(11);
  });
});

it('readiness checks write at most ten times at once; the others get the last known state', async () => {
  const server = await startServer();
  const { db } = server.context;
  let writes = 0;
  const insertInto = db.insertInto.bind(db);
  Object.assign(db, {
    insertInto: (table: 'facts') => {
      writes += 1;
      return insertInto(table);
    },
  });
  for (let count = 0; count < 40; count += 1) expect((await server.request('/readyz')).status).toBe(200);
  expect(writes).toBeGreaterThan(0);
  expect(writes).toBeLessThan(40);
});
