import type { Updateable } from 'kysely';
import type { Context } from '../context.ts';
import type { OutboxTable } from '../store/schema.ts';
import { lateLink } from './lateLink.ts';
import { type LetterContent, type LetterValues, renderLetter } from './letter.ts';
import { MAIL_SEAL } from './outbox.ts';
import type { Delivery, Transport } from './transport.ts';

/** Mails taken out in one round. */
const ROUND = 20;
/** Longer than any delivery takes: a mail whose server died on the way comes up again after it. */
const LEASE_MS = 30_000;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 3_600_000;
/** Between rounds when nobody rings: mails of another process, and those that wait for their next try. */
const ROUND_EVERY_MS = 1_000;

/** The wait after the n-th failed try: 5 s, 10 s … at most an hour, give or take a fifth. */
export const waitAfter = (tries: number, random = Math.random()): number =>
  Math.round(Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS) * (0.8 + 0.4 * random));

/** One round: sends what is due. Answers how many mails it took up. */
export async function deliverDue(context: Context, transport: Transport): Promise<number> {
  const due = await dueMails(context);
  await Promise.all(due.map((mail) => deliver(context, transport, mail)));
  return due.length;
}

type Mail = Awaited<ReturnType<typeof dueMails>>[number];

/** The oldest waiting mail of each address, if its time has come: mails to one address keep their order. */
const dueMails = ({ db, now }: Context) =>
  db
    .selectFrom('outbox as mail')
    .selectAll()
    .where('status', '=', 'queued')
    .where('next_try_at', '<=', now())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('outbox as earlier')
            .select('earlier.id')
            .where('earlier.status', '=', 'queued')
            .whereRef('earlier.recipient', '=', 'mail.recipient')
            .whereRef('earlier.id', '<', 'mail.id'),
        ),
      ),
    )
    .orderBy('id')
    .limit(ROUND)
    .execute();

async function deliver(context: Context, transport: Transport, mail: Mail): Promise<void> {
  if (!(await claim(context, mail))) return;
  if (mail.worthless_at !== null && context.now() >= mail.worthless_at)
    return settle(context, mail, { kind: 'refused', why: 'ran out' });
  const values = context.keyring.open(MAIL_SEAL, mail.sealed ?? '');
  if (values === null) return settle(context, mail, { kind: 'refused', why: 'unreadable' });
  const content = await contentOf(context, mail, JSON.parse(values));
  if (!content) return settle(context, mail, { kind: 'dropped' });
  const letter = renderLetter(content, mail.language, context.config);
  const { recipient: to, message_id: messageId, created_at: at } = mail;
  const outgoing = { ...letter, to, messageId, at, tries: mail.tries + 1 };
  return settle(context, mail, await transport.deliver(outgoing));
}

/** What the mail says; null when there turns out to be nobody to say it to. */
async function contentOf(context: Context, mail: Mail, values: LetterValues): Promise<LetterContent | null> {
  const kind = mail.kind as LetterContent['kind'];
  if (kind !== 'reset' && kind !== 'confirmation') return { kind, values };
  const link = await lateLink(context, { ...mail, kind });
  return link && { kind, values: { ...values, link } };
}

/** Takes a mail for this process alone, by moving its time; of two postmen one succeeds. */
async function claim({ db, now }: Context, mail: Mail): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ next_try_at: now() + LEASE_MS, tries: mail.tries + 1 })
    .where('id', '=', mail.id)
    .where('status', '=', 'queued')
    .where('next_try_at', '=', mail.next_try_at)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

type Outcome = Delivery | { kind: 'dropped' };

async function settle({ db, now }: Context, mail: Mail, outcome: Outcome): Promise<void> {
  await db
    .updateTable('outbox')
    .set(changeOf(outcome, mail, now()))
    .where('id', '=', mail.id)
    .where('status', '=', 'queued')
    .execute();
}

/** A mail that is over says nothing any more. */
function changeOf(outcome: Outcome, { tries }: Mail, now: number): Updateable<OutboxTable> {
  switch (outcome.kind) {
    case 'sent':
      return { status: 'sent', sealed: null, sent_at: now, last_error: null };
    case 'dropped':
      return { status: 'dropped', sealed: null };
    case 'refused':
      return { status: 'dead', sealed: null, last_error: outcome.why };
    case 'failed':
      return { next_try_at: now + waitAfter(tries + 1), last_error: outcome.why };
  }
}

/** Sends mails: a round when it is woken, and one every second for mails of other processes and later tries. */
export type Postman = { wake(): void; stop(): Promise<void> };

export function startPostman(context: Context, transport: Transport): Postman {
  let stopped = false;
  let woken = false;
  let goOn: () => void = () => {};

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ROUND_EVERY_MS);
      goOn = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function rounds(): Promise<void> {
    while (!stopped) {
      woken = false;
      // A database that is away comes back; the mails wait in it.
      const taken = await deliverDue(context, transport).catch(() => 0);
      if (taken === 0 && !woken && !stopped) await pause();
    }
  }

  const running = rounds();
  const wake = () => {
    woken = true;
    goOn();
  };
  return {
    wake,
    async stop() {
      stopped = true;
      wake();
      await running;
      transport.close();
    },
  };
}
