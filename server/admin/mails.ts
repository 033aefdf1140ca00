import { rowId } from '../http/rowId.ts';
import { LEASE_MS } from '../mail/due.ts';
import { ttlOf } from '../mail/outbox.ts';
import { type AdminContext, AdminError, type Command } from './command.ts';

/** Lists mails that could not be delivered: rejected, expired or failing repeatedly. */
export const deadLetters: Command = {
  usage: '',
  description:
    'Lists emails from the last 30 days that could not be delivered so far: number, time, recipient, state, reason.',
  positionals: 0,
  options: {},
  async run({ db }) {
    const mails = await undeliveredMails({ db }).orderBy('id').execute();
    const lines = mails.map(({ id, created_at, recipient, kind, last_error, ...mail }) =>
      [id, instant(created_at), recipient, kind, stateOf(mail), last_error].join('  '),
    );
    const data = mails.map(({ id, created_at, recipient, kind, last_error, status, next_attempt_at }) => ({
      id,
      created_at: instant(created_at),
      recipient,
      kind,
      next_attempt_at: status === 'dead' ? null : instant(next_attempt_at),
      reason: last_error,
    }));
    return { lines: lines.length > 0 ? lines : ['No undelivered emails.'], data: { mails: data } };
  },
};

/** Retries failed mails at once, for example after a configuration error has been fixed. */
export const retryMail: Command = {
  usage: '<number of the email | all>',
  description:
    'Resends one email listed by dead-letters, or all of them; not expired codes, nor emails that the recipient rejected.',
  positionals: 1,
  options: {},
  async run({ db, config, now }, [which = '']) {
    if (which !== 'all' && rowId(which) === 0)
      throw new AdminError(`"${which}" is neither a number listed by dead-letters nor all.`);
    const undelivered = undeliveredMails({ db }).where('sealed', 'is not', null);
    const mails = await (which === 'all' ? undelivered : undelivered.where('id', '=', rowId(which))).execute();
    if (which !== 'all' && mails.length === 0) {
      throw new AdminError(`Cannot resend email ${which}: it does not exist, or its content has been deleted.`);
    }
    // Skips mails that the running server has just claimed for delivery, or soon does.
    const resting = mails.filter(
      ({ status, next_attempt_at }) => status === 'dead' || next_attempt_at > now() + LEASE_MS,
    );
    for (const { id, status, kind } of resting) {
      const ttl = ttlOf(kind, config);
      const requeued = { status: 'queued', attempts: 0, created_at: now(), expires_at: now() + ttl } as const;
      await db
        .updateTable('outbox')
        .set({ next_attempt_at: now(), ...(status === 'dead' && requeued) })
        .where('id', '=', id)
        .execute();
    }
    const due = mails.length - resting.length;
    return {
      lines: [
        `Emails queued again: ${resting.length}.`,
        ...(due > 0 ? [`Due within ${LEASE_MS / 1000} seconds anyway: ${due}.`] : []),
      ],
      data: { queued: resting.length },
    };
  },
};

const undeliveredMails = ({ db }: Pick<AdminContext, 'db'>) =>
  db
    .selectFrom('outbox')
    .select(['id', 'created_at', 'recipient', 'kind', 'status', 'next_attempt_at', 'last_error'])
    .where((row) =>
      row.or([row('status', '=', 'dead'), row.and([row('status', '=', 'queued'), row('last_error', 'is not', null)])]),
    );

const instant = (millis: number): string => new Date(millis).toISOString();

const stateOf = ({ status, next_attempt_at }: { status: string; next_attempt_at: number }): string =>
  status === 'dead' ? 'given up' : `next try ${instant(next_attempt_at)}`;
