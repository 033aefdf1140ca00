import { endWaits } from '../login/codePause.ts';
import { purge as purgeStore } from '../platform/maintenance.ts';
import { type Command, knownUser } from './command.ts';

/** Ends all sessions of a user and revokes the remembered devices. */
export const endSessions: Command = {
  usage: '<email>',
  description: 'Logs this user out everywhere and forgets their remembered devices.',
  positionals: 1,
  options: {},
  async run(context, [email]) {
    const { id } = await knownUser(context, email);
    const ended = await context.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('devices').where('user_id', '=', id).execute();
      await tx.deleteFrom('login_challenges').where('user_id', '=', id).execute();
      return tx.deleteFrom('sessions').where('user_id', '=', id).executeTakeFirst();
    });
    const count = Number(ended.numDeletedRows);
    return { lines: [`Sessions ended: ${count}.`], data: { ended: count } };
  },
};

/** Ends the waiting times that wrong passwords and codes have caused for a user. */
export const unlock: Command = {
  usage: '<email>',
  description: 'Lets this user try passwords and codes again straight away.',
  positionals: 1,
  options: {},
  async run(context, [email]) {
    const user = await knownUser(context, email);
    await endWaits(context.db, user);
    return { lines: [`${user.email} can try again straight away.`], data: { email: user.email } };
  },
};

/** Deletes what has expired; a running server does the same every hour. */
export const purge: Command = {
  usage: '',
  description:
    'Deletes what has expired, such as abandoned sign-ups, ended sessions and old mails, as the server does every hour.',
  positionals: 0,
  options: {},
  async run({ db, now }) {
    const deleted = await purgeStore(db, now());
    const lines = Object.entries(deleted).map(([table, rows]) => `${table}  ${rows}`);
    return { lines: lines.length > 0 ? lines : ['Nothing has expired.'], data: { deleted } };
  },
};
