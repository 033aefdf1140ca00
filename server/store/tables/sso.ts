import type { Language, SsoProvider } from '#domain/constants.ts';
import type { Flag, Id, Millis } from './columns.ts';

/** A running single sign-on. */
export type SsoFlowTable = {
  id: Id;
  state_hash: string;
  provider: SsoProvider;
  purpose: 'login' | 'registration';
  language: Language;
  /** Nonce and PKCE verifier. */
  sealed: string;
  created_at: Millis;
  expires_at: Millis;
  used_at: Millis | null;
};

/** An identity at a provider; unique per issuer and subject. */
export type SsoIdentityTable = {
  id: Id;
  user_id: number | null;
  provider: SsoProvider;
  issuer: string;
  subject: string;
  email: string;
  email_verified: Flag;
  created_at: Millis;
};
