import type { Context } from '../context.ts';
import { type LetterContent, renderLetter } from './letter.ts';
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
  Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS) * (0.8 + 0.4 * random);

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
  const content = { kind: mail.kind, values: JSON.parse(values) } as LetterContent;
  const letter = renderLetter(content, mail.language, context.config);
  const outgoing = { ...letter, to: mail.recipient, messageId: mail.message_id, at: mail.created_at };
  return settle(context, mail, await transport.deliver(outgoing));
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

async function settle({ db, now }: Context, mail: Mail, delivery: Delivery): Promise<void> {
  const outcome = {
    sent: () => ({ status: 'sent' as const, sealed: null, sent_at: now(), last_error: null }),
    refused: (why: string) => ({ status: 'dead' as const, sealed: null, last_error: why }),
    failed: (why: string) => ({ next_try_at: Math.round(now() + waitAfter(mail.tries + 1)), last_error: why }),
  };
  const change = delivery.kind === 'sent' ? outcome.sent() : outcome[delivery.kind](delivery.why);
  await db.updateTable('outbox').set(change).where('id', '=', mail.id).where('status', '=', 'queued').execute();
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
