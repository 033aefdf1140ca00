import { issueToken, isTokenUsed } from '../login/tokens.ts';
import { userByEmail } from '../login/user.ts';
import type { ServerContext } from '../platform/context.ts';

/**
 * The link of a mail that anyone may request. The user is looked up when the mail is sent, not when it is requested, so
 * that the request does the same work for every address. Null if there is no user, or none who needs the link.
 * A mail that is sent again carries the same link: its token is derived from its Message-ID and the server's key.
 */
export async function linkAtSending(
  context: ServerContext,
  mail: { kind: 'confirmation' | 'reset'; recipient: string; message_id: string },
): Promise<Record<string, string> | null> {
  const { db, keyring } = context;
  return db.transaction().execute(async (tx) => {
    const user = await userByEmail(tx, mail.recipient);
    if (!user || (mail.kind === 'confirmation' && user.confirmed_at !== null)) return null;
    const token = keyring.digest('mailed-link', mail.message_id);
    if (await isTokenUsed(tx, token)) return null;
    return { token: await issueToken(context, tx, mail.kind, { user_id: user.id }, token) };
  });
}
