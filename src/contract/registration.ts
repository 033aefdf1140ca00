import * as v from 'valibot';
import { call } from './call.ts';
import {
  AddOnCount,
  CardName,
  CardType,
  Code,
  Currency,
  Email,
  MaybeInstant,
  maybe,
  NewPassword,
  PackageType,
  PostalCode,
  RequiredText,
  SecurityCode,
  Step,
  Text,
  UserCount,
} from './fields.ts';
import { Session } from './session.ts';

/** §7: what the plan and number step sends. */
const Order = {
  number: v.optional(v.nullable(v.string())),
  number_id: v.optional(v.nullable(v.number())),
  package_type: maybe(PackageType),
  nb_users: maybe(UserCount),
  nb_cx_bundles: maybe(AddOnCount),
};

/** W2 step 1: creates the draft. `consent_version` is additive: the terms that were agreed to. */
export const CreateRegistration = v.object({
  first_name: RequiredText,
  last_name: RequiredText,
  email: Email,
  password: NewPassword,
  consent_version: maybe(Text),
  ...Order,
});

/** W2: later submissions; `step` is the step being submitted, the rest by step. */
export const UpdateRegistration = v.object({
  step: Step,
  first_name: v.optional(RequiredText),
  last_name: v.optional(RequiredText),
  email: v.optional(Email),
  /** Empty means unchanged (W4). */
  password: maybe(v.union([v.literal(''), NewPassword])),
  consent_version: maybe(Text),
  verification_code: maybe(Code),
  ...Order,
  card_type: maybe(CardType),
  card_number: maybe(v.string()),
  card_end_month: maybe(v.string()),
  card_end_year: maybe(v.string()),
  card_cvv: maybe(SecurityCode),
  card_name: maybe(CardName),
  card_country: maybe(Text),
  card_postcode: maybe(PostalCode),
  card_currency: maybe(Currency),
  customer_name: maybe(Text),
  customer_country: maybe(Text),
  customer_postcode: maybe(PostalCode),
  customer_address: maybe(Text),
  customer_city: maybe(Text),
  customer_vat: maybe(Text),
  /** Additive (M1): the visitor's IANA time zone, for the end of the trial. */
  trial_time_zone: maybe(v.string()),
});

/** Where the draft stands after a submission. `resend_at`: from when a new code may be asked for. */
export const RegistrationState = v.object({
  token: v.string(),
  step: Step,
  completed_at: v.optional(MaybeInstant),
  resend_at: v.optional(v.nullable(v.string())),
});
export type RegistrationState = v.InferOutput<typeof RegistrationState>;

/**
 * 202: a hosted page to show in a frame (3-D Secure, or the operator's own). `token` is additive: when the draft
 * has just been made, it says which registration to read once the page is done.
 */
export const HostedPage = v.object({ url: v.string(), token: v.optional(v.string()) });
export type HostedPage = v.InferOutput<typeof HostedPage>;

/** §3 Registration record: fields of the form without secrets (W8). */
export const RegistrationFields = v.partial(
  v.object({
    first_name: v.string(),
    last_name: v.string(),
    email: v.string(),
    nb_users: v.number(),
    package_type: PackageType,
    nb_cx_bundles: v.number(),
    number: v.nullable(v.string()),
    country_code: v.nullable(v.string()),
    ddi_type: v.nullable(v.string()),
    state: v.nullable(v.string()),
    area_code: v.nullable(v.string()),
    is_package: v.boolean(),
    card_currency: v.nullable(Currency),
    card_country: v.nullable(v.string()),
    card_postcode: v.nullable(v.string()),
    card_name: v.nullable(v.string()),
    customer_name: v.string(),
    customer_country: v.string(),
    customer_postcode: v.string(),
    customer_address: v.string(),
    customer_city: v.string(),
    customer_vat: v.string(),
  }),
);
export type RegistrationFields = v.InferOutput<typeof RegistrationFields>;

export const RegistrationRecord = v.object({
  data: RegistrationFields,
  step: Step,
  completed_at: MaybeInstant,
  number_id: v.optional(v.nullable(v.number())),
  resend_at: v.optional(v.nullable(v.string())),
  /** Additive: the account came by single sign-on, so that its first step is '2-sso', never '1'. */
  sso: v.optional(v.boolean()),
  /** Additive: a challenge of the bank that is still open, to be shown again after a reload. */
  url: v.optional(v.nullable(v.string())),
});
export type RegistrationRecord = v.InferOutput<typeof RegistrationRecord>;

const answers = { 200: RegistrationState, 202: HostedPage } as const;

export const readRegistration = call({
  method: 'get',
  path: '/registrations/:registration_token',
  answers: { 200: v.object({ data: RegistrationRecord }) },
});
export const createRegistration = call({ method: 'post', path: '/registrations', body: CreateRegistration, answers });
export const updateRegistration = call({
  method: 'patch',
  path: '/registrations/:registration_token',
  body: UpdateRegistration,
  answers,
});
export const resendRegistrationCode = call({
  method: 'post',
  path: '/registrations/:registration_token/resend',
  answers: { 200: v.object({ message: v.string(), resend_at: v.optional(v.string()) }) },
});

/** §4: logs the customer in once, right after completion. */
export const openRegistrationSession = call({
  method: 'post',
  path: '/registrations/:registration_token/token',
  answers: { 201: Session },
});
