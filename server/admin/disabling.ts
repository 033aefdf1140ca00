import { revokeAccess } from '../login/user.ts';
import { queueMail } from '../mail/outbox.ts';
import { type Command, knownUser } from './command.ts';

/** Keeps a user out: ends all access at once, and allows none until the user is enabled. */
export const disable: Command = {
  usage: '<email>',
  description: 'Logs this user out everywhere, prevents logins until enable, and notifies them by email.',
  positionals: 1,
  options: {},
  async run(context, [email]) {
    const user = await knownUser(context, email);
    await context.db.transaction().execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('users')
        .set({ disabled_at: context.now() })
        .where('id', '=', user.id)
        .where('disabled_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      await revokeAccess(context, tx, user);
      await tx.deleteFrom('registrations').where('user_id', '=', user.id).where('completed_at', 'is', null).execute();
      await queueMail(context, tx, { to: user.email, kind: 'accountDisabled', language: user.language });
    });
    const others = user.role === 'owner' ? ' The other users of the account can still log in.' : '';
    return {
      lines: [`${user.email} can no longer log in.${others}`],
      data: { email: user.email, disabled: true, role: user.role },
    };
  },
};

/** Lets a disabled user in again, with the same password. */
export const enable: Command = {
  usage: '<email>',
  description: 'Lets a disabled user log in again, with the password they had.',
  positionals: 1,
  options: {},
  async run(context, [email]) {
    const { id, email: address } = await knownUser(context, email);
    await context.db.updateTable('users').set({ disabled_at: null }).where('id', '=', id).execute();
    return { lines: [`${address} can log in again.`], data: { email: address, disabled: false } };
  },
};
