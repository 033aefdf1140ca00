import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { calls } from '#contract/calls.ts';
import { etagOf } from '#server/http/etag.ts';
import { answerHeaders } from '#server/http/headers.ts';
import { publicResponses } from '#server/http/publicResponses.ts';
import { ResponseCache } from '#server/http/responseCache.ts';
import type { App } from '#server/http/serve.ts';
import { Handle } from '#server/store/sqlite/handle.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { sqliteError } from '#tests/support/sqliteError.ts';

const LIST = '/v1/phone/ddipricelistcoverages';
/** Statements are counted where SQLite runs them. */
const onSqlite = { DATABASE_URL: '' };

afterEach(() => vi.restoreAllMocks());

/** How often the areas are read from the database from now on. */
function countReads(): () => number {
  const run = vi.spyOn(Handle.prototype, 'run');
  return () => run.mock.calls.filter(([{ sql }]) => sql.includes('from "coverages"')).length;
}

const textOf = async ({ request }: TestServer, path: string, encoding: string, headers = {}) => {
  const answer = await request(path, { headers: { 'Accept-Encoding': encoding, ...headers } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const text = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
  return { status: answer.status, headers: answer.headers, text: text.toString() };
};

describe('a list that is the same for everyone', () => {
  it('is computed once, however often and by however many at once it is requested', async () => {
    const server = await startServer(onSqlite);
    const reads = countReads();
    const path = `${LIST}?limit=500`;
    const answers = await Promise.all(Array.from({ length: 12 }, () => textOf(server, path, 'br')));
    for (let count = 0; count < 5; count += 1) answers.push(await textOf(server, path, 'br'));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(reads()).toBe(1);
  });

  it('is the same in every encoding, under one ETag', async () => {
    const server = await startServer();
    const answers = await Promise.all(
      ['br', 'gzip', 'identity'].map((encoding) => textOf(server, `${LIST}?limit=500`, encoding)),
    );
    expect(answers.map(({ headers }) => headers.get('Content-Encoding'))).toEqual(['br', 'gzip', null]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(new Set(answers.map(({ headers }) => headers.get('ETag'))).size).toBe(1);
    for (const { headers } of answers) {
      expect(headers.get('Vary')).toContain('Accept-Encoding');
      expect(headers.get('Vary')).toContain('X-Language');
    }
  });

  it('is not computed again for another way to write its query', async () => {
    const server = await startServer(onSqlite);
    const reads = countReads();
    const filter = (...fields: [string, string][]) =>
      encodeURIComponent(JSON.stringify(fields.map(([field, value]) => ({ field, value }))));
    const country: [string, string] = ['country_code', 'DE'];
    const type: [string, string] = ['ddi_type', 'G'];
    for (const query of [
      `limit=5000&filter=${filter(country, type)}`,
      `limit=5000&filter=${filter(type, country, type)}`,
      `limit=99999&page=1&unknown=1&filter=${filter(country, type)}`,
    ]) {
      expect((await textOf(server, `${LIST}?${query}`, 'br')).status).toBe(200);
    }
    expect(reads()).toBe(1);
  });

  it('differs by language', async () => {
    const server = await startServer();
    const inGerman = { 'X-Language': 'de' };
    const path = '/v1/phone/dictionaries?timestamp=1';
    expect((await textOf(server, path, 'br')).text).toContain('Germany');
    expect((await textOf(server, path, 'br', inGerman)).text).toContain('Deutschland');
  });

  it.each(['%s', '"x", %s', '*', 'strong'])('is not sent to a client that has it: If-None-Match %s', async (form) => {
    const server = await startServer(onSqlite);
    const { headers } = await textOf(server, `${LIST}?limit=500`, 'br');
    const etag = headers.get('ETag') ?? '';
    const known = form === 'strong' ? etag.replace('W/', '') : form.replace('%s', etag);
    const reads = countReads();
    const answer = await server.request(`${LIST}?limit=500`, { headers: { 'If-None-Match': known } });
    expect([answer.status, await answer.text(), answer.headers.get('ETag')]).toEqual([304, '', etag]);
    expect(answer.headers.get('Cache-Control')).toMatch(/^private, max-age=\d+$/);
    expect(reads()).toBe(0);
  });

  it('is not sent to a client that has it from a server before a restart', async () => {
    const first = await startServer();
    const etag = (await textOf(first, `${LIST}?limit=500`, 'br')).headers.get('ETag') ?? '';
    const second = await startServer();
    for (const _ of ['computed', 'kept']) {
      const answer = await second.request(`${LIST}?limit=500`, { headers: { 'If-None-Match': etag } });
      expect([answer.status, answer.headers.get('ETag')]).toEqual([304, etag]);
    }
  });

  it('changes with its data', async () => {
    const server = await startServer();
    const { db } = server.context;
    const before = await textOf(server, `${LIST}?limit=500`, 'br');
    await db.deleteFrom('coverages').where('id', '=', 1).execute();
    await db.updateTable('facts').set({ value: 'next' }).where('name', '=', 'coverages').execute();
    const known = { 'If-None-Match': before.headers.get('ETag') ?? '' };
    await vi.waitFor(
      async () => expect((await server.request(`${LIST}?limit=500`, { headers: known })).status).toBe(200),
      { timeout: 5_000 },
    );
    const { data } = JSON.parse((await textOf(server, `${LIST}?limit=500`, 'br')).text) as { data: { id: number }[] };
    expect(data[0]?.id).toBe(2);
  });

  it('becomes smaller once it is requested again, but not while passwords are hashed', async () => {
    const server = await startServer();
    const hashing = vi.spyOn(server.context.passwords, 'isBusy').mockReturnValue(true);
    const lengthOf = async (limit: number) => {
      const answer = await server.request(`${LIST}?limit=${limit}`, { headers: { 'Accept-Encoding': 'br' } });
      return (await answer.arrayBuffer()).byteLength;
    };
    const [first, again, other] = [await lengthOf(500), await lengthOf(500), await lengthOf(400)];
    hashing.mockReturnValue(false);
    // One after another: once this one is smaller, the first would be too if it had begun.
    await vi.waitFor(async () => expect(await lengthOf(400)).toBeLessThan(other), 10_000);
    hashing.mockReturnValue(true);
    expect([again, await lengthOf(500)]).toEqual([first, first]);
  });

  it('is still sent while the database cannot be read', async () => {
    const server = await startServer(onSqlite);
    const before = await textOf(server, `${LIST}?limit=500`, 'br');
    vi.spyOn(Handle.prototype, 'run').mockImplementation(() => {
      throw sqliteError(10);
    });
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect((await textOf(server, `${LIST}?limit=500`, 'br')).text).toBe(before.text);
    expect((await server.request(`${LIST}?limit=501`)).status).toBe(503);
  });
});

describe('a list that is not kept yet, while passwords are hashed', () => {
  /** An app with one list for each area, of which a network gets two at once and all networks three; nobody waits. */
  const rate = (burst: number) => ({ perSecond: 0.001, burst, maxWaitMs: 0 });
  async function lists(isBusy: boolean, rates = { network: rate(2), total: rate(3) }) {
    const { context } = await startServer();
    const passwords = { ...context.passwords, isBusy: () => isBusy };
    const app: App = new Hono();
    app.use((request, next) => {
      request.set('context', context);
      return next();
    }, answerHeaders(context.config));
    const serve = publicResponses(app, { ...context, passwords }, async () => 'edition', rates);
    serve(calls.readCoverage, ({ params }) => ({
      dependsOn: params.number_id,
      read: async () => ({ status: 200, data: params.number_id }) as never,
    }));
    return async (id: string, address = '203.0.113.1') => {
      const answer = await app.fetch(new Request(`http://localhost${LIST}/${id}`), { address });
      return [answer.status, answer.headers.get('Retry-After')];
    };
  }
  const made = [200, null];
  const refused = [503, '5'];

  it('is computed two at a time for a network, also of many that are requested at once', async () => {
    const ask = await lists(true);
    expect(await Promise.all(['1', '2', '3', '4'].map((id) => ask(id)))).toEqual([made, made, refused, refused]);
    expect(await ask('5', '203.0.113.2')).toEqual(made);
  });

  it('is computed three at a time for all networks', async () => {
    const ask = await lists(true);
    const answers = ['1', '2', '3', '4'].map((id) => ask(id, `203.0.113.${id}`));
    expect(await Promise.all(answers)).toEqual([made, made, made, refused]);
  });

  it('is computed once for several who want the same, and then takes no turn', async () => {
    const ask = await lists(true);
    expect(await Promise.all(['1', '1', '1', '1'].map((id) => ask(id)))).toEqual([made, made, made, made]);
    expect([await ask('2'), await ask('3')]).toEqual([made, refused]);
  });

  it.each(['network', 'total'] as const)('waits for the turn of the %s', async (slow) => {
    const rate = (burst: number) => ({ perSecond: 20, burst, maxWaitMs: 1000 });
    const ask = await lists(true, { network: rate(100), total: rate(100), [slow]: rate(1) });
    const began = performance.now();
    expect([await ask('1'), await ask('2')]).toEqual([made, made]);
    expect(performance.now() - began).toBeGreaterThanOrEqual(48);
  });

  it('is always computed otherwise', async () => {
    const ask = await lists(false);
    for (const id of ['1', '2', '3', '4', '5']) expect(await ask(id)).toEqual(made);
  });

  it('waits for no more than one of those that another network has requested before', async () => {
    const ask = await lists(false);
    const order: string[] = [];
    const ids = Array.from({ length: 15 }, (_, index) => `${index}`);
    const flood = ids.map((id) => ask(id).then(() => order.push(id)));
    await Promise.all([...flood, ask('mine', '203.0.113.2').then(() => order.push('mine'))]);
    expect(order).toHaveLength(16);
    expect(order.indexOf('mine')).toBeLessThanOrEqual(2);
  });

  it('is refused where twenty wait for the same network, and takes nothing from others', async () => {
    const ask = await lists(false);
    const ids = Array.from({ length: 30 }, (_, index) => `${index}`);
    const flood = Promise.all(ids.map((id) => ask(id)));
    expect(await ask('mine', '203.0.113.2')).toEqual(made);
    const answers = await flood;
    expect(answers.filter(([status]) => status === 200)).toHaveLength(21);
    expect(answers.filter(([status]) => status !== 200)).toEqual(Array(9).fill(refused));
    expect(await ask('31')).toEqual(made);
  });
});

describe('what is kept of responses', () => {
  const text = (sign: string) => sign.repeat(10_000);
  const never = async () => expect.fail('computed again');

  it('has a bound: the response that was requested the longest ago is dropped', async () => {
    const cache = new ResponseCache(25_000);
    expect(cache.etagOf('never made')).toBeUndefined();
    for (const key of ['a', 'b']) await cache.body(key, null, async () => text(key));
    await cache.body('a', null, never);
    await cache.body('c', null, async () => text('c'));
    expect(cache.size).toBeLessThanOrEqual(25_000);
    expect((await cache.body('a', null, never)).bytes.toString()).toBe(text('a'));
    expect((await cache.body('b', null, async () => text('again'))).bytes.toString()).toBe(text('again'));
  });

  it('counts every encoding', async () => {
    const cache = new ResponseCache(1_000_000);
    const whole = await cache.body('a', null, async () => text('a'));
    const small = await cache.body('a', 'br', async () => text('a'));
    expect(small.etag).toBe(whole.etag);
    expect(cache.size).toBeGreaterThan(whole.bytes.length + small.bytes.length);
  });

  it('takes the bytes of each encoding and a kilobyte for each response, up to exactly the bound', async () => {
    const cache = new ResponseCache(22_000);
    const whole = await cache.body('a', null, async () => text('a'));
    expect([whole.bytes.length, whole.encoding, cache.size]).toEqual([10_000, null, 11_000]);
    const packed = await cache.body('a', 'gzip', async () => text('a'));
    expect([packed.encoding, cache.size]).toEqual(['gzip', 11_000 + packed.bytes.length]);
    await cache.body('b', null, async () => text('b'));
    // The first one went, with both of its encodings.
    expect([cache.size, cache.etagOf('a')]).toEqual([11_000, undefined]);
    await cache.body('c', null, async () => text('c'));
    expect([cache.size, cache.etagOf('b') !== undefined]).toEqual([22_000, true]);
  });

  it('stays longer if its ETag was asked for', async () => {
    const cache = new ResponseCache(22_000);
    for (const key of ['a', 'b']) await cache.body(key, null, async () => text(key));
    expect(cache.etagOf('a')).toBe(etagOf(text('a')));
    await cache.body('c', null, async () => text('c'));
    expect([cache.etagOf('a') !== undefined, cache.etagOf('b')]).toEqual([true, undefined]);
  });

  it.each([
    [1023, false],
    [1024, true],
  ])('of %i bytes is compressed and kept: %s', async (length, isKept) => {
    const cache = new ResponseCache(25_000);
    const made = await cache.body('a', 'br', async () => 'x'.repeat(length));
    expect([made.encoding, made.etag]).toEqual([isKept ? 'br' : null, etagOf('x'.repeat(length))]);
    expect([cache.size > 0, cache.etagOf('a') !== undefined]).toEqual([isKept, isKept]);
  });

  it('is computed for each encoding separately', async () => {
    const cache = new ResponseCache(25_000);
    const [whole, packed] = await Promise.all(
      ([null, 'br'] as const).map((encoding) => cache.body('a', encoding, async () => text('a'))),
    );
    expect([whole?.encoding, packed?.encoding]).toEqual([null, 'br']);
    expect(brotliDecompressSync(packed?.bytes ?? '').toString()).toBe(whole?.bytes.toString());
  });

  const list = JSON.stringify(Array.from({ length: 3_000 }, (_, id) => ({ id, city: (id * 7919).toString(36) })));

  it('that is dropped while it becomes smaller counts no longer', async () => {
    let looks = 0;
    const cache = new ResponseCache(70_000, () => {
      looks += 1;
      return looks === 1;
    });
    const small = () => cache.body('small', 'br', async () => text('s'));
    await cache.body('a', 'br', async () => list);
    await cache.body('a', 'br', never);
    await cache.body('b', null, async () => 'x'.repeat(60_000));
    expect([cache.etagOf('a'), looks]).toEqual([undefined, 1]);
    const { bytes } = await small();
    // Nobody looks for time before the work has ended.
    await vi.waitFor(async () => {
      await small();
      expect(looks).toBeGreaterThan(1);
    }, 10_000);
    expect(cache.size).toBe(60_000 + bytes.length + 2_000);
  });

  it.each(['a', 'b'])('becomes smaller, with the same contents, once it is requested again: %s', async (key) => {
    const cache = new ResponseCache(1_000_000);
    if (key === 'b') {
      const before = (await cache.body('a', 'br', async () => list)).bytes.length;
      // One after the other.
      await vi.waitFor(
        async () => expect((await cache.body('a', 'br', never)).bytes.length).toBeLessThan(before),
        10_000,
      );
    }
    const request = () => cache.body(key, 'br', async () => list);
    const first = await request();
    const sizeBefore = cache.size;
    await request();
    const smaller = await vi.waitFor(async () => {
      const body = await request();
      expect(body.bytes.length).toBeLessThan(first.bytes.length);
      return body;
    }, 10_000);
    expect(brotliDecompressSync(smaller.bytes).toString()).toBe(list);
    expect(smaller).toMatchObject({ etag: first.etag, encoding: 'br' });
    expect(sizeBefore - cache.size).toBe(first.bytes.length - smaller.bytes.length);
  });

  it('is not compressed again while there is no time for it', async () => {
    let hasTime = false;
    const cache = new ResponseCache(1_000_000, () => hasTime);
    const lengthOf = async (key: string) => (await cache.body(key, 'br', async () => list)).bytes.length;
    const [before] = [await lengthOf('a'), await lengthOf('a'), await lengthOf('b')];
    hasTime = true;
    // One after another: once this one is smaller, the other would be too if it had begun.
    await vi.waitFor(async () => expect(await lengthOf('b')).toBeLessThan(before), 10_000);
    hasTime = false;
    expect([await lengthOf('a'), await lengthOf('a')]).toEqual([before, before]);
  });

  it('does not include what could not be computed', async () => {
    const cache = new ResponseCache(1_000_000);
    const failing = cache.body('a', null, async () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect((await cache.body('a', null, async () => text('a'))).bytes.length).toBe(10_000);
  });

  it('is computed one response after another', async () => {
    const cache = new ResponseCache(1_000_000);
    let running = 0;
    const make = async () => {
      running += 1;
      expect(running).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return text('x');
    };
    await Promise.all(['a', 'b', 'c', 'd'].map((key) => cache.body(key, 'gzip', make)));
  });
});
