import { pageAddress } from '../http/links.ts';
import { issueToken } from '../login/tokens.ts';
import { AdminError, type Command, knownUser, lineOf } from './command.ts';

/** Creates a discount link for a customer; the discount applies once the link has been opened. */
export const discount: Command = {
  usage: '<email> --percent <1-100> [--campaign <name>]',
  description:
    "Creates a one-time discount link for this user's customer; a campaign's second link replaces the first.",
  positionals: 1,
  options: { percent: null, campaign: 'operator' },
  async run(context, [email], options) {
    const { percent = '' } = options;
    const campaign = lineOf(options, 'campaign');
    const user = await knownUser(context, email);
    const customerId = user.customer_id;
    if (customerId === null) throw new AdminError(`${user.email} has not finished signing up.`);
    if (!/^([1-9]\d?|100)$/.test(percent)) throw new AdminError('--percent must be a whole number from 1 to 100.');

    const token = await context.db.transaction().execute(async (tx) => {
      const made = await tx
        .insertInto('discounts')
        .values({
          customer_id: customerId,
          campaign,
          percent: Number(percent),
          redeemed_at: null,
          created_at: context.now(),
        })
        .onConflict((conflict) =>
          conflict
            .columns(['customer_id', 'campaign'])
            .doUpdateSet({ percent: Number(percent) })
            .where('discounts.redeemed_at', 'is', null),
        )
        .returning('id')
        .executeTakeFirst();
      if (!made)
        throw new AdminError(`${user.email} has already used this campaign's discount; choose another --campaign.`);
      return issueToken(context, tx, 'discount', { discount_id: made.id });
    });
    const link = pageAddress(context.config.publicUrl, 'login', user.language, { discount: token });
    return {
      lines: [`Link for ${percent}% off every invoice, to be opened within 90 days:`, link],
      data: { email: user.email, percent: Number(percent), campaign, link },
    };
  },
};
