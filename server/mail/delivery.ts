import { setTimeout as wait } from 'node:timers/promises';
import type { Updateable } from 'kysely';
import type { ServerContext } from '../platform/context.ts';
import { log, logError } from '../platform/log.ts';
import { StoreUnavailable } from '../store/errors.ts';
import type { OutboxTable } from '../store/schema.ts';
import { contentOf } from './content.ts';
import { LEASE_MS, type QueuedMail } from './due.ts';
import { isCode, MAIL_SEAL } from './outbox.ts';
import { renderEmail } from './renderEmail.ts';
import type { Delivery, Transport } from './transport.ts';

/** Between tries to note what became of a mail, while the database takes no changes. */
const STORE_AGAIN_MS = 1_000;
const FIRST_WAIT_MS = 5_000;
const LEAST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 3_600_000;

/**
 * The wait after the n-th failed try: 5 s, 10 s … at most a twentieth of the mail's life and an hour, give or take a
 * fifth. A code of ten minutes is tried every half minute, so that greylisting for six of them costs it little.
 */
export function waitAfter(attempts: number, lifeMs: number, random = Math.random()): number {
  const longest = Math.min(Math.max(lifeMs / 20, LEAST_WAIT_MS), MAX_WAIT_MS);
  return Math.round(Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), longest) * (0.8 + 0.4 * random));
}

/** What became of a mail; `over`: there is nobody to write to, or what it says holds no longer. */
type Outcome = Delivery | { kind: 'over' } | { kind: 'ranOut' } | { kind: 'unreadable' };

/** Delivers a mail that was taken up, and writes down what became of it. Never throws. */
export async function deliver(
  context: ServerContext,
  transport: Transport,
  mail: QueuedMail,
  signal: AbortSignal,
): Promise<void> {
  try {
    const outcome = await attempt(context, transport, mail, signal);
    report(mail, outcome);
    await untilStored(() =>
      context.db
        .updateTable('outbox')
        .set(changeOf(outcome, mail, context.now()))
        .where('id', '=', mail.id)
        .where('status', '=', 'queued')
        .execute(),
    );
  } catch (error) {
    // It comes up again when its lease is over.
    logError('mail could not be handled', error, { kind: mail.kind });
  }
}

/** A mail that has left and is not noted as sent would be sent again: tries for as long as nobody else may take it up. */
async function untilStored(note: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + LEASE_MS;
  for (;;) {
    try {
      await note();
      return;
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || Date.now() >= deadline) throw error;
    }
    await wait(STORE_AGAIN_MS);
  }
}

async function attempt(
  context: ServerContext,
  transport: Transport,
  mail: QueuedMail,
  signal: AbortSignal,
): Promise<Outcome> {
  if (context.now() >= mail.expires_at) return { kind: 'ranOut' };
  const values = context.keyring.open(MAIL_SEAL, mail.sealed ?? '');
  if (values === null) return { kind: 'unreadable' };
  const content = await contentOf(context, mail, JSON.parse(values));
  if (!content) return { kind: 'over' };
  const letter = renderEmail(content, mail.language, context.config);
  const { recipient: to, message_id: messageId, created_at: at } = mail;
  return transport.deliver({ ...letter, to, messageId, at, attempts: mail.attempts + 1 }, signal);
}

/** Tells the operator of mails that only the operator can help. The recipient is not named: people have typed it. */
function report({ id, kind, attempts }: QueuedMail, outcome: Outcome): void {
  const facts = { mail: id, kind, attempts: attempts + 1 };
  const change = 'SMTP_URL, or brand.supportEmail in src/settings.ts';
  if (outcome.kind === 'ours') log('mail cannot be sent, and is tried again', { ...facts, why: outcome.why, change });
  if (outcome.kind === 'ranOut') log('mail given up', { ...facts, see: 'npm run admin -- dead-letters' });
}

/** A mail that is over says nothing any more, unless the operator can still send it. */
function changeOf(outcome: Outcome, mail: QueuedMail, now: number): Updateable<OutboxTable> {
  switch (outcome.kind) {
    case 'sent':
      return { status: 'sent', sealed: null, sent_at: now, last_error: null };
    case 'over':
      return { status: 'dropped', sealed: null };
    case 'recipient':
      return { status: 'dead', sealed: null, last_error: outcome.why };
    case 'unreadable':
      return { status: 'dead', sealed: null, last_error: 'unreadable: sealed with another key' };
    case 'ranOut':
      return {
        status: 'dead',
        ...(isCode(mail.kind) && { sealed: null }),
        last_error: mail.last_error ? `${mail.last_error}, until it ran out` : 'ran out',
      };
    case 'later':
    case 'ours':
      return {
        next_attempt_at: now + waitAfter(mail.attempts + 1, mail.expires_at - mail.created_at),
        last_error: outcome.why,
      };
  }
}
