import { describe, expect, it, vi } from 'vitest';
import { limits } from '#server/login/limits.ts';
import { tokenHash } from '#server/platform/secrets.ts';
import { useUp } from '../support/counters.ts';
import { codesOf, failureOf } from '../support/failures.ts';
import { addOwner, codeFor, mailsTo, otherThan, PASSWORD } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { AREA, account, begin, beginVerified, chooseNumber, EMAIL, numbersFor, submit } from '../support/signUp.ts';

const STRANGER = '203.0.113.7';
const OWNER = '198.51.100.9';

const from = (server: TestServer, address: string): TestServer => ({ ...server, api: server.client({ address }) });

/** Begins registrations of one address and enters wrong codes in each; returns the statuses of all codes. */
async function guess(server: TestServer, registrations: number, email = EMAIL): Promise<number[]> {
  const statuses: number[] = [];
  for (let draft = 0; draft < registrations; draft += 1) {
    const token = await begin(server, { email });
    const verification_code = otherThan(await codeFor(server, email));
    for (let attempts = 0; attempts < 5; attempts += 1) {
      statuses.push((await failureOf(submit(server.api, token, { step: '2', verification_code }))).status);
    }
  }
  return statuses;
}

/** The numbers that are held now. */
const heldAt = ({ context: { db }, clock }: TestServer) =>
  db.selectFrom('reservations').select('number').where('expires_at', '>', clock.now()).execute();

const change = (server: TestServer, token: string, email: string) => submit(server.api, token, { step: '1', email });

/** A sign-up by single sign-on at a provider that does not vouch for the address. */
async function beginClaimed(server: TestServer, person = 0): Promise<string> {
  const { db, now } = server.context;
  const token = await begin(server);
  const identity = { provider: 'google', issuer: 'x', subject: `${person}`, email: EMAIL, created_at: now() } as const;
  const { id } = await db.insertInto('sso_identities').values(identity).returning('id').executeTakeFirstOrThrow();
  await db
    .updateTable('registrations')
    .set({ sso_identity_id: id, step: '2-sso' })
    .where('token_hash', '=', tokenHash(token))
    .execute();
  return token;
}

const checked = (statuses: readonly number[]) => statuses.filter((status) => status === 400).length;

describe('guessing the code of a sign-up', () => {
  it('is limited for the address: further registrations of one network allow no further guesses', async () => {
    const server = from(await startServer(), STRANGER);
    expect(checked(await guess(server, 5))).toBe(10);
    server.clock.forward(86_399);
    expect(checked(await guess(server, 1))).toBe(0);
    server.clock.forward(1);
    expect(checked(await guess(server, 1))).toBe(5);
  });

  it('is limited for the address over all networks to 20 a day', async () => {
    const server = await startServer();
    let guesses = 0;
    for (let host = 1; host <= 6; host += 1) guesses += checked(await guess(from(server, `192.0.2.${host}`), 2));
    expect(guesses).toBe(20);
    const owner = from(server, OWNER);
    const token = await begin(owner);
    const right = { step: '2', verification_code: await codeFor(server, EMAIL) } as const;
    expect(await codesOf(submit(owner.api, token, right))).toEqual([429, 'AU1004']);
    // The attempts of a day count, not those of an hour.
    server.clock.forward(86_399);
    const nextDay = await begin(owner);
    const fresh = { step: '2', verification_code: await codeFor(server, EMAIL) } as const;
    expect(await codesOf(submit(owner.api, nextDay, fresh))).toEqual([429, 'AU1004']);
    server.clock.forward(1);
    const later = await begin(owner);
    const verification_code = await codeFor(server, EMAIL);
    expect((await submit(owner.api, later, { step: '2', verification_code })).status).toBe(200);
  });

  it('by one stranger leaves the owner of the mailbox their own attempts', async () => {
    const server = await startServer();
    await guess(from(server, STRANGER), 8);
    const owner = from(server, OWNER);
    const token = await begin(owner);
    const code = await codeFor(server, EMAIL);
    expect(await codesOf(submit(owner.api, token, { step: '2', verification_code: otherThan(code) }))).toEqual([
      400,
      'AU1003',
    ]);
    expect((await submit(owner.api, token, { step: '2', verification_code: code })).status).toBe(200);
  });

  it('counts only wrong codes for the address', async () => {
    const server = await startServer();
    for (let times = 0; times < 3; times += 1) {
      await beginVerified(server);
      server.clock.forward(1);
    }
    const counters = await server.context.db.selectFrom('throttles').select('bucket').execute();
    expect(counters.filter(({ bucket }) => bucket.startsWith('sign-up-codes:'))).toEqual([]);
  });

  it('is counted alike for an address that has an account', async () => {
    const server = from(await startServer(), STRANGER);
    await addOwner(server, 'owner@example.com');
    const statuses: number[] = [];
    for (let draft = 0; draft < 3; draft += 1) {
      const token = await begin(server, { email: 'owner@example.com' });
      for (let attempts = 0; attempts < 5; attempts += 1) {
        const code = { step: '2', verification_code: '123456' } as const;
        statuses.push((await failureOf(submit(server.api, token, code))).status);
      }
    }
    expect(statuses).toEqual(await guess(server, 3));
  });
});

