import { sql } from 'kysely';
import type { EmailKind } from '../messages/emails.ts';
import type { ServerContext } from '../platform/context.ts';
import type { Store } from '../store/schema.ts';

/** Longer than any delivery takes: a mail whose server died on the way becomes due again after this. */
export const LEASE_MS = 30_000;

/** Mails that a person waits for; they have priority over all others. */
const awaited: readonly EmailKind[] = [
  'verificationCode',
  'loginCode',
  'alreadyRegistered',
  'invitedAlready',
  'confirmation',
  'reset',
];

export type QueuedMail = Awaited<ReturnType<typeof dueMails>>[number];

/** Claims up to `most` due mails for this process. */
export async function takeDue(context: ServerContext, max: number): Promise<QueuedMail[]> {
  const due = await dueMails(context, max);
  const claims = await Promise.allSettled(due.map((mail) => claim(context, mail)));
  const failure = claims.find(({ status }) => status === 'rejected');
  const claimed = due.filter((_, at) => claims[at]?.status === 'fulfilled' && claims[at].value);
  // Mails that were claimed before the database failed are still sent.
  if (failure?.status === 'rejected' && claimed.length === 0) throw failure.reason;
  return claimed;
}

/**
 * Awaited mails come first, the newest at the head. The others follow from the oldest on, only one per address at a
 * time, so that notices keep their order.
 */
const dueMails = ({ db, now }: Pick<ServerContext, 'db' | 'now'>, max: number) =>
  db
    .selectFrom('outbox as mail')
    .selectAll()
    .where('status', '=', 'queued')
    .where('next_attempt_at', '<=', now())
    .where((row) => row.or([row('kind', 'in', awaited), row.not(row.exists(earlierMail(db)))]))
    .orderBy((row) => row.case().when('kind', 'in', awaited).then(sql<number>`-id`).else(sql<number>`id`).end())
    .limit(max)
    .execute();

const earlierMail = (db: Store) =>
  db
    .selectFrom('outbox as earlier')
    .select('earlier.id')
    .where('earlier.status', '=', 'queued')
    .where('earlier.recipient', '=', sql.ref<string>('mail.recipient'))
    .where('earlier.id', '<', sql.ref<number>('mail.id'));

/** Claims a mail by moving its due time; of two processes one succeeds. */
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
