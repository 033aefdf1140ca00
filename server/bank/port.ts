import type { CardType, Language } from '#domain/constants.ts';

/** A card on its way to the bank. It lives in the request only: no log, no row, no error may hold it. */
export type Card = {
  type: CardType;
  /** Digits only. */
  number: string;
  /** '01'–'12' and '20yy'. */
  endMonth: string;
  endYear: string;
  securityCode: string;
  name: string;
  country: string;
  postcode: string;
};

/**
 * What the bank says about an attempt to keep a card for later charges (nothing is charged now).
 * `unknown`: it did not answer, or not clearly; the attempt is settled later by its key.
 */
export type BankOutcome =
  | { kind: 'approved'; reference: string }
  | { kind: 'declined' }
  | { kind: 'cancelled' }
  /** A page to show in a frame; the outcome is asked for afterwards. */
  | { kind: 'challenge'; url: string; expiresAt: number }
  | { kind: 'unknown' };

export type BankAttempt = {
  /** Key of the attempt, ours: asking twice under one key is asking once. */
  attempt: string;
  language: Language;
  /** Absent where the bank's own hosted page takes the card: then the outcome is a challenge. */
  card?: Card;
};

/** A bank, or a payment provider. It does not throw: whatever goes wrong is `unknown`. */
export type Bank = {
  /** Sets the card up. Called outside any transaction, at most once for each attempt key that is new. */
  authorise: (attempt: BankAttempt) => Promise<BankOutcome>;
  /** What became of an attempt. */
  settle: (attempt: string) => Promise<BankOutcome>;
};
