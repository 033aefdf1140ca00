import { formatCardNumber } from '#domain/card.ts';
import type { ServerContext } from '../platform/context.ts';
import { tokenHash } from '../platform/secrets.ts';
import type { TestBankTable } from '../store/tables/registrations.ts';
import { BANK_PATH, type Bank, type BankAttempt, type BankOutcome } from './port.ts';
import { type CardBehaviour, testCards } from './testCards.ts';

/** The possible results of a check. */
export type CheckResult = 'approved' | 'declined' | 'cancelled';

/** A check as its pages need it. */
export type Check = {
  attempt: string;
  behaviour: CardBehaviour;
  maskedCard: string;
  language: TestBankTable['language'];
  isOver: boolean;
};

/** The local test bank, with its own records and the operations that its pages need. */
export type TestBank = Bank & {
  /** The check with an id from a page's URL, or null. */
  readCheck: (id: string) => Promise<Check | null>;
  /** Ends a check, once and before its deadline; returns false if it was already over. */
  endCheck: (id: string, result: CheckResult) => Promise<boolean>;
};

/** Path of a check's page. */
export const CHECK_PATH = `${BANK_PATH}/check`;

/** Results of the cards that are settled without a challenge. */
const settledAtOnce: Partial<Record<CardBehaviour, CheckResult>> = {
  approves: 'approved',
  answerIsLost: 'approved',
  declines: 'declined',
};

/** The simulated bank of local servers: the card number decides the outcome (testCards.ts). */
export function createTestBank({
  config,
  db,
  now,
  keyring,
}: Pick<ServerContext, 'config' | 'db' | 'now' | 'keyring'>): TestBank {
  // The id is derived from the attempt, so that the URL can be built again; the table stores its digest only.
  const checkId = (attempt: string) => keyring.digest('bank check', attempt);

  const outcomeOf = (row: TestBankTable): BankOutcome => {
    if (row.outcome === 'approved') return { kind: 'approved', reference: `test-${row.attempt}` };
    if (row.outcome) return { kind: row.outcome };
    if (row.expires_at <= now()) return { kind: 'declined' };
    return {
      kind: 'challenge',
      url: `${config.bankUrl}${CHECK_PATH}/${checkId(row.attempt)}`,
      expiresAt: row.expires_at,
    };
  };
  const find = (attempt: string) =>
    db.selectFrom('test_bank').selectAll().where('attempt', '=', attempt).executeTakeFirst();
  const enter = ({ attempt, language, card }: BankAttempt, behaviour: CardBehaviour) =>
    db
      .insertInto('test_bank')
      .values({
        attempt,
        challenge_hash: tokenHash(checkId(attempt)),
        behaviour,
        masked_card: card ? masked(card.number) : '',
        language,
        outcome: settledAtOnce[behaviour] ?? null,
        expires_at: now() + config.settings.bankDeadlineSeconds * 1000,
        created_at: now(),
      })
      // On either of its keys: PostgreSQL reports a conflict on a key that is not named, even if both are the same row's.
      .onConflict((conflict) => conflict.doNothing())
      .execute();

  const settle = async (attempt: string): Promise<BankOutcome> => {
    const row = await find(attempt);
    // A key without a record: nothing was set up.
    return row ? outcomeOf(row) : { kind: 'declined' };
  };

  return {
    settle,
    async authorise(attempt) {
      const behaviour = attempt.card ? (testCards[attempt.card.number] ?? 'approves') : 'challenges';
      if (behaviour === 'isDown') return { kind: 'unknown' };
      await enter(attempt, behaviour);
      return behaviour === 'answerIsLost' ? { kind: 'unknown' } : settle(attempt.attempt);
    },
    async readCheck(id) {
      const row = await db
        .selectFrom('test_bank')
        .selectAll()
        .where('challenge_hash', '=', tokenHash(id))
        .executeTakeFirst();
      if (!row) return null;
      const { attempt, masked_card: maskedCard, language } = row;
      const behaviour = row.behaviour as CardBehaviour;
      return { attempt, behaviour, maskedCard, language, isOver: outcomeOf(row).kind !== 'challenge' };
    },
    async endCheck(id, result) {
      const { numUpdatedRows } = await db
        .updateTable('test_bank')
        .set({ outcome: result })
        .where('challenge_hash', '=', tokenHash(id))
        .where('outcome', 'is', null)
        .where('expires_at', '>', now())
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
  };
}

/** Masks all digits but the last four, in the brand's groups. */
const masked = (number: string): string => {
  const hidden = number.length - 4;
  let seen = 0;
  return formatCardNumber(number).replace(/\d/g, (digit) => (seen++ < hidden ? '•' : digit));
};
