import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { emptyFolder } from '#tests/support/dataFolder.ts';
import { type Answered, persistentClient } from '#tests/support/persistent.ts';
import { binaries, cluster } from '#tests/support/postgres.ts';
import { mailedCode, type RunningServer, start } from '#tests/support/process.ts';
import { AREA, account, billing } from '#tests/support/signUp.ts';

/*
 * Three servers behind one database, under load; one is killed in the middle. What was acknowledged is there, once.
 */

const PEOPLE = process.env['DEEP'] ? 60 : 8;

/** Starts servers at the same time. They share the folder of the key, as on one machine. */
async function startServers(count: number): Promise<{ servers: RunningServer[]; url: string; dataDir: string }> {
  const url = await (await cluster()).database();
  const dataDir = emptyFolder();
  const servers = await Promise.all(
    Array.from({ length: count }, () => start(dataDir, [], { DATABASE_URL: url, COOL_DOWN_S: '0' })),
  );
  return { servers, url, dataDir };
}

type Act = ReturnType<typeof persistentClient>;

/** A whole sign-up; returns the number and the session. */
async function signUp(act: Act, servers: readonly RunningServer[], email: string) {
  const { token } = done(await act('POST', '/registrations', { ...account, email }));
  const path = `/registrations/${token}`;
  const verification_code = await codeOf(servers, email);
  done(await act('PATCH', path, { step: '2', verification_code }));
  const number = await chooseNumber(act, path);
  const { completed_at } = done(await act('PATCH', path, billing));
  expect(completed_at).toEqual(expect.any(String));
  const session = done(await act('POST', `${path}/token`, {}));
  return { email, number, userToken: String(session['user_token']) };
}

const done = ({ status, body }: Answered) => {
  if (status >= 300) throw new Error(`Answered ${status}: ${JSON.stringify(body)}`);
  return body;
};

/** All visitors request the first number of the same area; who is too late takes the next one. */
async function chooseNumber(act: Act, path: string): Promise<string> {
  for (;;) {
    const list = done(await act('GET', `${path}/numbers/${AREA}`)) as { data: { numbers: { e164: string }[] } };
    const number = list.data.numbers[0]?.e164 ?? '';
    const { status } = await act('PATCH', path, { step: '3', number, number_id: AREA, nb_users: 1 });
    if (status === 200) return number;
    expect(status).toBe(409);
  }
}

/** The inbox is in the database, so any server that runs shows it. */
async function codeOf(servers: readonly RunningServer[], email: string): Promise<string> {
  const running = servers.find(({ child }) => child.exitCode === null && child.signalCode === null);
  return mailedCode(running as RunningServer, email);
}

describe.skipIf(!binaries)('three servers behind one database', { timeout: 180_000 }, () => {
  it('started together migrate once, and one killed under load loses or repeats nothing', async () => {
    const { servers, url, dataDir } = await startServers(3);
    const act = persistentClient(servers);
    const emails = Array.from({ length: PEOPLE }, (_, at) => `person${at}@example.com`);
    let signedUp = 0;
    const all = Promise.all(
      emails.map(async (email) => {
        const person = await signUp(act, servers, email);
        signedUp += 1;
        return person;
      }),
    );
    while (signedUp < PEOPLE / 4) await wait(5);
    servers[1]?.child.kill('SIGKILL');
    const people = await all;

    const database = new URL(url).pathname.slice(1);
    const rows = async (query: string) => (await (await cluster()).run(query, database)).rows;
    const one = emails.map((email) => ({ email, count: '1' })).sort(byEmail);
    const perPerson = async (query: string) => (await rows(query)).sort(byEmail);
    expect(await perPerson('select email, count(*) from registrations group by email')).toEqual(one);
    expect(await perPerson("select email, count(*) from users where email like 'person%' group by email")).toEqual(one);
    for (const kind of ['verificationCode', 'trialStarted']) {
      const mails = `select recipient as email, count(*) from outbox where kind = '${kind}' group by recipient`;
      expect(await perPerson(mails)).toEqual(one);
    }
    const cards = await perPerson(`select email, count(*) from bank_attempts
      join registrations on registrations.id = registration_id where status = 'approved' group by email`);
    expect(cards).toEqual(one);
    expect(new Set(people.map(({ number }) => number)).size).toBe(PEOPLE);

    const back = await start(dataDir, [], { DATABASE_URL: url });
    for (const { email, number, userToken } of people) {
      const { data } = (await back.as(userToken).readAccount({})).data;
      expect(data).toMatchObject({ number, user: { email } });
    }
    const applied = await rows('select name from migrations');
    expect(new Set(applied.map(({ name }) => name)).size).toBe(applied.length);
  });

  it('need the same key: one with another key says which file to copy', async () => {
    const { url } = await startServers(1);
    await expect(start(emptyFolder(), [], { DATABASE_URL: url })).rejects.toThrow(
      /The key \S+ of the database .* is missing; copy it/,
    );
  });
});

const byEmail = (one: { email: string }, other: { email: string }) => one.email.localeCompare(other.email);
