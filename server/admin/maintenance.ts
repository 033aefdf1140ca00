import { endWaits } from '../login/codePause.ts';
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
    return [`Sessions ended: ${ended.numDeletedRows}.`];
  },
};

/** Ends the waiting times that wrong passwords and codes have caused for a user. */
export const unlock: Command = {
  usage: '<email>',
  description: 'Lets this user try passwords and codes again straight away.',
  positionals: 1,
  options: {},
  async run(context, [email]) {
    await endWaits(context.db, await knownUser(context, email));
    return ['Done.'];
  },
};
