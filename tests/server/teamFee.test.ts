import { describe, expect, it } from 'vitest';
import type { Account } from '#contract/account.ts';
import { toMinor } from '#domain/money.ts';
import { monthlyWith } from '#domain/teamFee.ts';
import { addMember, as, EMAIL, ownerOf } from '../support/account.ts';
import { codesOf, failureOf, fieldOf } from '../support/failures.ts';
import { addOwner, mailsTo, tokenFor } from '../support/people.ts';

const accountOf = async ({ readAccount }: Awaited<ReturnType<typeof as>>) => (await readAccount({})).data.data;
/** What the page says beside the form that one more would cost. */
const promised = ({ monthly_before_discount, user_monthly, discount_percent }: Account) =>
  monthlyWith(1, {
    monthly: toMinor(monthly_before_discount),
    userMonthly: toMinor(user_monthly ?? 0),
    discountPercent: discount_percent,
  }) / 100;

describe('the fee of a team that grows beyond its plan (§1)', () => {
  it.each([
    [3, 45],
    [2, 30],
  ])('costs nothing more within the %d ordered users, and sends no mail', async (nb_users, monthly) => {
    const { server, me } = await ownerOf({ customer: { nb_users } });
    await addMember(server, me);
    expect(await accountOf(me)).toMatchObject({ nb_users, monthly, user_monthly: 15, team_size: 2 });
    expect(await mailsTo(server, EMAIL)).toEqual([]);
  });

  it('is billed when an invitation is accepted, at the announced price, and the owner gets a mail', async () => {
    const { server, me } = await ownerOf({ customer: { nb_users: 1 } });
    await me.inviteTeammate({ body: { email: 'late@example.com' } });
    const before = await accountOf(me);
    expect(before).toMatchObject({ nb_users: 1, monthly: 15 });
    await addMember(server, me);
    const after = await accountOf(me);
    expect(after).toMatchObject({ nb_users: 2, monthly: 30 });
    expect(after.monthly).toBe(promised(before));
    expect(after.invoices.at(-1)).toMatchObject({ amount: 30 });

    const [mail, ...others] = await mailsTo(server, EMAIL);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Your Ringwell plan now has 2 users');
    expect(mail?.text).toContain('Mia Member has joined your team.');
    expect(mail?.text).toContain('It now has 2 users and costs $30.00 per month, excluding taxes.');
  });

  it("includes the discount, and is mailed in the owner's language", async () => {
    const { server, me } = await ownerOf({
      customer: { nb_users: 1, discount_percent: 10, currency: 'PLN' },
      user: { language: 'pl' },
    });
    const before = await accountOf(me);
    await addMember(server, me);
    const after = await accountOf(me);
    expect(after.monthly).toBe(promised(before));
    const [mail] = await mailsTo(server, EMAIL);
    const price = new Intl.NumberFormat('pl', { style: 'currency', currency: 'PLN' }).format(after.monthly);
    expect(mail?.text.replace(/\s/g, ' ')).toContain(price.replace(/\s/g, ' '));
    expect(mail?.subject).toMatch(/2 użytkowników/);
  });

  it.each([
    ['to the owner, though a member was there before', 'member', [EMAIL]],
    ['to nobody where there is no owner any more', 'nobody', []],
  ])('is mailed %s', async (_what, first, recipients) => {
    const { server, me, customerId } = await ownerOf({ customer: { nb_users: 1 } });
    const params = { invitation_token: '' };
    await me.inviteTeammate({ body: { email: 'mia@example.com' } });
    params.invitation_token = await tokenFor(server, 'mia@example.com', 'invitation');
    const { db } = server.context;
    const owner = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
    const { id: _id, ...row } = { ...owner, customer_id: customerId };
    const others = { email: 'first@example.com', email_key: 'first@example.com', role: 'member' } as const;
    await db.updateTable('users').set(others).execute();
    if (first === 'member') await db.insertInto('users').values(row).execute();
    const body = { first_name: 'Mia', last_name: 'Member', password: 'another long sentence' };
    expect((await server.api.acceptInvitation({ params, body })).status).toBe(201);
    const mails = await db.selectFrom('outbox').select('recipient').where('kind', '=', 'feeRaised').execute();
    expect(mails.map(({ recipient }) => recipient)).toEqual(recipients);
  });

  it('is not mailed to an owner who has cancelled', async () => {
    const { server, me } = await ownerOf({ customer: { nb_users: 1 } });
    await me.cancelTrial({});
    const mails = (await mailsTo(server, EMAIL)).length;
    await addMember(server, me);
    expect(await mailsTo(server, EMAIL)).toHaveLength(mails);
  });

  it("does not depend on another customer's team", async () => {
    const { server, me } = await ownerOf({ customer: { nb_users: 2 } });
    await addOwner(server, 'bob@example.com', { customer: { nb_users: 1 } });
    await addMember(server, await as(server, 'bob@example.com'));
    expect(await accountOf(me)).toMatchObject({ nb_users: 2 });
    expect(await mailsTo(server, EMAIL)).toEqual([]);
  });
});

