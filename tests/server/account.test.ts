import { describe, expect, it, vi } from 'vitest';
import type { Api } from '#adapters/api.ts';
import { acceptInvitation } from '#server/account/invitation.ts';
import { isInvitationOpen } from '#server/account/openInvitations.ts';
import { limits } from '#server/login/limits.ts';
import { userById } from '#server/login/user.ts';
import { addMember, as, EMAIL, ownerOf, sessionToken } from '../support/account.ts';
import { useUp } from '../support/counters.ts';
import { codesOf, failureOf, fieldOf } from '../support/failures.ts';
import { addOwner, mailsTo, tokenFor } from '../support/people.ts';
import type { TestServer } from '../support/server.ts';

describe('the account (§1, §9)', () => {
  it('shows plan, users, number and the two invoices with their arithmetic', async () => {
    // 15.00 × 3 users + 9.00 × 1 add-on; 26 days of April are left from the 5th on: 54.00 × 12/365 × 26.
    const { me } = await ownerOf({ user: { has_cx_bundle: 1 } });
    const { data } = (await me.readAccount({})).data;
    expect(data).toMatchObject({
      user: { first_name: 'Ann', email: EMAIL, role: 'owner' },
      package_type: 'P',
      nb_users: 3,
      nb_cx_bundles: 1,
      currency: 'USD',
      monthly: 54,
      trial_ends_on: '2025-04-05',
      cancelled_at: null,
      second_factor: false,
      has_password: true,
    });
    expect(data.invoices).toEqual([
      { due_on: '2025-04-05', amount: 46.16, parts: [{ kind: 'prorated', days: 26, amount: 46.16 }] },
      { due_on: '2025-05-01', amount: 54, parts: [{ kind: 'monthly', amount: 54 }] },
    ]);
  });

  it('takes a discount off every invoice, as a separate line', async () => {
    const { me } = await ownerOf({ customer: { discount_percent: 10 }, user: { has_cx_bundle: 1 } });
    const { invoices, ...account } = (await me.readAccount({})).data.data;
    expect(account).toMatchObject({ discount_percent: 10, monthly: 48.6, monthly_before_discount: 54 });
    expect(invoices[1]).toEqual({
      due_on: '2025-05-01',
      amount: 48.6,
      parts: [
        { kind: 'monthly', amount: 54 },
        { kind: 'discount', amount: -5.4 },
      ],
    });
    for (const { amount, parts } of invoices) {
      expect(Math.round(parts.reduce((total, part) => total + part.amount, 0) * 100)).toBe(Math.round(amount * 100));
    }
  });

  it('requires a session, and rejects a user who has not finished signing up', async () => {
    const { server } = await ownerOf();
    expect(await codesOf(server.api.readAccount({}))).toEqual([401, 'AU1005']);
    await addOwner(server, 'half@example.com', { user: { customer_id: null } });
    expect(await codesOf((await as(server, 'half@example.com')).readAccount({}))).toEqual([403, 'AU1008']);
  });
});

describe('the end of the trial (§1)', () => {
  it('can be cancelled at any time without a charge, is confirmed by mail, and can be undone until the end date', async () => {
    const { server, me } = await ownerOf();
    server.clock.forward(86_400 / 4);
    const cancelled = (await me.cancelTrial({})).data.data;
    expect(cancelled.cancelled_at).toBe('2025-03-05T18:00:00.000Z');
    expect(cancelled.invoices).toEqual([]);
    expect((await me.cancelTrial({})).data.data).toEqual(cancelled);
    const [mail, ...others] = await mailsTo(server, EMAIL);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Your Ringwell trial has been cancelled');
    expect(mail?.text).toContain('5 Apr 2025');
    expect(mail?.text).toContain("You won't be charged.");

    for (const _ of ['undone', 'again']) {
      expect((await me.undoCancellation({})).data.data).toMatchObject({ cancelled_at: null });
    }
    expect((await me.readAccount({})).data.data.invoices).toHaveLength(2);
    const [undone, ...earlier] = await mailsTo(server, EMAIL);
    expect(earlier).toEqual([mail]);
    expect(undone?.subject).toBe('Your Ringwell trial continues');
    expect(undone?.text).toContain('Your trial runs until 5 Apr 2025, when your first charge is due.');
  });

  it('is shown to a user without a password too', async () => {
    const { server, me } = await ownerOf();
    await server.context.db.updateTable('users').set({ password_hash: null }).execute();
    expect((await me.readAccount({})).data.data.has_password).toBe(false);
  });

  it('can no longer be undone on the day of the first charge, by the calendar of the customer', async () => {
    const { server } = await ownerOf({ customer: { trial_time_zone: 'America/New_York' } });
    await (await as(server)).cancelTrial({});
    server.clock.forward((Date.parse('2025-04-05T03:59:00Z') - server.clock.now()) / 1000);
    await (await as(server)).undoCancellation({});
    await (await as(server)).cancelTrial({});
    server.clock.forward(60);
    expect(await codesOf((await as(server)).undoCancellation({}))).toEqual([403, 'AU1007']);
  });
});

