import { describe, expect, it } from 'vitest';
import { addMember, as, EMAIL } from '../support/account.ts';
import { admin } from '../support/admin.ts';
import { addBystanders } from '../support/bystanders.ts';
import { addOwner, mailsTo } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { account, begin, EMAIL as NINA, signUp } from '../support/signUp.ts';

const MIA = 'mia@example.com';

/** The tables in which a text stands. */
async function tablesWith({ context: { db } }: TestServer, text: string): Promise<string[]> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name as 'users');
  const found: string[] = [];
  for (const table of tables) {
    const rows = await db.selectFrom(table).selectAll().execute();
    if (JSON.stringify(rows).includes(text)) found.push(table);
  }
  return found.sort();
}

/** What a provider has said of an address. */
const addIdentity = ({ context: { db } }: TestServer, email: string, user_id: number | null = null) =>
  db
    .insertInto('sso_identities')
    .values({ provider: 'google', issuer: 'https://accounts.example', subject: '1', email, user_id, created_at: 0 })
    .execute();

const shown = async (server: TestServer, whom: string) => JSON.parse((await admin(server, 'show', whom)).join('\n'));

describe('who asks what is kept about them', () => {
  it('is shown each row that has their address, by address or user, with dates, and no digest', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await signUp(server);
    await mailsTo(server, NINA);
    await as(server, NINA, account.password);
    const { id: user_id } = await server.context.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    await addIdentity(server, 'nina@provider.example', user_id);
    const data = await shown(server, NINA.toUpperCase());
    expect(data.sso_identities).toMatchObject([{ email: 'nina@provider.example' }]);
    expect(Object.keys(data)).toEqual(expect.arrayContaining(await tablesWith(server, NINA)));
    expect(data.users).toMatchObject([{ email: NINA, confirmed_at: new Date(server.clock.now()).toISOString() }]);
    expect(data.customers).toMatchObject([{ card_last4: '4242' }]);
    expect(data.sessions).toHaveLength(1);
    expect(data.bank_attempts).toHaveLength(1);
    expect(JSON.stringify(data)).not.toMatch(/_hash|argon2|sealed|email_key/);
    expect(await shown(server, String(data.users[0].id))).toEqual(data);
  });

  it('is shown what belongs to their user, and as an owner what belongs to the account', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addBystanders(server);
    const counts = async (whom: string) =>
      Object.fromEntries(
        Object.entries(await shown(server, whom)).flatMap(([table, rows]) =>
          /box$/.test(table) ? [] : [[table, (rows as object[]).length]],
        ),
      );
    const own = { users: 1, devices: 1, login_challenges: 1, tokens: 2, sso_identities: 1, registrations: 1 };
    expect(await counts('colleague@example.com')).toEqual(own);
    const ofAccount = { customers: 1, discounts: 1, sessions: 1, bank_attempts: 1 };
    expect(await counts('bystander@example.com')).toEqual({ ...own, ...ofAccount });
  });

  it('is shown nothing of others: a member not the account, an invited person their invitation', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    const ann = await as(server);
    await addMember(server, ann, MIA);
    await ann.inviteTeammate({ body: { email: NINA } });
    await mailsTo(server, NINA);
    const ofMia = await shown(server, MIA);
    expect(Object.keys(ofMia).sort()).toEqual(['inbox', 'invitations', 'outbox', 'sessions', 'users']);
    expect(JSON.stringify(ofMia)).not.toContain(EMAIL);
    expect(await shown(server, NINA)).toMatchObject({
      invitations: [{ email: NINA }],
      outbox: [{ kind: 'invitation' }],
    });
  });

  it.each(['show', 'erase'])('is told of nobody that there is nothing (%s)', async (command) => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    await expect(admin(server, command, 'nobody@example.com')).rejects.toThrow(
      'Nothing is kept about nobody@example.com.',
    );
    await expect(admin(server, command, '4711')).rejects.toThrow('Nothing is kept about 4711.');
  });
});

describe('who asks to be erased', () => {
  it('is, once nobody of the account can log in: with users, number, invitations and mails', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await signUp(server);
    const nina = await as(server, NINA, account.password);
    await addMember(server, nina, MIA);
    await nina.inviteTeammate({ body: { email: 'cy@example.com' } });
    await mailsTo(server, NINA);
    await expect(admin(server, 'erase', NINA)).rejects.toThrow(`${NINA} can log in; disable it first`);
    await admin(server, 'disable', NINA);
    await expect(admin(server, 'erase', NINA)).rejects.toThrow(`${MIA} can log in; disable it first`);
    await admin(server, 'disable', MIA);
    await mailsTo(server, MIA);
    const lines = await admin(server, 'erase', NINA);
    expect(lines[0]).toMatch(/nina@example.com, mia@example.com is deleted/);
    expect(lines[1]).toMatch(/^The bank still has the card \S+: delete it there\.$/);
    for (const email of [NINA, MIA]) expect(await tablesWith(server, email), email).toEqual([]);
    const { db } = server.context;
    for (const table of ['customers', 'users', 'sessions', 'reservations', 'invitations', 'registrations'] as const)
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  });

  it('is as a member, whose add-on leaves the order, and the account goes on', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    const { customerId } = await addOwner(server, EMAIL);
    await addOwner(server, MIA, { user: { customer_id: customerId, role: 'member', has_cx_bundle: 1 } });
    const ann = await as(server);
    await admin(server, 'disable', MIA);
    await mailsTo(server, MIA);
    expect(await admin(server, 'erase', MIA)).toEqual([
      'All that was kept about mia@example.com is deleted. Backups still have it (docs/data.md).',
    ]);
    expect(await tablesWith(server, MIA)).toEqual([]);
    expect((await ann.readAccount({})).data.data).toMatchObject({ team_size: 1, nb_cx_bundles: 0 });
  });

  it('is without an account: what was typed in a sign-up, its mails, and what a provider said', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    await (await as(server)).inviteTeammate({ body: { email: NINA } });
    await begin(server);
    await addIdentity(server, NINA);
    await mailsTo(server, NINA);
    expect(await tablesWith(server, NINA)).toEqual([
      'inbox',
      'invitations',
      'outbox',
      'registrations',
      'sso_identities',
    ]);
    await admin(server, 'erase', NINA.toUpperCase());
    expect(await tablesWith(server, NINA)).toEqual([]);
  });
});
