import { sql } from 'kysely';
import type { EmailKind } from '../messages/emails.ts';
import type { ServerContext } from '../platform/context.ts';
import type { Store } from '../store/schema.ts';

/** Longer than any delivery takes: a mail whose server died on the way comes up again after it. */
export const LEASE_MS = 30_000;

/** Mails that somebody waits for in front of a page; they wait for no other. */
const awaited: readonly EmailKind[] = ['verificationCode', 'loginCode', 'alreadyRegistered', 'confirmation', 'reset'];

export type QueuedMail = Awaited<ReturnType<typeof dueMails>>[number];

/** Takes up to so many mails whose time has come, for this process alone. */
export async function takeDue(context: ServerContext, most: number): Promise<QueuedMail[]> {
  const due = await dueMails(context, most);
  const claims = await Promise.allSettled(due.map((mail) => claim(context, mail)));
  const failure = claims.find(({ status }) => status === 'rejected');
  const claimed = due.filter((_, at) => claims[at]?.status === 'fulfilled' && claims[at].value);
  // What was claimed before the database went away is sent all the same.
  if (failure?.status === 'rejected' && claimed.length === 0) throw failure.reason;
  return claimed;
}

/**
 * What somebody waits for comes first, the newest at the head; the rest from the oldest on, and of one address only the
 * first, so that notices keep their order.
 */
const dueMails = ({ db, now }: Pick<ServerContext, 'db' | 'now'>, most: number) =>
  db
    .selectFrom('outbox as mail')
    .selectAll()
    .where('status', '=', 'queued')
    .where('next_attempt_at', '<=', now())
    .where((row) => row.or([row('kind', 'in', awaited), row.not(row.exists(earlierMail(db)))]))
    .orderBy((row) => row.case().when('kind', 'in', awaited).then(sql<number>`-id`).else(sql<number>`id`).end())
    .limit(most)
    .execute();

const earlierMail = (db: Store) =>
  db
    .selectFrom('outbox as earlier')
    .select('earlier.id')
    .where('earlier.status', '=', 'queued')
    .where('earlier.recipient', '=', sql.ref<string>('mail.recipient'))
    .where('earlier.id', '<', sql.ref<number>('mail.id'));

/** Moves the mail's time; of two processes one succeeds. */
async function claim({ db, now }: ServerContext, mail: QueuedMail): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ next_attempt_at: now() + LEASE_MS, attempts: mail.attempts + 1 })
    .where('id', '=', mail.id)
    .where('status', '=', 'queued')
    .where('next_attempt_at', '=', mail.next_attempt_at)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
