import { describe, expect, it } from 'vitest';
import { API_PATH } from '#domain/hosts.ts';
import { findClient, forwardedHost, isTrusted, trustedProxies } from '#server/http/trustedProxies.ts';
import { tokenHash } from '#server/platform/secrets.ts';
import { failureOf } from '#tests/support/failures.ts';
import { linesOf } from '#tests/support/logLines.ts';
import { production } from '#tests/support/production.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

describe("the client's address", () => {
  const ranges = 'loopback, 10.0.0.0/8 192.0.2.7,2001:db8:1::/48';

  it.each([
    ['203.0.113.9', '', '203.0.113.9'],
    ['203.0.113.9', '1.2.3.4', '203.0.113.9'],
    ['127.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['::1', '1.2.3.4', '1.2.3.4'],
    ['::ffff:127.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['::ffff:10.1.1.1', '1.2.3.4', '1.2.3.4'],
    ['10.200.0.1', '6.6.6.6, 1.2.3.4', '1.2.3.4'],
    ['10.0.0.1', '6.6.6.6, 1.2.3.4, 192.0.2.7', '1.2.3.4'],
    ['10.0.0.1', '6.6.6.6,1.2.3.4,10.0.0.2,192.0.2.7', '1.2.3.4'],
    ['2001:db8:1::5', '6.6.6.6, 2001:db8:2::1', '2001:db8:2::1'],
    ['2001:db8:2::5', '1.2.3.4', '2001:db8:2::5'],
    ['192.0.2.8', '1.2.3.4', '192.0.2.8'],
    ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['10.0.0.1', '1.2.3.4:5678', '1.2.3.4'],
    ['10.0.0.1', '[2001:db8:2::1]:443', '2001:db8:2::1'],
    ['10.0.0.1', '[2001:db8:2::1]', '2001:db8:2::1'],
    ['10.0.0.1', ' , 1.2.3.4 , ,', '1.2.3.4'],
    ['10.0.0.1', '1.2.3.4, unknown', '10.0.0.1'],
    ['10.0.0.1', '1.2.3.4, <script>', '10.0.0.1'],
    ['10.0.0.1', '1.2.3.4, 999.1.1.1', '10.0.0.1'],
    ['10.0.0.1', '1.2.3.4, []:80', '10.0.0.1'],
    ['10.0.0.1', '1.2.3.4, x[2001:db8:2::1]', '10.0.0.1'],
    ['10.0.0.1', '1.2.3.4, [2001:db8:2::1]x', '10.0.0.1'],
    ['10.0.0.1', '1.2.3.4, x5.6.7.8:80', '10.0.0.1'],
    ['10.0.0.1', '1.2.3.4, 5.6.7.8:80x', '10.0.0.1'],
    ['unknown', '1.2.3.4', 'unknown'],
    ['fe80::1%eth0', '1.2.3.4', 'fe80::1%eth0'],
    ['10.0.0.1', 'x,'.repeat(10_000), '10.0.0.1'],
  ])('from %s with X-Forwarded-For: %s is %s', (peer, forwarded, client) => {
    const proxies = trustedProxies({ TRUSTED_PROXIES: ranges }, true);
    expect(findClient(peer, forwarded, proxies).address).toBe(client);
  });

  it('trusts this machine in production and nobody in local mode, unless the setting says otherwise', () => {
    const trusts = (address: string, env: Record<string, string>, isProduction: boolean) =>
      isTrusted(trustedProxies(env, isProduction), address);
    expect(['127.0.0.1', '127.9.9.9', '::1'].map((address) => trusts(address, {}, true))).toEqual([true, true, true]);
    expect(trusts('10.0.0.1', {}, true)).toBe(false);
    expect(trusts('127.0.0.1', {}, false)).toBe(false);
    const only = { TRUSTED_PROXIES: '10.0.0.1' };
    expect([trusts('10.0.0.1', only, false), trusts('127.0.0.1', only, true)]).toEqual([true, false]);
    const several = { TRUSTED_PROXIES: ', 10.0.0.1,, fe80::/10 ,' };
    const addresses = ['10.0.0.1', 'fe80::1%eth0', 'fec0::1%eth0', '10.0.0.2'];
    expect(addresses.map((address) => trusts(address, several, false))).toEqual([true, true, false, false]);
  });

  it.each([
    ['entry.example', 1, 'entry.example'],
    ['entry.example, inner', 2, 'entry.example'],
    ['evil.example, entry.example', 1, 'entry.example'],
    ['entry.example', 2, 'entry.example'],
    ['entry.example', 0, null],
    ['', 1, null],
  ])('X-Forwarded-Host: %s over %i proxies names %s', (header, hops, host) => {
    expect(forwardedHost(header, { address: '1.2.3.4', hops })).toBe(host);
  });
});

describe('network limits behind proxies', () => {
  const wrong = { email: 'ann@example.com', password: 'wrong password' };
  const tryFrom = ({ client }: TestServer, address: string, forwarded: string) =>
    failureOf(client({ address, headers: { 'X-Forwarded-For': forwarded } }).login({ body: wrong }));
  const countsOf = async ({ context }: TestServer) => {
    const rows = await context.db.selectFrom('throttles').select(['bucket', 'count']).execute();
    return rows.filter(({ bucket }) => bucket.startsWith('network-logins:')).map(({ count }) => count);
  };

  it.each([
    ['a proxy of this machine', {}, '127.0.0.1', (visitor: string) => visitor],
    ['a proxy elsewhere', { TRUSTED_PROXIES: '10.0.0.5' }, '10.0.0.5', (visitor: string) => `6.6.6.6, ${visitor}`],
    ['two proxies', { TRUSTED_PROXIES: '10.0.0.0/24' }, '10.0.0.5', (visitor: string) => `${visitor}, 10.0.0.9`],
    ['proxies with IPv6', { TRUSTED_PROXIES: 'fd00::/8' }, 'fd00::1', (visitor: string) => `${visitor}, fd00::2`],
  ])('%s: each visitor is counted separately', async (_name, env, peer, forwarded) => {
    const server = await startServer({ ...production, ...env });
    for (const visitor of ['203.0.113.1', '203.0.113.2', '203.0.113.1'])
      await tryFrom(server, peer, forwarded(visitor));
    expect((await countsOf(server)).sort()).toEqual([1, 2]);
  });

  it('an untrusted client cannot change the count by a header', async () => {
    const server = await startServer(production);
    for (const forged of ['1.1.1.1', '2.2.2.2', 'rubbish']) await tryFrom(server, '203.0.113.9', forged);
    expect(await countsOf(server)).toEqual([3]);
  });

  it('a header of an untrusted peer is logged once per peer', async () => {
    const server = await startServer(production);
    const requestFrom = (address: string, headers: Record<string, string>) =>
      server.request('/healthz', { address, headers });
    const lines = await linesOf(async () => {
      await requestFrom('127.0.0.1', { 'X-Forwarded-For': '1.2.3.4', 'X-Forwarded-Proto': 'https' });
      await requestFrom('10.0.0.5', {});
      for (const header of ['X-Forwarded-Proto', 'X-Forwarded-Host', 'Forwarded']) {
        await requestFrom('10.0.0.5', { [header]: 'secret' });
        await requestFrom('10.0.0.6', { [header]: 'secret' });
      }
    });
    const line = { event: 'forwarded header of an untrusted peer ignored', change: 'TRUSTED_PROXIES' };
    expect(lines).toEqual(['10.0.0.5', '10.0.0.6'].map((peer) => ({ ...line, header: 'X-Forwarded-Proto', peer })));
  });

  it.each([
    ['names none', {}, true],
    ['names only itself', { 'X-Forwarded-For': '127.0.0.1' }, true],
    ['names none in a list that cannot be read', { 'X-Forwarded-For': 'unknown' }, true],
    ['names one', { 'X-Forwarded-For': '203.0.113.1' }, false],
  ])('a trusted proxy that %s: whether the log says so, once', async (_, forwarded, isLogged) => {
    const server = await startServer({ ...production, TRUSTED_PROXIES: 'loopback' });
    const fromBrowser = { 'Sec-Fetch-Site': 'same-origin', ...forwarded };
    const send = (path: string, method: string, headers: Record<string, string>) =>
      server.request(path, { address: '127.0.0.1', method, headers });
    const other = await linesOf(async () => {
      await send('/login/', 'GET', fromBrowser);
      await send('/nowhere', 'POST', forwarded);
    });
    expect(other).toEqual([]);
    const lines = await linesOf(async () => {
      for (let again = 0; again < 2; again += 1) await send('/nowhere', 'POST', fromBrowser);
    });
    const change = 'X-Forwarded-For, which the proxy has to send';
    const line = { event: 'trusted proxy names no visitor', peer: '127.0.0.1', change };
    expect(lines).toMatchObject(isLogged ? [line] : []);
    expect(lines).toHaveLength(isLogged ? 1 : 0);
  });
});

it.each(['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto'])(
  'the header %s of an untrusted peer is reported',
  async (header) => {
    const server = await startServer(production);
    const lines = await linesOf(() =>
      server.request('/healthz', { address: '10.0.0.5', headers: { [header]: 'secret' } }),
    );
    expect(lines).toMatchObject([{ header, peer: '10.0.0.5' }]);
  },
);

it('a visitor is where the socket leads, and on this machine where there is none', async () => {
  const server = await startServer(production);
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ email: 'ann@example.com', password: 'wrong password' });
  for (const connection of [{ incoming: { socket: { remoteAddress: '203.0.113.9' } } }, {}, undefined]) {
    await server.app.fetch(
      new Request(`https://entry.example${API_PATH}/login`, { method: 'POST', headers, body }),
      connection,
    );
  }
  const rows = await server.context.db.selectFrom('throttles').select(['bucket', 'count']).execute();
  const logins = rows.filter(({ bucket }) => bucket.startsWith('network-logins:'));
  const counted = Object.fromEntries(logins.map(({ bucket, count }) => [bucket, count]));
  const bucketOf = (network: string) => `network-logins:${tokenHash(network)}`;
  expect(counted).toEqual({ [bucketOf('203.0.113.9')]: 1, [bucketOf('loopback')]: 2 });
});

