import { describe, expect, it } from 'vitest';
import type { Failure } from '#domain/failure.ts';
import { as, credentials, EMAIL, sessionToken } from '../support/account.ts';
import { eventually, withMailServer } from '../support/mailing.ts';
import { addOwner } from '../support/people.ts';
import type { TestServer } from '../support/server.ts';
import { account } from '../support/signUp.ts';

const STRANGER = '203.0.113.7';
const OWNER = '198.51.100.9';

/** A server with a mail server, and an owner whose logins need a mailed code. */
async function withOwner(env: Record<string, string> = {}) {
  const mailing = await withMailServer(env);
  await addOwner(mailing.server, EMAIL);
  return mailing;
}

type Client = ReturnType<TestServer['client']>;

/** What makes the server mail an address, by purpose. */
const requests = {
  reset: (api: Client, email: string) => api.requestReset({ body: { email } }),
  confirmation: (api: Client, email: string) => api.resendConfirmation({ body: { email } }),
  'sign-up': (api: Client, email: string) => api.createRegistration({ body: { ...account, email } }),
  login: (api: Client, email: string) => api.login({ body: { ...credentials, email } }),
} as const;
type Purpose = keyof typeof requests;
const purposes = Object.keys(requests) as Purpose[];

type Outcome = { status: number; retryAfter: number | null };

const outcomeOf = (request: Promise<{ status: number }>): Promise<Outcome> =>
  request.then(
    ({ status }) => ({ status, retryAfter: null }),
    ({ status, retryAfter }: Failure) => ({ status, retryAfter }),
  );

/** Requests one after another, as from one person who presses a button again and again. */
async function requested(api: Client, purpose: Purpose, times: number, email = EMAIL): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let count = 0; count < times; count += 1) outcomes.push(await outcomeOf(requests[purpose](api, email)));
  return outcomes;
}

const allDelivered = ({ context: { db } }: TestServer) =>
  eventually(async () => {
    expect(await db.selectFrom('outbox').select('id').where('status', '=', 'queued').execute()).toEqual([]);
  });

const accepted = (outcomes: readonly Outcome[]) => outcomes.filter(({ status }) => status < 300);
const rejected = (outcomes: readonly Outcome[]) => outcomes.filter(({ status }) => status >= 300);

it.each(purposes.filter((purpose) => purpose !== 'login'))(
  '%s mails that a stranger requests take nothing from mails of other purposes',
  async (spent) => {
    const { server, mailServer } = await withOwner();
    // From several networks, and each after the one before has arrived: a queued mail would be replaced.
    for (let count = 0; count < 14; count += 1) {
      await requested(server.client({ address: `192.0.2.${count % 3}` }), spent, 1);
      await allDelivered(server);
    }
    for (const wanted of purposes.filter((purpose) => purpose !== spent)) {
      const before = mailServer.mails.length;
      const [outcome] = await requested(server.client({ address: OWNER }), wanted, 1);
      expect(outcome?.retryAfter, wanted).toBeNull();
      // A confirmed account gets no confirmation link, from any network.
      if (wanted !== 'confirmation') await eventually(() => expect(mailServer.mails.length, wanted).toBe(before + 1));
    }
  },
);

