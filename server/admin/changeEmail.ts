import { emailKey } from '../login/emailKey.ts';
import { anyUserByEmail, revokeAccess } from '../login/user.ts';
import { queueMail } from '../mail/outbox.ts';
import { AdminError, type Command, emailOf, knownUser } from './command.ts';

/**
 * Moves a user who has lost the mailbox to another one. The user must be disabled before, which notifies the old
 * mailbox. The mailed link verifies the new one and sets a new password; until then the user cannot log in.
 */
export const changeEmail: Command = {
  usage: '<email> <new email>',
  description:
    'Moves a disabled user who has lost the mailbox to a new address, and mails a link for a new password there (docs/operation.md).',
  positionals: 2,
  options: {},
  async run(context, [email, address]) {
    const user = await knownUser(context, email);
    const to = emailOf(address);
    if (user.disabled_at === null) {
      throw new AdminError(`${user.email} can log in; disable it first, which notifies the old mailbox, and wait.`);
    }
    await context.db.transaction().execute(async (tx) => {
      if (await anyUserByEmail(tx, to)) throw new AdminError(`${to} already has an account.`);
      const email_key = emailKey(to);
      await revokeAccess(context, tx, { ...user, email_key });
      await tx.updateTable('sso_identities').set({ user_id: null }).where('user_id', '=', user.id).execute();
      await tx
        .updateTable('users')
        .set({ email: to, email_key, confirmed_at: null, disabled_at: null })
        .where('id', '=', user.id)
        .execute();
      await queueMail(context, tx, { to, kind: 'reset', language: user.language });
    });
    return {
      lines: [`${user.email} is now ${to}, and can log in after choosing a new password by the mailed link.`],
      data: { from: user.email, to },
    };
  },
};
