import { setTimeout as wait } from 'node:timers/promises';
import type { Updateable } from 'kysely';
import type { ServerContext } from '../platform/context.ts';
import { HOUR_MS } from '../platform/durations.ts';
import { log, logError } from '../platform/log.ts';
import { StoreUnavailable } from '../store/errors.ts';
import type { OutboxTable } from '../store/tables/mail.ts';
import { contentOf } from './content.ts';
import { LEASE_MS, type QueuedMail } from './due.ts';
import { isCode, MAIL_SEAL } from './outbox.ts';
import { renderEmail } from './renderEmail.ts';
import type { Delivery, Transport } from './transport.ts';

/** Interval for retries to record a delivery while the database accepts no changes. */
const STORE_RETRY_MS = 1_000;
const FIRST_WAIT_MS = 5_000;
const MIN_WAIT_MS = 1_000;
const MAX_WAIT_MS = HOUR_MS;

/**
 * The wait after the n-th failed attempt: 5 s, 10 s … at most a twentieth of the mail's lifetime and at most an hour,
 * with a jitter of a fifth. A code that is valid for ten minutes is retried every half minute, so six minutes of
 * greylisting delay it little.
 */
export function waitAfter(attempts: number, ttlMs: number, random = Math.random()): number {
  const maxWait = Math.min(Math.max(ttlMs / 20, MIN_WAIT_MS), MAX_WAIT_MS);
  return Math.round(Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), maxWait) * (0.8 + 0.4 * random));
}

/**
 * The outcome of a mail; `over`: there is no recipient, or its content is no longer valid; `untried`: the database could
 * not be asked for its content.
 */
type Outcome = Delivery | { kind: 'over' } | { kind: 'ranOut' } | { kind: 'unreadable' } | { kind: 'untried' };

/** Delivers a claimed mail and records the outcome. Never throws. */
export async function deliver(
  context: ServerContext,
  transport: Transport,
  mail: QueuedMail,
  signal: AbortSignal,
): Promise<void> {
  try {
    const outcome = await attempt(context, transport, mail, signal).catch((error) => untried(mail, error));
    report(mail, outcome);
    await storeWithRetries(() =>
      context.db
        .updateTable('outbox')
        .set(changeOf(outcome, mail, context.now()))
        .where('id', '=', mail.id)
        .where('status', '=', 'queued')
        .execute(),
    );
  } catch (error) {
    // The mail becomes due again when its lease ends.
    logError('mail could not be handled', error, { kind: mail.kind });
  }
}

/** A mail that a fault of the database kept from being sent does not wait for the end of its lease. */
function untried({ kind }: QueuedMail, error: unknown): Outcome {
  if (!(error instanceof StoreUnavailable)) throw error;
  logError('mail could not be handled', error, { kind });
  return { kind: 'untried' };
}

/** A sent mail that is not recorded would be sent again: retries for as long as the lease lasts. */
async function storeWithRetries(store: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + LEASE_MS;
  for (;;) {
    try {
      await store();
      return;
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || Date.now() >= deadline) throw error;
    }
    await wait(STORE_RETRY_MS);
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
  const email = renderEmail(content, mail.language, context.config);
  const { recipient: to, message_id: messageId, created_at: at } = mail;
  return transport.deliver({ ...email, to, messageId, at, attempts: mail.attempts + 1 }, signal);
}

/** Logs mails that need the operator's help. The recipient is not named, because it is user input. */
function report({ id, kind, attempts }: QueuedMail, outcome: Outcome): void {
  const facts = { mail: id, kind, attempts: attempts + 1 };
  const change = 'SMTP_URL, or brand.supportEmail in src/settings.ts';
  if (outcome.kind === 'ours')
    log('mail cannot be sent, and is tried again', { ...facts, why: outcome.reason, change });
  if (outcome.kind === 'ranOut') log('mail given up', { ...facts, see: 'npm run admin -- dead-letters' });
}

/** The content of a finished mail is erased, unless the operator can still send it. */
function changeOf(outcome: Outcome, mail: QueuedMail, now: number): Updateable<OutboxTable> {
  switch (outcome.kind) {
    case 'sent':
      return { status: 'sent', sealed: null, sent_at: now, last_error: null };
    case 'over':
      return { status: 'dropped', sealed: null };
    case 'recipient':
      return { status: 'dead', sealed: null, last_error: outcome.reason };
    case 'unreadable':
      return { status: 'dead', sealed: null, last_error: 'unreadable: sealed with another key' };
    case 'ranOut':
      return {
        status: 'dead',
        ...(isCode(mail.kind) && { sealed: null }),
        last_error: mail.last_error ? `${mail.last_error}, until it ran out` : 'ran out',
      };
    case 'untried':
      return { next_attempt_at: now + STORE_RETRY_MS, attempts: mail.attempts };
    case 'later':
    case 'ours':
      return {
        next_attempt_at: now + waitAfter(mail.attempts + 1, mail.expires_at - mail.created_at),
        last_error: outcome.reason,
      };
  }
}