describe('add-ons (§1, §6)', () => {
  const costs = async (me: Api) => {
    const { nb_cx_bundles, nb_cx_assigned, monthly, invoices } = (await me.readAccount({})).data.data;
    expect(invoices.at(-1)?.amount).toBe(monthly);
    return [nb_cx_bundles, nb_cx_assigned, monthly];
  };

  it('are billed for each user who has one; unassigned ones cost nothing', async () => {
    // 15.00 × 3 users, and 9.00 for each assigned add-on.
    const { server, me, userId } = await ownerOf({ customer: { nb_cx_bundles: 2 }, user: { has_cx_bundle: 1 } });
    const mia = await addMember(server, me);
    const member = { user_id: String((await mia.readAccount({})).data.data.user.id) };
    const owner = { user_id: String(userId) };
    expect(await costs(me)).toEqual([2, 1, 54]);
    expect((await me.readAccount({})).data.data.cx_monthly).toBe(9);
    const assigned = (await me.assignAddOn({ params: member })).data.data;
    expect(assigned.users).toMatchObject([{ has_cx_bundle: true }, { has_cx_bundle: true }]);
    expect(await costs(me)).toEqual([2, 2, 63]);
    await me.removeAddOn({ params: owner });
    expect(await costs(me)).toEqual([1, 1, 54]);
    await me.removeAddOn({ params: owner });
    expect(await costs(me)).toEqual([1, 1, 54]);
    await me.removeAddOn({ params: member });
    expect(await costs(me)).toEqual([0, 0, 45]);
  });

  it('removing the assigned one of several leaves the others unassigned', async () => {
    const { me, userId } = await ownerOf({ customer: { nb_cx_bundles: 3 }, user: { has_cx_bundle: 1 } });
    const params = { user_id: String(userId) };
    await me.removeAddOn({ params });
    expect(await costs(me)).toEqual([2, 0, 45]);
    await me.assignAddOn({ params });
    await me.assignAddOn({ params });
    expect(await costs(me)).toEqual([2, 1, 54]);
  });

  it('that a user does not have cannot be taken off the order', async () => {
    const { me, userId } = await ownerOf({ customer: { nb_cx_bundles: 2 } });
    const { data } = (await me.removeAddOn({ params: { user_id: String(userId) } })).data;
    expect(data.users).toMatchObject([{ has_cx_bundle: false }]);
    expect(await costs(me)).toEqual([2, 0, 45]);
  });

  it('of another customer cost nothing', async () => {
    const { server, me, userId } = await ownerOf({ customer: { nb_cx_bundles: 1 } });
    await addOwner(server, 'bob@example.com', { customer: { nb_cx_bundles: 1 }, user: { has_cx_bundle: 1 } });
    expect(await costs(me)).toEqual([1, 0, 45]);
    const params = { user_id: String(userId) };
    await me.assignAddOn({ params });
    expect(await costs(me)).toEqual([1, 1, 54]);
    await me.removeAddOn({ params });
    expect(await costs(me)).toEqual([0, 0, 45]);
  });

  it('can be assigned beyond the ordered number', async () => {
    const { me, userId } = await ownerOf({ customer: { nb_cx_bundles: 0 } });
    await me.assignAddOn({ params: { user_id: String(userId) } });
    expect(await costs(me)).toEqual([1, 1, 54]);
  });

  it("cannot be assigned to another customer's users", async () => {
    const { server, me } = await ownerOf();
    const { userId } = await addOwner(server, 'bob@example.com');
    for (const user_id of [String(userId), '0', 'x', '1e3']) {
      expect(await failureOf(me.assignAddOn({ params: { user_id } }))).toMatchObject({
        status: 404,
        errors: [{ code: 'AU1006', message: "We couldn't find this." }],
      });
    }
  });
});