describe('X-Forwarded-Host', () => {
  const requestFrom = ({ app }: TestServer, address: string, headers: Record<string, string>) =>
    app.fetch(
      new Request(`http://inner:3000${API_PATH}/dictionaries`, { headers: { Host: 'inner:3000', ...headers } }),
      {
        address,
      },
    );

  it('replaces the Host that a trusted proxy has not passed on', async () => {
    const server = await startServer(production);
    expect((await requestFrom(server, '127.0.0.1', { 'X-Forwarded-Host': 'entry.example' })).status).toBe(200);
    expect((await requestFrom(server, '127.0.0.1', { 'X-Forwarded-Host': 'evil.example' })).status).toBe(421);
    expect((await requestFrom(server, '127.0.0.1', {})).status).toBe(421);
  });

  it('is what the log names if it is none of ours', async () => {
    const server = await startServer(production);
    const lines = await linesOf(async () => {
      await requestFrom(server, '127.0.0.1', { 'X-Forwarded-Host': 'evil.example' });
      await requestFrom(server, '127.0.0.1', {});
    });
    expect(lines.map(({ host }) => host)).toEqual(['evil.example', 'inner']);
  });

  it('is ignored from any other sender', async () => {
    const server = await startServer(production);
    expect((await requestFrom(server, '203.0.113.9', { 'X-Forwarded-Host': 'entry.example' })).status).toBe(421);
  });
});