describe('changing the address of a sign-up', () => {
  it('mails at most five strangers an hour, and says when it mails no more', async () => {
    const server = await startServer();
    const token = await begin(server);
    const waits: number[] = [];
    for (let victim = 0; victim < 12; victim += 1) {
      await change(server, token, `victim-${victim}@example.com`).catch(({ status, retryAfter }) => {
        expect(status).toBe(429);
        waits.push(retryAfter);
      });
      // A code that is not on its way yet would be replaced by the next one.
      await mailsTo(server, `victim-${victim}@example.com`);
    }
    expect(waits).toEqual(Array(7).fill(3600));
    const mails = await server.context.db.selectFrom('outbox').selectAll().execute();
    expect(mails.filter(({ recipient }) => recipient.startsWith('victim'))).toHaveLength(5);
    server.clock.forward(3600);
    expect((await change(server, token, 'victim-12@example.com')).status).toBe(200);
  });

  it('counts for the network as a sign-up does', async () => {
    const server = from(await startServer(), STRANGER);
    const statuses: number[] = [];
    for (let draft = 0; draft < 4; draft += 1) {
      const token = await begin(server, { email: `person-${draft}@example.com` });
      for (let victim = 0; victim < 5; victim += 1) {
        const changed = change(server, token, `victim-${draft}-${victim}@example.com`);
        statuses.push(
          await changed.then(
            ({ status }) => status,
            ({ status }) => status,
          ),
        );
      }
    }
    // Four sign-ups and sixteen changes.
    expect(statuses.filter((status) => status === 200)).toHaveLength(16);
  });

  it('to another spelling of the same mailbox is not counted', async () => {
    const server = await startServer();
    const token = await begin(server);
    for (let times = 0; times < 10; times += 1) {
      const email = times % 2 ? EMAIL : EMAIL.toUpperCase();
      expect((await change(server, token, email)).status).toBe(200);
    }
    expect(await mailsTo(server, EMAIL)).toHaveLength(1);
  });
});

describe('choosing further passwords for a sign-up', () => {
  const choose = (api: TestServer['api'], token: string, password: string) =>
    submit(api, token, { step: '1', password });

  it('hashes ten an hour, and says how long to wait; the rest of step 1 goes on', async () => {
    const server = await startServer();
    const token = await begin(server);
    const other = await begin(server, { email: 'other@example.com' });
    const hash = vi.spyOn(server.context.passwords, 'hash');
    for (let times = 0; times < 10; times += 1) {
      expect((await choose(server.api, token, `${times} tall giraffes`)).status).toBe(200);
    }
    expect(await failureOf(choose(server.api, token, 'ten tall giraffes'))).toMatchObject({
      status: 429,
      retryAfter: 3600,
    });
    expect(hash).toHaveBeenCalledTimes(10);
    expect((await submit(server.api, token, { step: '1', password: '', first_name: 'Nana' })).status).toBe(200);
    expect((await choose(server.api, other, 'ten tall giraffes')).status).toBe(200);
    server.clock.forward(3600);
    expect((await choose(server.api, token, 'ten tall giraffes')).status).toBe(200);
    hash.mockRestore();
  });
});

describe('a stranger who only claims an address at a provider', () => {
  it('takes no login code from its owner by joining a team', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const registration_token = await beginClaimed(server);
    for (let host = 1; host <= 3; host += 1) {
      const api = server.client({ address: `192.0.2.${host}` });
      for (let times = 0; times < 8; times += 1) {
        const joined = api.joinTeam({ params: { registration_token, invitation_id: '1' } });
        expect(await codesOf(joined)).toEqual([409, 'RG1002']);
      }
    }
    const owner = server.client({ address: OWNER });
    expect((await owner.login({ body: { email: EMAIL, password: PASSWORD } })).status).toBe(202);
  });
});

