import { describe, expect, it } from 'vitest';
import { tokenHash } from '#server/platform/secrets.ts';
import { beginFlow, purposeOf, storeNames, takeFlow } from '#server/sso/flow.ts';
import { flowCookies } from '#server/sso/flowCookies.ts';
import { requestWithCookies } from '../support/requestContext.ts';
import { startServer, type TestServer } from '../support/server.ts';

/*
 * The row and the cookie of a single sign-on, each of which has to refuse by itself: a provider that accepted a code
 * twice, or a browser that kept its cookie, must not be enough.
 */

/** Begins a sign-on; returns a way to come back by it any number of times. */
async function begin({ context }: TestServer, state: string) {
  const { requestContext, lines } = requestWithCookies();
  const journey = { provider: 'google', purpose: 'login', language: 'en', invitation: null } as const;
  const proof = { state, nonce: `nonce of ${state}`, verifier: 'verifier' };
  await beginFlow(context, requestContext, journey, { proof, counted: [] });
  const cookie = lines[0]?.split(';')[0];
  return (provider: 'google' | 'azure' = 'google', by = state) =>
    takeFlow(context, requestWithCookies(cookie).requestContext, provider, by);
}

describe('the flow of a single sign-on', () => {
  it('is redeemed once, also at the same time and with the cookie kept', async () => {
    const take = await begin(await startServer(), 'one');
    const taken = await Promise.all([take(), take(), take()]);
    expect(taken.filter((flow) => flow !== null)).toMatchObject([{ proof: { nonce: 'nonce of one' } }]);
    expect(await take()).toBeNull();
  });

  it('belongs to its provider, and another one does not use it up', async () => {
    const take = await begin(await startServer(), 'one');
    expect(await take('azure')).toBeNull();
    expect(await take()).not.toBeNull();
  });

  it('belongs to the browser that has begun it', async () => {
    const server = await startServer();
    const [one, two] = [await begin(server, 'one'), await begin(server, 'two')];
    expect(await one('google', 'two')).toBeNull();
    expect(await two()).not.toBeNull();
  });

  it('needs the cookie as we have signed it: for its state, language and end', async () => {
    const server = await startServer();
    const { requestContext, lines } = requestWithCookies();
    const journey = { provider: 'google', purpose: 'login', language: 'en', invitation: null } as const;
    const proof = { state: 'one', nonce: 'nonce', verifier: 'verifier' };
    await beginFlow(server.context, requestContext, journey, { proof, counted: [] });
    const [name = '', value = ''] = (lines[0]?.split(';')[0] ?? '').split('=');
    const [language, end, signature] = value.split('.');
    const take = (cookie: string) =>
      takeFlow(server.context, requestWithCookies(`${name}=${cookie}`).requestContext, 'google', 'one');
    for (const forged of [
      `${language}.${end}.${'x'.repeat(signature?.length ?? 0)}`,
      `${language}.${end}.`,
      `${language}.${end}`,
      `de.${end}.${signature}`,
      `${language}.${Number(end) + 1}.${signature}`,
    ])
      expect(await take(forged), forged).toBeNull();
    expect(await take(value)).not.toBeNull();
  });

  it('keeps the names of a form for its own state only, and until it is redeemed', async () => {
    const server = await startServer();
    const { context } = server;
    const [one, two] = [await begin(server, 'one'), await begin(server, 'two')];
    const names = { firstName: 'Nora', lastName: 'New' };
    await storeNames(context, 'two', names);
    await storeNames(context, 'unknown', names);
    expect(await one()).toMatchObject({ names: null, proof: { nonce: 'nonce of one' } });
    expect(await two()).toMatchObject({ names, proof: { nonce: 'nonce of two' } });
    const sealed = () => context.db.selectFrom('sso_flows').select('sealed').orderBy('id').execute();
    const before = await sealed();
    await storeNames(context, 'two', { firstName: 'Eve', lastName: 'Other' });
    expect(await sealed()).toEqual(before);
  });

  it('is told by its state, also when it is over', async () => {
    const server = await startServer();
    const { context } = server;
    await begin(server, 'one');
    await begin(server, 'two');
    const second = context.db.updateTable('sso_flows').set({ purpose: 'registration', language: 'pl' });
    await second.where('state_hash', '=', tokenHash('two')).execute();
    server.clock.forward(601);
    expect(await purposeOf(context, 'one')).toEqual({ purpose: 'login', language: 'en' });
    expect(await purposeOf(context, 'two')).toEqual({ purpose: 'registration', language: 'pl' });
    expect(await purposeOf(context, 'three')).toBeUndefined();
  });

  it('that was sealed with another key is none', async () => {
    const server = await startServer();
    const take = await begin(server, 'one');
    await server.context.db.updateTable('sso_flows').set({ sealed: 'of another key' }).execute();
    await storeNames(server.context, 'one', { firstName: 'Nora', lastName: 'New' });
    expect(await take()).toBeNull();
  });

  it('tidies the browser: unreadable, expired and the oldest beyond ten go, foreign ones stay', async () => {
    const { context, clock } = await startServer();
    const flows = flowCookies(context);
    const now = clock.now();
    const cookie = (name: string, value: string) => `sso-${name}=${value}.signature`;
    const valid = Array.from({ length: 10 }, (_, index) => cookie(`valid-${index}`, `en.${now + 2000 - index}`));
    const bad = [cookie('expired', `en.${now}`), cookie('language', `xx.${now + 9}`), cookie('end', 'en.x'), 'sso-x=7'];
    const { requestContext, lines } = requestWithCookies([...bad, ...valid, 'other=1', 'x-sso-y=en.9.z'].join('; '));
    expect(flows.languageOf(requestContext)).toBe('en');
    flows.set(requestContext, { state: 'new', language: 'de', expiresAt: now + 600_500 });
    const isRemoval = (line: string) => line.includes('Max-Age=0');
    const removed = lines.filter(isRemoval).map((line) => line.split('=')[0]);
    // The one that ends first is the oldest.
    expect(removed).toEqual(['sso-expired', 'sso-language', 'sso-end', 'sso-x', 'sso-valid-9']);
    expect(lines.filter((line) => !isRemoval(line))).toEqual([
      expect.stringMatching(new RegExp(`^sso-[\\w-]{16}=de\\.${now + 600_500}\\.[\\w-]+; Max-Age=601; `)),
    ]);
  });

  it('removes twenty cookies at a time: one with thousands of them gets no thousands of headers', async () => {
    const { context } = await startServer();
    const many = Array.from({ length: 4_000 }, (_, index) => `sso-${index}=`).join(';');
    const { requestContext, lines } = requestWithCookies(many);
    flowCookies(context).set(requestContext, { state: 'new', language: 'de', expiresAt: context.now() + 600_500 });
    expect(lines.filter((line) => line.includes('Max-Age=0'))).toHaveLength(20);
    expect(lines).toHaveLength(21);
  });

  it.each([
    [[], null],
    [['pl.5', 'de.9', 'es.7'], 'de'],
    [['pl.5', 'de.-9'], 'pl'],
    [['de.0'], null],
  ])('of the cookies %j the latest tells the language %s', async (cookies, language) => {
    const { context } = await startServer();
    const all = cookies.map((value, index) => {
      const [key, seconds] = value.split('.');
      return `sso-${index}=${key}.${context.now() + Number(seconds)}.signature`;
    });
    expect(flowCookies(context).languageOf(requestWithCookies(all.join('; ')).requestContext)).toBe(language);
  });

  it('ends after ten minutes, by its row as by its cookie', async () => {
    const server = await startServer();
    const late = await begin(server, 'late');
    server.clock.forward(600);
    expect(await late()).toBeNull();
    const outlived = await begin(server, 'outlived');
    await server.context.db.updateTable('sso_flows').set({ expires_at: server.clock.now() }).execute();
    expect(await outlived()).toBeNull();
  });
});