describe('the number (§8)', () => {
  const areaOf = async (server: TestServer, city: string) => {
    const areas = server.context.db.selectFrom('coverages').select('id').where('country_code', '=', 'DE');
    return (await areas.where('city', '=', city).executeTakeFirstOrThrow()).id;
  };

  it('is changed to another of an area, with its prices; the old one is released', async () => {
    const { server, me, customerId } = await ownerOf();
    const number_id = await areaOf(server, 'Berlin');
    const { numbers, is_package, prices } = (
      await me.listAccountNumbers({ params: { coverage_id: String(number_id) } })
    ).data.data;
    expect(is_package).toBe(false);
    const [first = '', second = ''] = numbers.map(({ e164 }) => e164);
    const changed = (await me.changeNumber({ body: { number: first, number_id } })).data.data;
    expect(changed).toMatchObject({ number: first, number_id, monthly: 45 + (prices.USD?.mrc ?? 0) });
    expect(changed.invoices[0]?.parts).toContainEqual({ kind: 'setupFee', amount: prices.USD?.nrc });
    await me.changeNumber({ body: { number: second, number_id } });
    const reserved = await server.context.db.selectFrom('reservations').selectAll().execute();
    expect(reserved).toMatchObject([{ number: second, customer_id: customerId, expires_at: null }]);
  });

  it('is given to one of two concurrent requests', async () => {
    const { server, me } = await ownerOf();
    await addOwner(server, 'bob@example.com');
    const bob = await as(server, 'bob@example.com');
    const number_id = await areaOf(server, 'Berlin');
    const list = await me.listAccountNumbers({ params: { coverage_id: String(number_id) } });
    const body = { number: list.data.data.numbers[0]?.e164 ?? '', number_id };
    const answers = await Promise.allSettled([me.changeNumber({ body }), bob.changeNumber({ body })]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const rejectedUser = answers[0]?.status === 'rejected' ? me : bob;
    expect(await fieldOf(rejectedUser.changeNumber({ body }))).toEqual([409, 'number', 'RG1003']);
  });

  it('must be one of its area', async () => {
    const { server, me } = await ownerOf();
    const number_id = await areaOf(server, 'Berlin');
    expect(await fieldOf(me.changeNumber({ body: { number: '+4930123', number_id } }))).toEqual([
      400,
      'number',
      'VA1001',
    ]);
    expect(await fieldOf(me.changeNumber({ body: { number: '+4930123', number_id: 0 } }))).toEqual([
      400,
      'number_id',
      'VA1001',
    ]);
  });
});

describe('teammates (§1, §6)', () => {
  it('are invited by mail, see who invites them, set a password and are logged in as members', async () => {
    const { server, me } = await ownerOf();
    const { data } = await me.inviteTeammate({ body: { email: 'mia@example.com' } });
    expect(data.data.invitations).toMatchObject([{ email: 'mia@example.com', expires_at: '2025-03-12T12:00:00.000Z' }]);
    const [mail] = await mailsTo(server, 'mia@example.com');
    expect(mail?.text).toContain('Ann Owner invited you to join their team on Ringwell.');
    const params = { invitation_token: await tokenFor(server, 'mia@example.com', 'invitation') };
    expect((await server.api.readInvitation({ params })).data.data).toEqual({
      email: 'mia@example.com',
      company: 'Example Ltd',
      invited_by: 'Ann Owner',
    });

    const body = { first_name: 'Mia', last_name: 'Member', password: 'another long sentence' };
    const accepted = await server.api.acceptInvitation({ params, body });
    expect(accepted.status).toBe(201);
    const mia = server.client({ userToken: accepted.data.user_token });
    expect((await mia.readAccount({})).data.data.user).toMatchObject({ first_name: 'Mia', role: 'member' });
    expect((await me.readTeam({})).data.data).toMatchObject({
      users: [{ role: 'owner' }, { role: 'member' }],
      invitations: [],
    });
    expect(await codesOf(server.api.acceptInvitation({ params, body }))).toEqual([404, 'AU1006']);
    expect(await codesOf(server.api.readInvitation({ params }))).toEqual([404, 'AU1006']);
  });

  it('see who invites them also when that is a single name', async () => {
    const { server, me } = await ownerOf({ user: { last_name: '' } });
    await me.inviteTeammate({ body: { email: 'mia@example.com' } });
    const [mail] = await mailsTo(server, 'mia@example.com');
    expect(mail?.text).toContain('Ann invited you to join their team');
    const params = { invitation_token: await tokenFor(server, 'mia@example.com', 'invitation') };
    expect((await server.api.readInvitation({ params })).data.data.invited_by).toBe('Ann');
  });

  it('expire after seven days, have one valid link at a time, and can be revoked', async () => {
    const { server, me } = await ownerOf();
    const invite = async (email: string) => {
      await me.inviteTeammate({ body: { email } });
      return { params: { invitation_token: await tokenFor(server, email, 'invitation') } };
    };
    const first = await invite('mia@example.com');
    const second = await invite('MIA@example.com');
    expect(await codesOf(server.api.readInvitation(first))).toEqual([404, 'AU1006']);
    const { invitations } = (await me.readTeam({})).data.data;
    expect(invitations).toHaveLength(1);
    await me.revokeInvitation({ params: { invitation_id: String(invitations[0]?.id) } });
    expect(await codesOf(server.api.readInvitation(second))).toEqual([404, 'AU1006']);
    const third = await invite('mia@example.com');
    server.clock.forward(7 * 86_400);
    expect(await codesOf(server.api.readInvitation(third))).toEqual([404, 'AU1006']);
    expect((await (await as(server)).readTeam({})).data.data.invitations).toEqual([]);
  });

  it.each(['MarianneLindqvist', 'lindqvist1', 'm.lindqvist@example.com', 'Example-Ltd-25', 'Ringwell2025'])(
    'do not set the password %s, which is made of their names, address, team or the product',
    async (password) => {
      const { server, me } = await ownerOf();
      await me.inviteTeammate({ body: { email: 'm.lindqvist@example.com' } });
      const params = { invitation_token: await tokenFor(server, 'm.lindqvist@example.com', 'invitation') };
      const body = { first_name: 'Marianne', last_name: 'Lindqvist', password };
      expect(await fieldOf(server.api.acceptInvitation({ params, body }))).toEqual([400, 'password', 'VA1001']);
      expect((await me.readTeam({})).data.data).toMatchObject({ users: [{ role: 'owner' }], invitations: [{}] });
    },
  );

  it('do not join by an invitation that is revoked while their password is hashed', async () => {
    const { server, me } = await ownerOf();
    const { passwords } = server.context;
    await me.inviteTeammate({ body: { email: 'mia@example.com' } });
    const params = { invitation_token: await tokenFor(server, 'mia@example.com', 'invitation') };
    const [invitation] = (await me.readTeam({})).data.data.invitations;
    const { hash } = passwords;
    vi.spyOn(passwords, 'hash').mockImplementationOnce(async (password) => {
      await me.revokeInvitation({ params: { invitation_id: String(invitation?.id) } });
      return hash(password);
    });
    const body = { first_name: 'Mia', last_name: 'Member', password: 'another long sentence' };
    expect(await codesOf(server.api.acceptInvitation({ params, body }))).toEqual([404, 'AU1006']);
    expect(await server.context.db.selectFrom('users').select('email').execute()).toEqual([{ email: EMAIL }]);
  });

  it.each([
    ['revoked', { revoked_at: 1 }],
    ['accepted', { accepted_at: 1 }],
    ['over', { expires_at: 1 }],
    ['of a team that has ended', {}, { cancelled_at: 1, trial_ends_on: '2025-03-05' }],
  ])(
    'an invitation that is %s between look-up and acceptance makes nobody a member',
    async (_what, change, ended: object = {}) => {
      const { server, me, customerId } = await ownerOf();
      const { context } = server;
      const { db } = context;
      await me.inviteTeammate({ body: { email: 'mia@example.com' } });
      const { userId } = await addOwner(server, 'mia@example.com', { user: { customer_id: null } });
      const found = await db.selectFrom('invitations').selectAll().executeTakeFirstOrThrow();
      await db
        .updateTable('invitations')
        .set({ revoked_at: null, ...change })
        .execute();
      await db
        .updateTable('customers')
        .set({ company: 'Example Ltd', ...ended })
        .execute();
      const joined = db.transaction().execute((tx) => acceptInvitation(context, tx, found, userId));
      await expect(joined).rejects.toMatchObject({ status: 404 });
      const team = await db.selectFrom('users').select('id').where('customer_id', '=', customerId).execute();
      expect(team).toHaveLength(1);
    },
  );

  it.each<[string, boolean, (server: TestServer, id: number) => unknown]>([
    ['open', true, () => null],
    ['that is over', false, ({ clock }) => clock.forward(7 * 86_400)],
    ['revoked', false, ({ context: { db } }) => db.updateTable('invitations').set({ revoked_at: 1 }).execute()],
    ['accepted', false, ({ context: { db } }) => db.updateTable('invitations').set({ accepted_at: 1 }).execute()],
    [
      'deleted beside one of another',
      false,
      ({ context: { db } }, id) => db.deleteFrom('invitations').where('id', '=', id).execute(),
    ],
  ])('an invitation %s can be accepted: %s', async (_what, isOpen, change) => {
    const { server, me } = await ownerOf();
    for (const email of ['mia@example.com', 'cy@example.com']) await me.inviteTeammate({ body: { email } });
    const { id } = await server.context.db.selectFrom('invitations').select('id').executeTakeFirstOrThrow();
    await change(server, id);
    expect(await isInvitationOpen(server.context, id)).toBe(isOpen);
  });

  it('revoked, take their own mail with them while it waits, and change nothing of others', async () => {
    const { server, me } = await ownerOf();
    const { context } = server;
    const { db } = context;
    vi.spyOn(context, 'wakeMail').mockReturnValue();
    const addresses = [
      'sent@example.com',
      'mia@example.com',
      'cy@example.com',
      'joined@example.com',
      'old@example.com',
    ];
    for (const email of addresses) await me.inviteTeammate({ body: { email } });
    const of = (email: string) => db.selectFrom('invitations').selectAll().where('email', '=', email);
    const set = (email: string, change: object) =>
      db.updateTable('invitations').set(change).where('email', '=', email).execute();
    await set('joined@example.com', { accepted_at: 7 });
    await set('old@example.com', { revoked_at: 7 });
    await db.updateTable('outbox').set({ status: 'sent' }).where('recipient', '=', 'sent@example.com').execute();
    server.clock.forward(1);
    for (const email of addresses.filter((address) => address !== 'cy@example.com')) {
      const { id } = await of(email).executeTakeFirstOrThrow();
      await me.revokeInvitation({ params: { invitation_id: String(id) } });
    }
    const rows = await db.selectFrom('invitations').select(['email', 'revoked_at']).orderBy('id').execute();
    expect(rows.map(({ email, revoked_at }) => [email, revoked_at])).toEqual([
      ['sent@example.com', context.now()],
      ['mia@example.com', context.now()],
      ['cy@example.com', null],
      ['joined@example.com', null],
      ['old@example.com', 7],
    ]);
    const mails = await db.selectFrom('outbox').select('recipient').orderBy('id').execute();
    expect(mails.map(({ recipient }) => recipient)).toEqual([
      'sent@example.com',
      'cy@example.com',
      'joined@example.com',
      'old@example.com',
    ]);
  });

  it('are at most fifty a day for one customer, and twenty an hour to one address', async () => {
    const { server, me, customerId } = await ownerOf();
    await addOwner(server, 'bob@example.com');
    const bob = await as(server, 'bob@example.com');
    await useUp(server, limits.invitations, String(customerId));
    const invite = (by: Api, email: string) => by.inviteTeammate({ body: { email } });
    expect(await failureOf(invite(me, 'mia@example.com'))).toMatchObject({ status: 429, retryAfter: 86_400 });
    expect((await invite(bob, 'mia@example.com')).status).toBe(201);
    const toMailbox = { name: 'invitation-mails', max: 20, windowMs: 3_600_000 };
    await useUp(server, toMailbox, 'cy@example.com');
    const userToken = await sessionToken(server, 'bob@example.com');
    const elsewhere = server.client({ address: '203.0.113.7', userToken });
    expect(await failureOf(invite(elsewhere, 'cy@example.com'))).toMatchObject({ status: 429, retryAfter: 3600 });
    expect((await invite(elsewhere, 'dee@example.com')).status).toBe(201);
  });

  it('whom the operator has disabled do not come back by an invitation', async () => {
    const { server, me } = await ownerOf();
    const gone = { customer_id: null, disabled_at: 1 };
    const { userId } = await addOwner(server, 'mia@example.com', { user: gone });
    await me.inviteTeammate({ body: { email: 'mia@example.com' } });
    const params = { invitation_token: await tokenFor(server, 'mia@example.com', 'invitation') };
    const body = { first_name: 'Mia', last_name: 'Member', password: 'another long sentence' };
    const refused = await failureOf(server.api.acceptInvitation({ params, body }));
    expect([refused.status, refused.errors[0]?.code]).toEqual([409, 'RG1004']);
    expect(refused.message).not.toContain('already have an account');
    expect(await userById(server.context.db, userId)).toMatchObject(gone);
  });

  it('are invited by a person without a last name too', async () => {
    const { server, me } = await ownerOf({ user: { last_name: '' } });
    await me.inviteTeammate({ body: { email: 'mia@example.com' } });
    const [mail] = await mailsTo(server, 'mia@example.com');
    expect(mail?.text).toContain('Ann invited you to join their team on Ringwell.');
  });

  it('cannot be invited twice, and an invitation gives no access to an existing account', async () => {
    const { server, me } = await ownerOf();
    expect(await fieldOf(me.inviteTeammate({ body: { email: EMAIL } }))).toEqual([409, 'email', 'RG1004']);
    await addOwner(server, 'bob@example.com');
    await me.inviteTeammate({ body: { email: 'bob@example.com' } });
    const invitation_token = await tokenFor(server, 'bob@example.com', 'invitation');
    const body = { first_name: 'Bob', last_name: 'Other', password: 'another long sentence' };
    const hash = vi.spyOn(server.context.passwords, 'hash');
    expect(await codesOf(server.api.acceptInvitation({ params: { invitation_token }, body }))).toEqual([409, 'RG1004']);
    // It stays open, so each request would cost the server another hash.
    expect(hash).not.toHaveBeenCalled();
    expect((await (await as(server, 'bob@example.com')).readAccount({})).data.data.user.first_name).toBe('Ann');
  });

  it('beyond the ordered number of users add a user each', async () => {
    const { server, me } = await ownerOf({ customer: { nb_users: 1 } });
    await addMember(server, me);
    expect((await me.readAccount({})).data.data).toMatchObject({ nb_users: 2, monthly: 30 });
  });

  it('may not do what is reserved for the owner', async () => {
    const { server, me, userId } = await ownerOf();
    const mia = await addMember(server, me);
    const params = { user_id: String(userId) };
    const forOwners = [
      () => mia.assignAddOn({ params }),
      () => mia.removeAddOn({ params }),
      () => mia.removeTeammate({ params }),
      () => mia.changeUsers({ body: { users: 9 } }),
      () => mia.inviteTeammate({ body: { email: 'x@example.com' } }),
      () => mia.revokeInvitation({ params: { invitation_id: '1' } }),
      () => mia.listAccountNumbers({ params: { coverage_id: '1' } }),
      () => mia.listAccountPackages({}),
      () => mia.changeNumber({ body: { number: '+4930', number_id: 1 } }),
      () => mia.cancelTrial({}),
      () => mia.undoCancellation({}),
    ];
    for (const call of forOwners) {
      const { status, errors, message } = await failureOf(call());
      expect([status, errors[0]?.code, message]).toEqual([403, 'AU1007', 'Only the account owner can do this.']);
    }
    expect((await mia.readTeam({})).status).toBe(200);
  });
});
