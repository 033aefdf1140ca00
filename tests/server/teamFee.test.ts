import { describe, expect, it } from 'vitest';
import type { Account } from '#contract/account.ts';
import { toMinor } from '#domain/money.ts';
import { monthlyWith } from '#domain/teamFee.ts';
import { addMember, as, EMAIL, ownerOf } from '../support/account.ts';
import { addOwner, mailsTo } from '../support/people.ts';

const accountOf = async ({ readAccount }: Awaited<ReturnType<typeof as>>) => (await readAccount({})).data.data;
/** What the page says beside the form that one more would cost. */
const promised = ({ monthly_before_discount, user_monthly, discount_percent }: Account) =>
  monthlyWith(1, {
    monthly: toMinor(monthly_before_discount),
    userMonthly: toMinor(user_monthly ?? 0),
    discountPercent: discount_percent,
  }) / 100;

describe('the fee of a team that grows beyond its plan (§1)', () => {
  it('within the ordered users nothing is paid more, and no mail is sent', async () => {
    const { server, me } = await ownerOf();
    await addMember(server, me);
    expect(await accountOf(me)).toMatchObject({ nb_users: 3, monthly: 45, user_monthly: 15 });
    expect(await mailsTo(server, EMAIL)).toEqual([]);
  });

  it('an open invitation is not billed; accepted it is, at the price that was said, and the owner is told by mail', async () => {
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

  it('a discount is taken off, and the owner reads their own language', async () => {
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

  it('who has cancelled is told of no price', async () => {
    const { server, me } = await ownerOf({ customer: { nb_users: 1 } });
    await me.cancelTrial({});
    const mails = (await mailsTo(server, EMAIL)).length;
    await addMember(server, me);
    expect(await mailsTo(server, EMAIL)).toHaveLength(mails);
  });

  it("another customer's team counts for nothing", async () => {
    const { server, me } = await ownerOf({ customer: { nb_users: 2 } });
    await addOwner(server, 'bob@example.com', { customer: { nb_users: 1 } });
    await addMember(server, await as(server, 'bob@example.com'));
    expect(await accountOf(me)).toMatchObject({ nb_users: 2 });
    expect(await mailsTo(server, EMAIL)).toEqual([]);
  });
});
