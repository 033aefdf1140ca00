import * as v from 'valibot';
import { twoFactorPolicies } from '#domain/constants.ts';
import { call } from './call.ts';
import { NumberList, Packages } from './coverage.ts';
import {
  CalendarDate,
  Currency,
  Email,
  Instant,
  MaybeInstant,
  NewPassword,
  PackageType,
  Password,
  RequiredText,
  UserCount,
} from './fields.ts';
import { Session } from './session.ts';

/*
 * The dashboard's calls, all additive to §7. They serve what §1 and §6 promise: add-ons for users,
 * teammates, the number, the end of the trial, invoices, second factor, password, sessions.
 * Refusals: 401 session gone, 403 a member asks for what only the owner may do.
 */

export const roles = ['owner', 'member'] as const;
const Role = v.picklist(roles);

/** Someone who belongs to the customer. */
export const Teammate = v.object({
  id: v.number(),
  first_name: v.string(),
  last_name: v.string(),
  email: v.string(),
  role: Role,
  has_cx_bundle: v.boolean(),
});
export type Teammate = v.InferOutput<typeof Teammate>;

/** An open invitation; valid seven days. */
export const Invitation = v.object({ id: v.number(), email: v.string(), expires_at: Instant });
export type Invitation = v.InferOutput<typeof Invitation>;

/** One invoice of the preview; `parts` explain the amount (§9). Amounts are decimals in major units. */
export const InvoicePreview = v.object({
  due_on: CalendarDate,
  amount: v.number(),
  parts: v.array(
    v.object({
      kind: v.picklist(['prorated', 'fullMonth', 'setupFee', 'monthly', 'discount']),
      amount: v.number(),
      days: v.optional(v.number()),
    }),
  ),
});
export type InvoicePreview = v.InferOutput<typeof InvoicePreview>;

export const Account = v.object({
  user: Teammate,
  second_factor: v.boolean(),
  /** What logins ask for whatever the own switch says; where nothing is said, that of a new device. */
  second_factor_policy: v.nullish(v.picklist(twoFactorPolicies), 'new-device'),
  /** Whether there is a password at all: who has always come by single sign-on has none. */
  has_password: v.boolean(),
  company: v.string(),
  package_type: PackageType,
  /** Users that are billed: those ordered, or the whole team where it is larger. Pending invitations do not count. */
  nb_users: v.number(),
  /** How many belong to the team: fewer users cannot be ordered. */
  team_size: v.nullish(v.number(), 1),
  /** Add-ons that are ordered. */
  nb_cx_bundles: v.number(),
  /** Those of them that a user has: only these are billed (§1). */
  nb_cx_assigned: v.number(),
  number: v.nullable(v.string()),
  number_id: v.nullable(v.number()),
  currency: Currency,
  /** What a month costs without taxes, the discount taken off; decimal in major units. */
  monthly: v.number(),
  /** The same before the discount: the amount that invoices begin with. */
  monthly_before_discount: v.number(),
  /** What each user adds to a month before the discount; null where the server does not say. */
  user_monthly: v.nullish(v.number(), null),
  trial_ends_on: CalendarDate,
  /** Whether the trial has ended, where the customer is. */
  trial_over: v.nullish(v.boolean(), false),
  /** After the trial, the last day that is paid for: where it is cancelled, the subscription ends with it. */
  paid_until: v.nullish(CalendarDate, null),
  /** Cancelled, and over: the cancellation can no longer be undone. */
  ended: v.nullish(v.boolean(), false),
  cancelled_at: MaybeInstant,
  /** Percent off, from a discount token. */
  discount_percent: v.number(),
  invoices: v.array(InvoicePreview),
});
export type Account = v.InferOutput<typeof Account>;

const AccountAnswer = { 200: v.object({ data: Account }) } as const;

/** Refused with AU1008 while the sign-up is not finished: `resumeRegistration` leads back to it. */
export const readAccount = call({ method: 'get', path: '/account', session: true, answers: AccountAnswer });

/** A token for the sign-up that belongs to who is logged in and has not finished it. */
export const resumeRegistration = call({
  method: 'post',
  path: '/account/registration',
  session: true,
  answers: { 201: v.object({ token: v.string() }) },
});

