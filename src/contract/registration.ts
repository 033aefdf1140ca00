import * as v from 'valibot';
import type { RegistrationStep } from '#domain/constants.ts';
import { call } from './call.ts';
import { NumberPrices } from './coverage.ts';
import {
  AddOnCount,
  CardName,
  CardType,
  Code,
  Currency,
  Email,
  Figure,
  Flag,
  Id,
  Label,
  maybe,
  maybeReadable,
  NewPassword,
  PackageType,
  PostalCode,
  RequiredText,
  readable,
  SecurityCode,
  Step,
  Text,
  UserCount,
} from './fields.ts';
import { Challenge, Session } from './session.ts';

/** §7: what the plan and number step sends. */
const Order = {
  number: v.optional(v.nullable(v.string())),
  number_id: v.optional(v.nullable(v.number())),
  package_type: maybe(PackageType),
  nb_users: maybe(UserCount),
  nb_cx_bundles: maybe(AddOnCount),
};
export type OrderField = keyof typeof Order;

/** Step 1: creates the registration. `consent_version` is additive: the version of the terms that was accepted. */
export const CreateRegistration = v.object({
  first_name: RequiredText,
  last_name: RequiredText,
  email: Email,
  password: NewPassword,
  consent_version: maybe(Text),
  ...Order,
});

/** Later submissions; `step` is the step being submitted, the other fields depend on it. */
export const UpdateRegistration = v.object({
  step: Step,
  first_name: v.optional(RequiredText),
  last_name: v.optional(RequiredText),
  email: v.optional(Email),
  /** Empty: unchanged. */
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
  /** Additive: the visitor's IANA time zone, for the end of the trial. */
  trial_time_zone: maybe(v.string()),
});

/** The fields that the API does not take where the bank's own page takes the card. */
export const cardFields = [
  'card_type',
  'card_number',
  'card_end_month',
  'card_end_year',
  'card_cvv',
  'card_name',
  'card_country',
  'card_postcode',
] as const;

/** A step in an answer: '3', or 3. A completed registration may be at none, whatever a server calls that. */
const AnsweredStep = v.fallback(v.nullable(v.union([Step, v.pipe(v.number(), v.transform(String), Step)])), null);
type Answered = { step: RegistrationStep | null; completed_at: string | null };
const isKnown = ({ step, completed_at }: Answered): boolean => step !== null || completed_at !== null;
const stepOf = ({ step }: Answered): RegistrationStep => step ?? '4';

/** When the registration was completed, or just that it was; an empty value in any form means that it is not. */
const Completion = v.pipe(
  v.nullish(v.union([v.string(), v.number(), v.boolean()]), null),
  v.transform((at) => (/^(|0|false|0000-.*)$/.test(String(at ?? '')) ? null : String(at))),
);

/** Additive: a team that has invited the verified address of a registration; the company may have no name. */
export const TeamInvitation = v.object({ id: v.number(), company: v.string(), invited_by: v.string() });
export type TeamInvitation = v.InferOutput<typeof TeamInvitation>;

/** By itself, or (§3) with its display name. */
const NumberId = v.union([
  Figure,
  v.pipe(
    v.object({ id: Figure }),
    v.transform(({ id }) => id),
  ),
]);

/** Identifies a registration; a server may number them. */
const RegistrationToken = v.pipe(Label, v.nonEmpty());

/** The state of the registration after a submission. `resend_at`: when a new code can be requested. */
export const RegistrationState = v.pipe(
  v.object({
    token: RegistrationToken,
    step: AnsweredStep,
    completed_at: Completion,
    resend_at: readable(v.string()),
    /** §7: the answer to step 4 may carry the address of a frame; also with status 200. */
    url: maybeReadable(v.string()),
    /** Additive: once the address is verified, the teams that have invited it. */
    invitations: maybe(v.array(TeamInvitation)),
  }),
  v.check((answer) => isKnown(answer)),
  v.transform((state) => ({ ...state, step: stepOf(state) })),
);
export type RegistrationState = v.InferOutput<typeof RegistrationState>;

