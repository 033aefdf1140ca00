import type { Currency, Language, PackageType, RegistrationStep, SignupOrder } from '#domain/constants.ts';
import type { Count, Flag, Id, Millis } from './columns.ts';

/** The step that a registration is at: submitting step 1 creates it. */
export type ReachedStep = Exclude<RegistrationStep, '1'>;

/** A registration (§4). It never stores a password, code, card number or security code in clear text. */
export type RegistrationTable = {
  id: Id;
  token_hash: string;
  /** Digest of the token with which its owner has resumed it after a login. */
  resume_hash: string | null;
  signup_order: SignupOrder;
  step: ReachedStep;
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
export type ReservationTable = {
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
