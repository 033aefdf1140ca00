import type { Generated, Kysely, Transaction } from 'kysely';
import type { Currency, Language, PackageType, RegistrationStep, SignupOrder, SsoProvider } from '#domain/constants.ts';

/*
 * All tables. Columns are integers or text, which mean the same in SQLite and PostgreSQL: times are milliseconds since
 * 1970 (UTC), flags are 0 or 1, calendar dates are 'yyyy-mm-dd'. `…_hash` columns hold digests; `sealed` columns are
 * encrypted with the server's key.
 */

type Id = Generated<number>;
type Millis = number;
type Flag = Generated<number>;
type Count = Generated<number>;

/** A company that has signed up. Money is not stored: prices come from the price list. */
export type CustomerTable = {
  id: Id;
  company: string;
  country: string;
  postcode: string;
  address: string;
  city: string;
  vat: string;
  package_type: PackageType;
  nb_users: number;
  nb_cx_bundles: number;
  currency: Currency;
  number: string | null;
  number_id: number | null;
  card_brand: string | null;
  card_last4: string | null;
  /** The bank's reference of the stored card. */
  bank_reference: string | null;
  completed_at: Millis;
  /** Calendar date, fixed at completion. */
  trial_ends_on: string;
  trial_time_zone: string;
  cancelled_at: Millis | null;
  discount_percent: Count;
  created_at: Millis;
};

/** A user. `email_key` is the normalised address, unique. */
export type UserTable = {
  id: Id;
  /** Null until the sign-up is completed. */
  customer_id: number | null;
  role: 'owner' | 'member';
  first_name: string;
  last_name: string;
  email: string;
  email_key: string;
  /** Null: logs in by single sign-on only. */
  password_hash: string | null;
  confirmed_at: Millis | null;
  disabled_at: Millis | null;
  second_factor: Flag;
  has_cx_bundle: Flag;
  language: Language;
  consent_version: string | null;
  created_at: Millis;
};

type SessionTable = {
  id: Id;
  user_id: number;
  token_hash: string;
  /** The companion cookie; once it is presented, the session is bound and requires both. */
  companion_hash: string | null;
  bound: Flag;
  remember_me: Flag;
  /** The user agent, for the list of sessions. */
  device: string;
  created_at: Millis;
  last_seen_at: Millis;
  expires_at: Millis;
};

/** A device that needs no second factor for this user. */
type DeviceTable = {
  id: Id;
  user_id: number;
  fingerprint_hash: string;
  created_at: Millis;
  expires_at: Millis;
};

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

/** A discount that a token grants; unique per customer and campaign. */
type DiscountTable = {
  id: Id;
  customer_id: number;
  campaign: string;
  percent: number;
  redeemed_at: Millis | null;
  created_at: Millis;
};

export type InvitationTable = {
  id: Id;
  customer_id: number;
  invited_by: number;
  email: string;
  email_key: string;
  token_hash: string;
  /** A second token, mailed to an invited person who signs up another way. */
  reminder_hash: Generated<string | null>;
  expires_at: Millis;
  accepted_at: Millis | null;
  revoked_at: Millis | null;
  created_at: Millis;
};

/** A registration (§4). It never stores a password, code, card number or security code in clear text. */
export type RegistrationTable = {
  id: Id;
  token_hash: string;
  /** Digest of the token with which its owner has resumed it after a login. */
  resume_hash: string | null;
  signup_order: SignupOrder;
  step: RegistrationStep;
  language: Language;
  currency: Currency;
  first_name: string;
  last_name: string;
  email: string;
  email_key: string;
  password_hash: string | null;
  consent_version: string | null;
  /** The address has an account already; the registration looks like any other, but no code can succeed. */
  decoy: Flag;
  code_hash: string | null;
  code_expires_at: Millis | null;
  attempts: Count;
  resends: Count;
  resend_at: Millis | null;
  verified_at: Millis | null;
  sso_identity_id: number | null;
  package_type: PackageType;
  nb_users: number;
  nb_cx_bundles: number;
  number: string | null;
  number_id: number | null;
  card_currency: Currency | null;
  card_country: string | null;
  card_postcode: string | null;
  card_name: string | null;
  customer_name: string;
  customer_country: string;
  customer_postcode: string;
  customer_address: string;
  customer_city: string;
  customer_vat: string;
  trial_time_zone: string | null;
  card_attempts: Count;
  user_id: number | null;
  customer_id: number | null;
  completed_at: Millis | null;
  /** When /token was used; it works once. */
  session_opened_at: Millis | null;
  created_at: Millis;
  updated_at: Millis;
  expires_at: Millis;
};