/**
 * 202: a hosted page to show in a frame (3-D Secure, or the operator's own). `token` is additive: for a registration
 * that was just created, it names the one to read when the page is done.
 */
export const HostedPage = v.object({ url: v.string(), token: maybeReadable(RegistrationToken) });
export type HostedPage = v.InferOutput<typeof HostedPage>;

/** §3 Registration record: the fields of the form without secrets. */
export const RegistrationFields = v.object({
  first_name: readable(v.string()),
  last_name: readable(v.string()),
  email: readable(v.string()),
  nb_users: readable(v.pipe(Figure, UserCount)),
  package_type: readable(PackageType),
  nb_cx_bundles: readable(v.pipe(Figure, AddOnCount)),
  number: readable(Id),
  country_code: readable(Id),
  ddi_type: readable(Id),
  state: readable(Id),
  area_code: readable(Id),
  is_package: readable(Flag),
  prices: readable(NumberPrices),
  card_currency: readable(Currency),
  card_country: readable(Id),
  card_postcode: readable(Label),
  card_name: readable(v.string()),
  customer_name: readable(v.string()),
  customer_country: readable(Id),
  customer_postcode: readable(Label),
  customer_address: readable(v.string()),
  customer_city: readable(v.string()),
  customer_vat: readable(Label),
});
export type RegistrationFields = v.InferOutput<typeof RegistrationFields>;

/** A registration as it is read: its fields, and the step that it is at. */
export const RegistrationRecord = v.pipe(
  v.object({
    data: RegistrationFields,
    step: AnsweredStep,
    completed_at: Completion,
    number_id: readable(NumberId),
    resend_at: readable(v.string()),
    /** Additive: once the address is verified, the teams that have invited it. */
    invitations: maybe(v.array(TeamInvitation)),
    /** Additive: the account was created by single sign-on, so its first step is '2-sso', never '1'. */
    sso: maybeReadable(Flag),
    /**
     * Additive: an open challenge of the bank, to be shown again after a reload; null once it has ended. Absent: unknown.
     */
    url: readable(v.string()),
  }),
  v.check((answer) => isKnown(answer)),
  v.transform((record) => ({ ...record, step: stepOf(record) })),
);
export type RegistrationRecord = v.InferOutput<typeof RegistrationRecord>;

const answers = { 200: RegistrationState, 202: HostedPage } as const;

/** §7: reads a registration, for example after a reload. */
export const readRegistration = call({
  method: 'get',
  path: '/registrations/:registration_token',
  answers: { 200: v.object({ data: RegistrationRecord }) },
});

/** §7: step 1 of a new registration. */
export const createRegistration = call({
  method: 'post',
  path: '/registrations',
  body: CreateRegistration,
  anySuccess: true,
  answers,
});

/** §7: submits a step of a registration; an earlier step may be submitted again. */
export const updateRegistration = call({
  method: 'patch',
  path: '/registrations/:registration_token',
  body: UpdateRegistration,
  anySuccess: true,
  answers,
});
/** §7: 200, whatever the body is. */
export const resendRegistrationCode = call({
  method: 'post',
  path: '/registrations/:registration_token/resend',
  answers: { 200: v.fallback(v.object({ message: maybe(v.string()), resend_at: maybe(v.string()) }), {}) },
});

/**
 * Additive: ends the sign-up by joining a team that has invited its address; rejected until the address is verified.
 * 202: the policy of the second factor requires a mailed code.
 */
export const joinTeam = call({
  method: 'post',
  path: '/registrations/:registration_token/invitations/:invitation_id',
  answers: { 201: Session, 202: Challenge },
});

/** §4: logs the customer in once, right after completion. */
export const openRegistrationSession = call({
  method: 'post',
  path: '/registrations/:registration_token/token',
  answers: { 201: Session },
});
