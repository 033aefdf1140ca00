import { languages } from '#domain/constants.ts';
import { languageCurrency, readLanguage } from '#domain/locale.ts';
import { defaultOrder } from '#domain/order.ts';
import { todayIn } from '#domain/timeZone.ts';
import { trialEnd } from '#domain/trial.ts';
import { pageAddress } from '../http/links.ts';
import { emailKey } from '../login/emailKey.ts';
import { issueToken } from '../login/tokens.ts';
import { AdminError, type Command, emailOf, lineOf } from './command.ts';

/**
 * Creates a customer with its owner, who sets the password through a mailed link: no password appears on a command
 * line.
 */
export const createUser: Command = {
  usage: '<email> --first-name <name> --last-name <name> [--company <name>] [--language <key>]',
  description: 'Creates a trial customer and its owner, and prints a link for the owner to choose a password.',
  positionals: 1,
  options: { 'first-name': null, 'last-name': null, company: '', language: 'en' },
  async run({ config, db, now }, [address], options) {
    const email = emailOf(address);
    const language = readLanguage(options['language'], config.settings.regionalVariants);
    if (!language) throw new AdminError(`--language must be one of ${languages.join(', ')}.`);
    const person = { first_name: lineOf(options, 'first-name'), last_name: lineOf(options, 'last-name') };
    const company = lineOf(options, 'company', { required: false });

    const token = await db.transaction().execute(async (tx) => {
      const customer = await tx
        .insertInto('customers')
        .values({
          company,
          country: '',
          postcode: '',
          address: '',
          city: '',
          vat: '',
          package_type: defaultOrder.packageType,
          nb_users: defaultOrder.nbUsers,
          nb_cx_bundles: defaultOrder.nbCxBundles,
          currency: languageCurrency(language),
          completed_at: now(),
          trial_ends_on: trialEnd(todayIn('UTC', now()), config.settings.trialLength),
          trial_time_zone: 'UTC',
          created_at: now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const user = await tx
        .insertInto('users')
        .values({
          customer_id: customer.id,
          role: 'owner',
          ...person,
          email,
          email_key: emailKey(email),
          password_hash: null,
          confirmed_at: now(),
          language,
          created_at: now(),
        })
        .onConflict((conflict) => conflict.column('email_key').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!user) throw new AdminError(`${email} already has an account.`);
      return issueToken({ now }, tx, 'reset', { user_id: user.id });
    });
    const link = pageAddress(config.publicUrl, 'oneTimeLogin', language, { token });
    return {
      lines: [`${email} can choose a password here within 30 minutes, or later with 'Forgot password?':`, link],
      data: { email, link },
    };
  },
};