describe('mails of one purpose', () => {
  it.each(purposes)('%s: leave the owner of the address a part that one stranger cannot use up', async (purpose) => {
    const { server } = await withOwner();
    const stranger = await requested(server.client({ address: STRANGER }), purpose, 14);
    expect(accepted(stranger)).toHaveLength(8);
    expect(accepted(await requested(server.client({ address: OWNER }), purpose, 5))).toHaveLength(5);
  });

  it('leave the owner that part also where a stranger has many networks of one IPv6 /48', async () => {
    const { server } = await withOwner();
    const ofStranger = [];
    for (let subnet = 1; subnet <= 4; subnet += 1) {
      const api = server.client({ address: `2001:db8:1:${subnet}::1` });
      ofStranger.push(...(await requested(api, 'reset', 7)));
    }
    expect(accepted(ofStranger)).toHaveLength(8);
    expect(accepted(await requested(server.client({ address: OWNER }), 'reset', 5))).toHaveLength(5);
  });

  it.each(purposes)('%s: are at most 20 an hour to one address, from however many networks', async (purpose) => {
    const { server } = await withOwner();
    let sent = 0;
    for (let host = 1; host <= 10; host += 1) {
      sent += accepted(await requested(server.client({ address: `192.0.2.${host}` }), purpose, 4)).length;
    }
    expect(sent).toBe(20);
    server.clock.forward(3600);
    expect(accepted(await requested(server.client({ address: OWNER }), purpose, 1))).toHaveLength(1);
  });

  it.each(purposes)('%s: what is not sent is not promised', async (purpose) => {
    const { server, mailServer } = await withOwner();
    // A person without an account gets the code of a sign-up; the other requests look the same for everyone.
    const email = purpose === 'sign-up' ? 'nina@example.com' : EMAIL;
    if (purpose === 'confirmation') await server.context.db.updateTable('users').set({ confirmed_at: null }).execute();
    const outcomes: Outcome[] = [];
    for (let count = 1; count <= 14; count += 1) {
      outcomes.push(...(await requested(server.client({ address: STRANGER }), purpose, 1, email)));
      const promised = accepted(outcomes).length;
      await eventually(() => expect(mailServer.mails).toHaveLength(promised));
    }
    expect(rejected(outcomes)).toEqual(Array(6).fill({ status: 429, retryAfter: 3600 }));
  });

  it.each(purposes.filter((purpose) => purpose !== 'login'))(
    '%s: are counted alike for an address with and without an account',
    async (purpose) => {
      const { server } = await withOwner();
      const api = server.client({ address: STRANGER });
      const known = await requested(api, purpose, 12);
      expect(await requested(api, purpose, 12, 'nobody@example.com')).toEqual(known);
    },
  );

  it('are counted for the mailbox, however its address is written', async () => {
    const { server } = await withOwner();
    const api = server.client({ address: STRANGER });
    const spellings = [EMAIL, 'Ann@Example.com', 'ANN@EXAMPLE.COM'];
    const outcomes: Outcome[] = [];
    for (let count = 0; count < 12; count += 1) {
      outcomes.push(...(await requested(api, 'reset', 1, spellings[count % 3])));
    }
    expect(accepted(outcomes)).toHaveLength(8);
  });

  it('an invitation: one owner cannot fill a mailbox, and gets an error', async () => {
    const { server, mailServer } = await withMailServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    const session = await as(server);
    const me = server.client({ address: STRANGER, userToken: await sessionToken(server) });
    const invite = (by: typeof me) => outcomeOf(by.inviteTeammate({ body: { email: 'mia@example.com' } }));
    const outcomes: Outcome[] = [];
    for (let count = 0; count < 12; count += 1) {
      outcomes.push(await invite(me));
      const promised = accepted(outcomes).length;
      await eventually(() => expect(mailServer.mails).toHaveLength(promised));
    }
    expect(rejected(outcomes)).toEqual(Array(4).fill({ status: 429, retryAfter: 3600 }));
    expect(await session.listSessions({})).toMatchObject({ status: 200 });
  });

  it('a resent login code counts as one', async () => {
    const { server } = await withOwner({ COOL_DOWN_S: '0' });
    const api = server.client({ address: STRANGER });
    await requested(api, 'login', 7);
    const { data } = await api.login({ body: credentials });
    const params = { nonce: 'nonce' in data ? data.nonce : '' };
    expect(await outcomeOf(api.resendLoginCode({ params }))).toEqual({ status: 429, retryAfter: 3600 });
    expect((await outcomeOf(server.client({ address: OWNER }).resendLoginCode({ params }))).status).toBe(202);
  });
});

describe('a password that was reset', () => {
  it('ends the wait that a stranger has caused by guessing', async () => {
    const { server, mailServer } = await withOwner({ TWO_FACTOR: 'off' });
    const stranger = server.client({ address: STRANGER });
    for (let guess = 0; guess < 10; guess += 1) {
      await outcomeOf(stranger.login({ body: { ...credentials, password: `guess number ${guess}` } }));
    }
    const owner = server.client({ address: OWNER });
    expect((await outcomeOf(owner.login({ body: credentials }))).status).toBe(429);
    await owner.requestReset({ body: { email: EMAIL } });
    await eventually(() => expect(mailServer.mails).toHaveLength(1));
    const token = /token=([\w-]+)/.exec(mailServer.mails[0]?.raw.replace(/=\r\n/g, '').replace(/=3D/g, '=') ?? '')?.[1];
    const password = 'nine slow elephants';
    await owner.resetPassword({ body: { token: token ?? '', password } });
    expect((await outcomeOf(owner.login({ body: { ...credentials, password } }))).status).toBe(200);
  });
});