describe('sign-ups', () => {
  it('without a key are acts of their own, and are counted for their address', async () => {
    const server = await startServer();
    const create = () =>
      server.request('/v1/phone/registrations', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(account),
        address: STRANGER,
      });
    const answers = await Promise.all(Array.from({ length: 10 }, create));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(8).fill(200), 429, 429]);
    const { db } = server.context;
    expect(await db.selectFrom('registrations').select('id').execute()).toHaveLength(8);
    expect(await db.selectFrom('outbox').select('id').execute()).toHaveLength(8);
  });

  it('with one key are one act, however often they are sent', async () => {
    const server = await startServer();
    const api = server.client({ address: STRANGER });
    // The client gives the same key to a request that is repeated before its response has arrived.
    await Promise.all(Array.from({ length: 10 }, () => api.createRegistration({ body: account })));
    expect(await server.context.db.selectFrom('registrations').select('id').execute()).toHaveLength(1);
    expect(await mailsTo(server, EMAIL)).toHaveLength(1);
  });

  it('of all networks together are limited before any work is done', async () => {
    const server = await startServer();
    await useUp(server, limits.allRegistrations, 'all');
    const hash = vi.spyOn(server.context.passwords, 'hash');
    const refused = await failureOf(server.client({ address: OWNER }).createRegistration({ body: account }));
    expect([refused.status, refused.errors[0]?.code, refused.retryAfter]).toEqual([503, 'SV1001', 900]);
    expect(hash).not.toHaveBeenCalled();
    expect(await server.context.db.selectFrom('registrations').select('id').execute()).toEqual([]);
  });

  it('of all networks of one IPv6 /48 are 100 an hour, so that it cannot use up what all visitors have', async () => {
    const server = await startServer();
    const beginFrom = (address: string, person: number) =>
      begin(from(server, address), { email: `person-${person}@example.com` });
    for (let person = 0; person < 100; person += 1) await beginFrom(`2001:db8:1:${person % 50}::1`, person);
    expect(await failureOf(beginFrom('2001:db8:1:ffff::1', 100))).toMatchObject({ status: 429, retryAfter: 3600 });
    await beginFrom('2001:db8:2:ffff::1', 101);
  });

  it('mail an address eight times an hour from one network, resent codes included', async () => {
    const server = from(await startServer(), STRANGER);
    const tokens = [];
    for (let draft = 0; draft < 4; draft += 1) tokens.push(await begin(server));
    const resend = (registration_token = '') => server.api.resendRegistrationCode({ params: { registration_token } });
    for (const token of tokens) expect((await resend(token)).status).toBe(200);
    server.clock.forward(60);
    expect(await failureOf(resend(tokens[0]))).toMatchObject({ status: 429, retryAfter: 3540 });
    expect(await failureOf(begin(server))).toMatchObject({ status: 429, retryAfter: 3540 });
    const other = await begin(server, { email: 'other@example.com' });
    expect(await failureOf(change(server, other, EMAIL))).toMatchObject({ status: 429, retryAfter: 3540 });
  });

  it('choose 60 numbers an hour from one network, so that it cannot keep those of an area from others', async () => {
    const server = await startServer();
    const [stranger, other] = [from(server, STRANGER), from(server, OWNER)];
    const [first, second] = [
      await beginVerified(stranger),
      await beginVerified(stranger, { email: 'two@example.com' }),
    ];
    for (let count = 0; count < 30; count += 1) {
      for (const token of [first, second]) expect((await chooseNumber(stranger, token)).status).toBe(200);
    }
    expect(await failureOf(chooseNumber(stranger, first))).toMatchObject({ status: 429, retryAfter: 3600 });
    expect((await chooseNumber(other, await beginVerified(other, { email: 'three@example.com' }))).status).toBe(200);
    // What was chosen last is free a quarter of an hour later.
    server.clock.forward(900);
    expect(await heldAt(server)).toEqual([]);
  });

  it.each([
    ['with the plan', { step: '2', package_type: 'A', number: '', number_id: 0 }, 1],
    ['with a plan alone', { step: '2', package_type: 'A' }, 0],
  ] as const)('%s count the number that they choose', async (_what, order, counts) => {
    const server = from(await startServer({ SIGNUP_ORDER: 'plan-first' }), STRANGER);
    const token = await begin(server);
    const [number = ''] = await numbersFor(server, token);
    const chosen = 'number' in order ? { ...order, number, number_id: AREA } : order;
    expect((await submit(server.api, token, chosen)).status).toBe(200);
    const buckets = await server.context.db.selectFrom('throttles').select('bucket').execute();
    expect(buckets.filter(({ bucket }) => bucket.startsWith('network-numbers:'))).toHaveLength(counts);
  });

  it('whose mailbox is verified leave room for others', async () => {
    const server = from(await startServer(), STRANGER);
    await beginVerified(server);
    const counts = await server.context.db.selectFrom('throttles').select('bucket').execute();
    expect(counts.filter(({ bucket }) => /^(network|all)-registrations:/.test(bucket))).toEqual([]);
  });

  it('by an unverified single sign-on mail their address no oftener than others', async () => {
    const server = await startServer();
    const api = server.client({ address: STRANGER });
    const statuses: number[] = [];
    for (let times = 0; times < 12; times += 1) {
      const token = await beginClaimed(server, times);
      const confirmed = submit(api, token, { step: '2-sso', first_name: 'Nina', last_name: 'Newman' });
      statuses.push(
        await confirmed.then(
          ({ status }) => status,
          ({ status }) => status,
        ),
      );
    }
    expect(statuses).toEqual([...Array(8).fill(200), ...Array(4).fill(429)]);
  });
});
