import type { Generated } from 'kysely';
import type { Currency, Language, PackageType } from '#domain/constants.ts';
import type { Count, Flag, Id, Millis } from './columns.ts';

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

/** A session of a logged-in user. */
export type SessionTable = {
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
export type DeviceTable = {
  id: Id;
  user_id: number;
  fingerprint_hash: string;
  created_at: Millis;
  expires_at: Millis;
};

/** A discount that a token grants; unique per customer and campaign. */
export type DiscountTable = {
  id: Id;
  customer_id: number;
  campaign: string;
  percent: number;
  redeemed_at: Millis | null;
  created_at: Millis;
};

/** An invitation to the team of a customer. */
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
