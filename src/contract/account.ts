import * as v from 'valibot';
import { twoFactorPolicies } from '#domain/constants.ts';
import { call } from './call.ts';
import { NumberList, Packages } from './coverage.ts';
import {
  CalendarDate,
  Currency,
  Email,
  Instant,
  maybe,
  NewPassword,
  PackageType,
  Password,
  RequiredText,
  UserCount,
} from './fields.ts';
import { Session } from './session.ts';

/*
 * The dashboard's calls, all additive to §7. They implement §1 and §6: add-ons for users, teammates, the number, the
 * end of the trial, invoices, second factor, password, sessions. Errors: 401 the session has expired, 403 a member
 * requests what only the owner may do.
 */

const roles = ['owner', 'member'] as const;
const Role = v.picklist(roles);

/** A user of the customer's account. */
export const Teammate = v.object({
  id: v.number(),
  first_name: v.string(),
  last_name: v.string(),
  email: v.string(),
  role: Role,
  has_cx_bundle: v.boolean(),
});
export type Teammate = v.InferOutput<typeof Teammate>;

/** A pending invitation; valid for seven days. */
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
      days: maybe(v.number()),
    }),
  ),
});
export type InvoicePreview = v.InferOutput<typeof InvoicePreview>;

/** What the dashboard shows of the account and its subscription. */
export const Account = v.object({
  user: Teammate,
  second_factor: v.boolean(),
  /** The service's policy for logins, whatever the user's own switch says; 'new-device' if absent. */
  second_factor_policy: v.nullish(v.picklist(twoFactorPolicies), 'new-device'),
  /** Whether the user has a password: one who has always used single sign-on has none. */
  has_password: v.boolean(),
  company: v.string(),
  package_type: PackageType,
  /** Billed users: the ordered number, or the size of the team if it is larger. Pending invitations do not count. */
  nb_users: v.number(),
  /** The size of the team, which is the minimum for the ordered number of users. */
  team_size: v.nullish(v.number(), 1),
  /** Ordered add-ons. */
  nb_cx_bundles: v.number(),
  /** Add-ons that are assigned to a user: only these are billed (§1). */
  nb_cx_assigned: v.number(),
  number: v.nullish(v.string(), null),
  number_id: v.nullish(v.number(), null),
  currency: Currency,
  /** The price of a month without taxes, after the discount; decimal in major units. */
  monthly: v.number(),
  /** The same before the discount: the amount that invoices start from. */
  monthly_before_discount: v.number(),
  /** What each user adds to the price of a month, before the discount; null if the server does not report it. */
  user_monthly: v.nullish(v.number(), null),
  /** The same for each assigned add-on. */
  cx_monthly: v.nullish(v.number(), null),
  trial_ends_on: CalendarDate,
  /** Whether the trial has ended, in the customer's time zone. */
  trial_over: v.nullish(v.boolean(), false),
  /** The last paid day, once the trial has ended: a cancelled subscription ends on it. */
  paid_until: v.nullish(CalendarDate, null),
  /** Cancelled and ended: the cancellation can no longer be undone. */
  ended: v.nullish(v.boolean(), false),
  cancelled_at: v.nullish(Instant, null),
  /** Discount in percent, from a discount token. */
  discount_percent: v.number(),
  invoices: v.array(InvoicePreview),
});
export type Account = v.InferOutput<typeof Account>;

const AccountAnswer = { 200: v.object({ data: Account }) } as const;

/** Rejected with AU1008 while the sign-up is not finished: `resumeRegistration` leads back to it. */
export const readAccount = call({ method: 'get', path: '/account', session: true, answers: AccountAnswer });

/** A token for the unfinished sign-up of the logged-in person. */
export const resumeRegistration = call({
  method: 'post',
  path: '/account/registration',
  session: true,
  answers: { 201: v.object({ token: v.string() }) },
});

const Team = v.object({ data: v.object({ users: v.array(Teammate), invitations: v.array(Invitation) }) });
/** The users of the account and its pending invitations. */
export const readTeam = call({ method: 'get', path: '/account/team', session: true, answers: { 200: Team } });

/** §6: assigns or removes a user's CX add-on; at most one for each user. */
export const assignAddOn = call({
  method: 'post',
  path: '/account/users/:user_id/cx',
  session: true,
  answers: { 200: Team },
});

/** Removes a user's CX add-on. */
export const removeAddOn = call({
  method: 'delete',
  path: '/account/users/:user_id/cx',
  session: true,
  answers: { 200: Team },
});

/** Changes the number of users, at least to the size of the team; fewer users lower the add-ons to match (§4). */
export const changeUsers = call({
  method: 'patch',
  path: '/account/users',
  session: true,
  body: v.object({ users: UserCount }),
  answers: AccountAnswer,
});

/** Removes a member from the team and deletes their sessions and account; their address becomes free. Idempotent. */
export const removeTeammate = call({
  method: 'delete',
  path: '/account/users/:user_id',
  session: true,
  answers: { 200: Team },
});

/** §6: invites an address to the team by mail. */
export const inviteTeammate = call({
  method: 'post',
  path: '/account/invitations',
  session: true,
  body: v.object({ email: Email }),
  answers: { 201: Team },
});

/** Makes the link of a pending invitation invalid. */
export const revokeInvitation = call({
  method: 'delete',
  path: '/account/invitations/:invitation_id',
  session: true,
  answers: { 200: Team },
});

/** The details shown to the person who opens the mailed link. */
export const readInvitation = call({
  method: 'get',
  path: '/invitations/:invitation_token',
  answers: { 200: v.object({ data: v.object({ email: v.string(), company: v.string(), invited_by: v.string() }) }) },
});

/** Joins the team with a new account, and logs in. */
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

/** The packages, for the prices of an order that has another number. */
export const listAccountPackages = call({
  method: 'get',
  path: '/account/packages',
  session: true,
  answers: { 200: v.object({ data: Packages }) },
});

/** Gives the account another number. */
export const changeNumber = call({
  method: 'patch',
  path: '/account/number',
  session: true,
  body: v.object({ number: RequiredText, number_id: v.number() }),
  answers: AccountAnswer,
});

/**
 * §1: cancellation at any time. During the trial nothing is charged; after it the subscription ends with the paid
 * period. It can be undone until then.
 */
export const cancelTrial = call({
  method: 'post',
  path: '/account/cancellation',
  session: true,
  answers: AccountAnswer,
});

/** Resumes a cancelled trial or subscription that has not ended. */
export const undoCancellation = call({
  method: 'delete',
  path: '/account/cancellation',
  session: true,
  answers: AccountAnswer,
});

/** `end_other_sessions`: also logs the user out everywhere else, where no code was required so far. */
export const switchSecondFactor = call({
  method: 'patch',
  path: '/account/second-factor',
  session: true,
  body: v.object({ enabled: v.boolean(), password: Password, end_other_sessions: v.nullish(v.boolean(), false) }),
  answers: AccountAnswer,
});

/** Ends every other session; this one continues with a new token and keeps its remember_me. */
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

/** A session of the user; `current` is the one that asks. */
export type OpenSession = v.InferOutput<typeof Sessions>['data'][number];
/** The sessions of the user. */
export const listSessions = call({
  method: 'get',
  path: '/account/sessions',
  session: true,
  answers: { 200: Sessions },
});

/** Ends one session. */
export const endSession = call({
  method: 'delete',
  path: '/account/sessions/:session_id',
  session: true,
  answers: { 200: Sessions },
});

/** Ends every session but this one. */
export const endOtherSessions = call({
  method: 'delete',
  path: '/account/sessions',
  session: true,
  answers: { 200: Sessions },
});
