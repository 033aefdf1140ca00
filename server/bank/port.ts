import type { Currency, Language } from '#domain/constants.ts';

/** A card on its way to the bank. It lives in this one call: stored nowhere, logged nowhere. */
export type Card = {
  /** Digits only. */
  number: string;
  /** '01' to '12'. */
  month: string;
  /** '20yy'. */
  year: string;
  securityCode: string;
  holder: string;
  country: string;
  postcode: string;
};

/** One try of a draft to have a card accepted for later payments; nothing is charged. */
export type Attempt = {
  /** Idempotency key, made of draft and try: the bank keeps one verdict for it, however often it is asked. */
  id: string;
  currency: Currency;
  /** Language of the bank's pages. */
  language: Language;
};

/** What the bank says. A challenge is a page to show in a frame; unknown is asked for again later. */
export type Verdict =
  | { kind: 'approved'; reference: string }
  | { kind: 'declined' }
  | { kind: 'challenge'; url: string }
  | { kind: 'unknown' };

/**
 * The payment provider behind step 4. Neither question throws: a bank that is down, slow or
 * unclear is an unknown verdict, and the attempt is settled later by its id.
 */
export type Bank = {
  /** 'card': our page takes the card. 'hosted': the bank's own page does, no card passes through us. */
  readonly mode: 'card' | 'hosted';
  /** Origins of the bank's pages, which our pages may frame. */
  readonly origins: readonly string[];
  /** `card` is null in hosted mode, and the verdict then a challenge. Safe to repeat. */
  setUp(attempt: Attempt, card: Card | null): Promise<Verdict>;
  /** What became of an attempt; null when the bank never heard of it and it may be tried anew. */
  verdictOn(attemptId: string): Promise<Verdict | null>;
};