const Team = v.object({ data: v.object({ users: v.array(Teammate), invitations: v.array(Invitation) }) });
export const readTeam = call({ method: 'get', path: '/account/team', session: true, answers: { 200: Team } });

/** §6: assigns or removes the CX add-on of a user; at most one for each user. */
export const assignAddOn = call({
  method: 'post',
  path: '/account/users/:user_id/cx',
  session: true,
  answers: { 200: Team },
});
export const removeAddOn = call({
  method: 'delete',
  path: '/account/users/:user_id/cx',
  session: true,
  answers: { 200: Team },
});

/** Orders another number of users, from the size of the team on; fewer lower the ordered add-ons to match (§4). */
export const changeUsers = call({
  method: 'patch',
  path: '/account/users',
  session: true,
  body: v.object({ users: UserCount }),
  answers: AccountAnswer,
});

/** Takes a member out of the team and ends their sessions and account; their address is free again. Twice is once. */
export const removeTeammate = call({
  method: 'delete',
  path: '/account/users/:user_id',
  session: true,
  answers: { 200: Team },
});

export const inviteTeammate = call({
  method: 'post',
  path: '/account/invitations',
  session: true,
  body: v.object({ email: Email }),
  answers: { 201: Team },
});
export const revokeInvitation = call({
  method: 'delete',
  path: '/account/invitations/:invitation_id',
  session: true,
  answers: { 200: Team },
});

/** What the person who opens the mailed link sees. */
export const readInvitation = call({
  method: 'get',
  path: '/invitations/:invitation_token',
  answers: { 200: v.object({ data: v.object({ email: v.string(), company: v.string(), invited_by: v.string() }) }) },
});
export const acceptInvitation = call({
  method: 'post',
  path: '/invitations/:invitation_token',
  body: v.object({ first_name: RequiredText, last_name: RequiredText, password: NewPassword }),
  answers: { 201: Session },
});

/** Numbers of an area and the packages, for changing the number after sign-up. */
export const listAccountNumbers = call({
  method: 'get',
  path: '/account/numbers/:coverage_id',
  session: true,
  answers: { 200: v.object({ data: NumberList }) },
});
export const listAccountPackages = call({
  method: 'get',
  path: '/account/packages',
  session: true,
  answers: { 200: v.object({ data: Packages }) },
});
export const changeNumber = call({
  method: 'patch',
  path: '/account/number',
  session: true,
  body: v.object({ number: RequiredText, number_id: v.number() }),
  answers: AccountAnswer,
});

/**
 * §1: cancellation at any time. During the trial nothing is charged; after it the subscription ends with the period that
 * is paid. It can be undone until then.
 */
export const cancelTrial = call({
  method: 'post',
  path: '/account/cancellation',
  session: true,
  answers: AccountAnswer,
});
export const undoCancellation = call({
  method: 'delete',
  path: '/account/cancellation',
  session: true,
  answers: AccountAnswer,
});

export const switchSecondFactor = call({
  method: 'patch',
  path: '/account/second-factor',
  session: true,
  body: v.object({ enabled: v.boolean(), password: Password }),
  answers: AccountAnswer,
});

/** Ends every other session; this one goes on with the new token, and is remembered as the old one was. */
export const changePassword = call({
  method: 'post',
  path: '/account/password',
  session: true,
  body: v.object({ current_password: Password, password: NewPassword }),
  answers: { 200: v.object({ ...Session.entries, remember_me: v.boolean() }) },
});

const Sessions = v.object({
  data: v.array(
    v.object({ id: v.number(), device: v.string(), created_at: Instant, last_seen_at: Instant, current: v.boolean() }),
  ),
});
export type OpenSession = v.InferOutput<typeof Sessions>['data'][number];
export const listSessions = call({
  method: 'get',
  path: '/account/sessions',
  session: true,
  answers: { 200: Sessions },
});
export const endSession = call({
  method: 'delete',
  path: '/account/sessions/:session_id',
  session: true,
  answers: { 200: Sessions },
});