describe('a teammate who is removed (§6)', () => {
  const idOf = async (member: Awaited<ReturnType<typeof as>>) => (await accountOf(member)).user.id;

  it('is no longer billed, is logged out, cannot log in, and gets a mail', async () => {
    const { server, me } = await ownerOf({ customer: { nb_users: 1, nb_cx_bundles: 1 } });
    const mia = await addMember(server, me);
    const params = { user_id: String(await idOf(mia)) };
    await me.assignAddOn({ params });
    expect(await accountOf(me)).toMatchObject({ nb_users: 2, nb_cx_bundles: 1, nb_cx_assigned: 1, monthly: 39 });
    const { users } = (await me.removeTeammate({ params })).data.data;
    expect(users).toMatchObject([{ role: 'owner' }]);
    expect(await accountOf(me)).toMatchObject({ nb_users: 1, nb_cx_bundles: 0, nb_cx_assigned: 0, monthly: 15 });
    expect(await codesOf(mia.readAccount({}))).toEqual([401, 'AU1005']);
    expect(await codesOf(as(server, 'mia@example.com', 'another long sentence'))).toEqual([401, 'AU1001']);
    const [mail] = await mailsTo(server, 'mia@example.com');
    expect(mail?.subject).toBe('You have been removed from a team on Ringwell');
    expect(mail?.text).toContain('Ann Owner has removed you from their team on Ringwell.');
    // A request that is sent again changes nothing more.
    expect((await me.removeTeammate({ params })).data.data.users).toHaveLength(1);
    expect(await mailsTo(server, 'mia@example.com')).toHaveLength(2);
  });

  it('can be invited anew', async () => {
    const { server, me } = await ownerOf();
    const mia = await addMember(server, me);
    await me.removeTeammate({ params: { user_id: String(await idOf(mia)) } });
    const nextMember = await addMember(server, me);
    expect((await accountOf(nextMember)).user).toMatchObject({ email: 'mia@example.com', role: 'member' });
  });

  it('does not lower the number of ordered users', async () => {
    const { server, me } = await ownerOf();
    const mia = await addMember(server, me);
    await me.removeTeammate({ params: { user_id: String(await idOf(mia)) } });
    expect(await accountOf(me)).toMatchObject({ nb_users: 3, monthly: 45 });
  });

  it("is never the owner, nor a member of another customer's team", async () => {
    const { server, me, userId } = await ownerOf();
    const failure = await failureOf(me.removeTeammate({ params: { user_id: String(userId) } }));
    expect([failure.status, failure.errors[0]?.code]).toEqual([403, 'AU1007']);
    expect(failure.message).toBe('The owner of the account cannot be removed from the team.');
    await addOwner(server, 'bob@example.com');
    const bob = await as(server, 'bob@example.com');
    const guest = await addMember(server, bob);
    await me.removeTeammate({ params: { user_id: String(await idOf(guest)) } });
    expect((await bob.readTeam({})).data.data.users).toHaveLength(2);
  });
});

describe('the number of users (§1, §4)', () => {
  it('is raised and lowered, and every figure follows; add-ons are lowered to match', async () => {
    const { me } = await ownerOf({ customer: { nb_cx_bundles: 3 } });
    expect((await me.changeUsers({ body: { users: 5 } })).data.data).toMatchObject({ nb_users: 5, monthly: 75 });
    const lowered = (await me.changeUsers({ body: { users: 1 } })).data.data;
    expect(lowered).toMatchObject({ nb_users: 1, nb_cx_bundles: 1, monthly: 15, team_size: 1 });
    expect(lowered.invoices.at(-1)?.amount).toBe(15);
    expect(await accountOf(me)).toEqual(lowered);
  });

  it('is not less than the team has', async () => {
    const { server, me } = await ownerOf();
    await addMember(server, me);
    expect(await fieldOf(me.changeUsers({ body: { users: 1 } }))).toEqual([400, 'users', 'VA1001']);
    const { message } = (await failureOf(me.changeUsers({ body: { users: 1 } }))).errors[0] ?? {};
    expect(message).toBe('Your team has more people than that. Remove a teammate first.');
    expect((await me.changeUsers({ body: { users: 2 } })).data.data).toMatchObject({ nb_users: 2, team_size: 2 });
  });

  it.each([0, -1, 1.5, 10_001])('is never %d', async (users) => {
    const { me } = await ownerOf();
    expect(await fieldOf(me.changeUsers({ body: { users } }))).toEqual([400, 'users', 'VA1001']);
  });
});
