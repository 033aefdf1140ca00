import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { addMember, as, credentials, ownerOf } from '../support/account.ts';
import { codesOf, failureOf } from '../support/failures.ts';
import { addOwner, mailsTo, tokenFor } from '../support/people.ts';
import { begin } from '../support/signUp.ts';

const MIA = 'mia@example.com';
const MIAS_PASSWORD = 'another long sentence';

/** A team whose member has used everything that belongs to a member. */
async function withMember() {
  const { server, me, customerId } = await ownerOf({ customer: { nb_users: 3, nb_cx_bundles: 1 } });
  const mia = await addMember(server, me, MIA);
  const { db, now } = server.context;
  const { id } = await db.selectFrom('users').select('id').where('email', '=', MIA).executeTakeFirstOrThrow();
  await me.assignAddOn({ params: { user_id: String(id) } });
  await as(server, MIA, MIAS_PASSWORD);
  await server.api.requestReset({ body: { email: MIA } });
  const reset = await tokenFor(server, MIA);
  await failureOf(server.api.login({ body: { ...credentials, email: MIA, password: 'a wrong guess' } }));
  await db
    .insertInto('devices')
    .values({ user_id: id, fingerprint_hash: 'device', created_at: now(), expires_at: now() + 1000 })
    .execute();
  const identity = { provider: 'google', issuer: 'x', subject: 'mia', email: MIA, created_at: now() } as const;
  await db
    .insertInto('sso_identities')
    .values({ ...identity, user_id: id })
    .execute();
  return { server, me, mia, id, customerId, reset };
}

it('a removed member is out at once, and gets a mail', async () => {
  const { server, me, mia, id, reset } = await withMember();
  await me.removeTeammate({ params: { user_id: String(id) } });
  expect(await codesOf(mia.readAccount({}))).toEqual([401, 'AU1005']);
  const login = server.api.login({ body: { ...credentials, email: MIA, password: MIAS_PASSWORD } });
  expect(await codesOf(login)).toEqual([401, 'AU1001']);
  const used = server.api.resetPassword({ body: { token: reset, password: 'nine slow elephants' } });
  expect(await codesOf(used)).toEqual([404, 'AU1006']);
  expect((await mailsTo(server, MIA))[0]?.subject).toBe('You have been removed from a team on Ringwell');
});

it('frees the add-on', async () => {
  const { me, id } = await withMember();
  expect((await me.readAccount({})).data.data).toMatchObject({ nb_cx_assigned: 1, nb_cx_bundles: 1 });
  await me.removeTeammate({ params: { user_id: String(id) } });
  expect((await me.readAccount({})).data.data).toMatchObject({ nb_cx_assigned: 0, nb_cx_bundles: 0, team_size: 1 });
});

it('leaves nothing behind but the record of that mail', async () => {
  const { server, me, id } = await withMember();
  await mailsTo(server, MIA);
  await me.removeTeammate({ params: { user_id: String(id) } });
  await mailsTo(server, MIA);
  const { db } = server.context;
  const tables = await db.introspection.getTables();
  for (const { name, columns } of tables) {
    if (['coverages', 'outbox', 'inbox'].includes(name)) continue;
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    const found = rows.filter((row) => row['user_id'] === id || Object.values(row).includes(MIA));
    expect(found, `${name}: ${columns.length} columns`).toEqual([]);
  }
  const counters = await db.selectFrom('throttles').select('bucket').execute();
  expect(counters.filter(({ bucket }) => bucket.startsWith('passwords:'))).toEqual([]);
});

it('the owner is not removed, and keeps everything', async () => {
  const { server, me, userId } = await ownerOf();
  const removal = me.removeTeammate({ params: { user_id: String(userId) } });
  expect(await codesOf(removal)).toEqual([403, 'AU1007']);
  expect((await me.readAccount({})).data.data.user).toMatchObject({ id: userId, role: 'owner' });
  expect(await mailsTo(server, credentials.email)).toEqual([]);
});

it('leaves invitations of other teams to the address open', async () => {
  const { server, me, id, customerId } = await withMember();
  const { userId, customerId: other } = await addOwner(server, 'other@example.com');
  const { now, db } = server.context;
  const invitation = (customer_id: number, token_hash: string) => ({
    customer_id,
    invited_by: userId,
    email: MIA,
    email_key: MIA,
    token_hash,
    expires_at: now() + 1000,
    accepted_at: null,
    revoked_at: null,
    created_at: now(),
  });
  await db
    .insertInto('invitations')
    .values([invitation(customerId, 'own'), invitation(other, 'other')])
    .execute();
  await me.removeTeammate({ params: { user_id: String(id) } });
  const left = await db.selectFrom('invitations').select('customer_id').execute();
  expect(left).toEqual([{ customer_id: other }]);
});

it('makes the address free: it signs up and is invited anew', async () => {
  const { server, me, id } = await withMember();
  await me.removeTeammate({ params: { user_id: String(id) } });
  await begin(server, { email: MIA });
  expect((await mailsTo(server, MIA))[0]?.subject).toBe('Your Ringwell verification code');
  const again = await addMember(server, me, MIA);
  expect((await again.readAccount({})).data.data.user).toMatchObject({ email: MIA, has_cx_bundle: false });
});