/** A number that is reserved: by a registration until `expires_at`, or by a customer permanently. */
type ReservationTable = {
  number: string;
  number_id: number;
  registration_id: number | null;
  customer_id: number | null;
  expires_at: Millis | null;
};

/** A request to the bank; `attempt` is its key at the bank. */
export type BankAttemptTable = {
  id: Id;
  registration_id: number;
  attempt: string;
  status: 'asked' | 'challenge' | 'approved' | 'declined' | 'unknown' | 'cancelled';
  /** Page to show in a frame while the status is 'challenge'. */
  url: string | null;
  card_brand: string | null;
  card_last4: string | null;
  bank_reference: string | null;
  expires_at: Millis | null;
  created_at: Millis;
  settled_at: Millis | null;
};

/** Records of the local test bank; an operator's bank has its own. */
export type TestBankTable = {
  attempt: string;
  challenge_hash: string | null;
  behaviour: string;
  masked_card: string;
  language: Language;
  outcome: 'approved' | 'declined' | 'cancelled' | null;
  expires_at: Millis;
  created_at: Millis;
};

/**
 * The mail queue. `sealed` holds the values; it is cleared when the mail is finished, unless an operator can still send
 * it.
 */
export type OutboxTable = {
  id: Id;
  recipient: string;
  kind: string;
  language: Language;
  /** Identifies what the mail carries; a newer one of the same topic replaces one that is still queued. */
  topic: string | null;
  sealed: string | null;
  message_id: string;
  /** Dead: rejected or expired. Dropped: there was no recipient. */
  status: 'queued' | 'sent' | 'dead' | 'dropped';
  attempts: Count;
  next_attempt_at: Millis;
  /** After this the mail is useless (its code has expired) and is not sent. */
  expires_at: Millis;
  last_error: string | null;
  created_at: Millis;
  sent_at: Millis | null;
};

/** The local mailbox (only in local mode). */
type InboxTable = { id: Id; recipient: string; subject: string; text: string; html: string; at: Millis };

/** Responses by Idempotency-Key, sealed with a secret of the client. */
type IdempotencyTable = {
  key_hash: string;
  body_hash: string;
  /** The request that works on it; only this one may store a response. */
  claim: string | null;
  /** The response; null while the request is being worked on. */
  sealed: string | null;
  created_at: Millis;
  expires_at: Millis;
};

/** Counters of attempts, incremented before any comparison. */
type ThrottleTable = { bucket: string; count: number; window_ends_at: Millis };

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
type SsoIdentityTable = {
  id: Id;
  user_id: number | null;
  provider: SsoProvider;
  issuer: string;
  subject: string;
  email: string;
  email_verified: Flag;
  created_at: Millis;
};

/** §3 coverage record: an area in which numbers are offered. */
export type CoverageTable = {
  id: number;
  country_code: string;
  country_tel_code: string;
  ddi_type: string;
  area_code: string;
  state_code: string;
  city: string;
};

/** Facts about this database, such as the imported data set. */
type FactTable = { name: string; value: string };

/** States that visitors reached, measured after consent. `reached_at` is from the visitor's clock. */
type EventTable = { id: Generated<number>; family: string; state: string; reached_at: number; created_at: number };

export type Database = {
  events: EventTable;
  customers: CustomerTable;
  users: UserTable;
  sessions: SessionTable;
  devices: DeviceTable;
  login_challenges: LoginChallengeTable;
  tokens: TokenTable;
  discounts: DiscountTable;
  invitations: InvitationTable;
  registrations: RegistrationTable;
  reservations: ReservationTable;
  bank_attempts: BankAttemptTable;
  test_bank: TestBankTable;
  outbox: OutboxTable;
  inbox: InboxTable;
  idempotency: IdempotencyTable;
  throttles: ThrottleTable;
  sso_flows: SsoFlowTable;
  sso_identities: SsoIdentityTable;
  coverages: CoverageTable;
  facts: FactTable;
};

export type Store = Kysely<Database>;
/** A transaction. Inside one only this may be used: writes through the store would wait for the transaction to end. */
export type Tx = Transaction<Database>;
