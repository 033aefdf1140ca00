import type { CardType, Language } from '#domain/constants.ts';

/** Path of the bank's pages, on an origin of their own. */
export const BANK_PATH = '/bank';

/** A card on its way to the bank. It exists within the request only: no log, row or error may contain it. */
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
 * The bank's result for an attempt to store a card for later charges (nothing is charged now). `unknown`: there was no
 * answer, or no clear one; the attempt is settled later by its key.
 */
export type BankOutcome =
  /** `card`: what the bank's own page has taken. */
  | { kind: 'approved'; reference: string; card?: EnteredCard }
  | { kind: 'declined' }
  | { kind: 'cancelled' }
  /** A page to show in a frame; the outcome is requested afterwards. */
  | { kind: 'challenge'; url: string; expiresAt: number }
  | { kind: 'unknown' };

/** What is known of a card that a page of the bank has taken: never its number. */
export type EnteredCard = {
  brand: CardType;
  last4: string;
  country: string | null;
  postcode: string | null;
};

/** One attempt to set a card up. */
export type BankAttempt = {
  /** Our key of the attempt. Requests with the same key count once. */
  attempt: string;
  language: Language;
  /** Absent if the bank's own hosted page takes the card; the outcome is then a challenge. */
  card?: Card;
};

/** A bank or payment provider. It never throws: any failure is `unknown`. */
export type Bank = {
  /** Sets the card up. Called outside any transaction, at most once for each new attempt key. */
  authorise: (attempt: BankAttempt) => Promise<BankOutcome>;
  /** The outcome of an earlier attempt. */
  settle: (attempt: string) => Promise<BankOutcome>;
};
