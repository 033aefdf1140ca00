import { type Selectable, sql } from 'kysely';
import type { EmailKind } from '../messages/emails.ts';
import type { ServerContext } from '../platform/context.ts';
import { HOUR_MS } from '../platform/durations.ts';
import type { Store } from '../store/schema.ts';
import { skipLocked } from '../store/skipLocked.ts';
import type { OutboxTable } from '../store/tables/mail.ts';

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

/** A claimed mail; `attempts` counts those before. */
export type QueuedMail = Selectable<OutboxTable>;

/**
 * Claims up to `max` due mails for this process by moving their due time, in one statement: of several processes each
 * gets mails of its own.
 */
export async function takeDue(context: Pick<ServerContext, 'db' | 'now'>, max: number): Promise<QueuedMail[]> {
  const { db } = context;
  const claimed = await db
    // Materialised, so that the database cannot evaluate the limit more than once.
    .with(
      (cte) => cte('due').materialized(),
      () => skipLocked(db, dueMails(context, max), 'mail'),
    )
    .updateTable('outbox')
    .set((row) => ({ next_attempt_at: context.now() + LEASE_MS, attempts: row('attempts', '+', 1) }))
    .where('id', 'in', (row) => row.selectFrom('due').select('due.id'))
    .returningAll()
    .execute();
  const mails = claimed.map((mail) => ({ ...mail, attempts: mail.attempts - 1 }));
  return mails.sort((one, other) => place(one) - place(other));
}

/**
 * Awaited mails come first, the newest at the head. The others follow from the oldest on, only one per address at a
 * time, so that notices keep their order; but none waits for a mail that could not be delivered within an hour.
 */
const dueMails = ({ db, now }: Pick<ServerContext, 'db' | 'now'>, max: number) =>
  db
    .selectFrom('outbox as mail')
    .select('mail.id')
    .where('status', '=', 'queued')
    .where('next_attempt_at', '<=', now())
    .where((row) => row.or([row('kind', 'in', awaited), row.not(row.exists(earlierMail(db, now())))]))
    .orderBy((row) => row.case().when('kind', 'in', awaited).then(sql<number>`-id`).else(sql<number>`id`).end())
    .limit(max);

/** The same order for claimed mails, because a statement returns what it changed in any order. */
const place = ({ id, kind }: QueuedMail): number => (awaited.includes(kind) ? -id : id);

const earlierMail = (db: Store, now: number) =>
  db
    .selectFrom('outbox as earlier')
    .select('earlier.id')
    .where('earlier.status', '=', 'queued')
    .where('earlier.created_at', '>', now - HOUR_MS)
    .where('earlier.recipient', '=', sql.ref<string>('mail.recipient'))
    .where('earlier.id', '<', sql.ref<number>('mail.id'));
