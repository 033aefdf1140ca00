import type { Session } from '#contract/session.ts';
import { reject } from '../http/errors.ts';
import type { RequestContext } from '../http/requestContext.ts';
import { needsCodeWithoutPassword } from '../login/secondFactor.ts';
import { openSession } from '../login/sessions.ts';
import { userById } from '../login/user.ts';
import type { ServerContext } from '../platform/context.ts';
import { MINUTE_MS } from '../platform/durations.ts';
import type { Tx } from '../store/schema.ts';
import type { Registration } from './registration.ts';

/** How long after completion a registration can open a session. */
const SESSION_TTL_MS = 15 * MINUTE_MS;

/** §4: logs the customer in right after completion, once; rejected where a login needs a mailed code. */
export async function openRegistrationSession(
  context: ServerContext,
  tx: Tx,
  { id, user_id, completed_at }: Registration,
  requestContext: RequestContext,
): Promise<Session> {
  const { now, config } = context;
  if (completed_at === null || user_id === null) return reject('stepRejected');
  const opened = await tx
    .updateTable('registrations')
    .set({ session_opened_at: now() })
    .where('id', '=', id)
    .where('session_opened_at', 'is', null)
    .where('completed_at', '>=', now() - SESSION_TTL_MS)
    .executeTakeFirst();
  if (opened.numUpdatedRows === 0n) reject('tokenInvalid');
  const user = await userById(tx, user_id);
  if (user.disabled_at !== null || needsCodeWithoutPassword(config.twoFactor, user)) reject('notAllowed');
  return openSession(context, tx, requestContext, { userId: user.id });
}
