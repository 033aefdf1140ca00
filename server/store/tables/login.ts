import type { Count, Flag, Id, Millis } from './columns.ts';

/** A login that waits for its code. Nonces and codes change; attempts and expiry belong to the challenge. */
export type LoginChallengeTable = {
  id: Id;
  user_id: number;
  nonce_hash: string;
  code_hash: string;
  code_expires_at: Millis;
  remember_me: Flag;
  attempts: Count;
  resends: Count;
  resend_at: Millis | null;
  expires_at: Millis;
  ended_at: Millis | null;
  created_at: Millis;
};

/** Tokens of mailed links, each good for one purpose. */
export type TokenTable = {
  id: Id;
  purpose: 'confirmation' | 'reset' | 'discount';
  token_hash: string;
  user_id: number | null;
  discount_id: number | null;
  expires_at: Millis;
  used_at: Millis | null;
  created_at: Millis;
};

/** Counters of attempts, incremented before any comparison. */
export type ThrottleTable = { bucket: string; count: number; window_ends_at: Millis };
