import type { MessageDescriptor } from './translate.ts';

/*
 * The mails, in words. Each letter is a subject, lines before and after what it shows (a code, or a
 * button with a link), and a closing. `{brand}` is the product's name; the other values are the kind's own.
 */

/** The page that a letter's button leads to. */
export type EmailTarget = 'login' | 'oneTimeLogin' | 'recoverPassword' | 'dashboard';

export type EmailTemplate = {
  subject: MessageDescriptor;
  before: readonly MessageDescriptor[];
  shows?: 'code' | { button: MessageDescriptor; leadsTo: EmailTarget };
  after: readonly MessageDescriptor[];
};

const ignore = /*i18n*/ { id: 'If you did not ask for this, you can ignore this mail.' };
const onlyLatest = /*i18n*/ { id: 'If you asked for more than one code, only the latest one works.' };
const valid = /*i18n*/ { id: 'The code is valid for {minutes, plural, one {# minute} other {# minutes}}.' };
const toLogin = /*i18n*/ { id: 'Log in' };
const toDashboard = /*i18n*/ { id: 'Open the dashboard' };
const newPasswordButton = /*i18n*/ { id: 'Choose a new password' };
const wasNotYou = /*i18n*/ {
  id: 'If this was not you, choose a new password at once. That ends every open session.',
};

export const emailTemplates = {
  verificationCode: {
    subject: /*i18n*/ { id: 'Your verification code for {brand}' },
    before: [/*i18n*/ { id: 'Enter this code on the page where you are signing up.' }],
    shows: 'code',
    after: [valid, onlyLatest, ignore],
  },
  loginCode: {
    subject: /*i18n*/ { id: 'Your login code for {brand}' },
    before: [/*i18n*/ { id: 'Enter this code on the page where you are logging in.' }],
    shows: 'code',
    after: [
      valid,
      onlyLatest,
      /*i18n*/ { id: 'Never pass this code on. If you are not logging in, someone knows your password: change it.' },
    ],
  },
  confirmation: {
    subject: /*i18n*/ { id: 'Confirm your {brand} account' },
    before: [/*i18n*/ { id: 'Please confirm that this is your email address.' }],
    shows: { button: /*i18n*/ { id: 'Confirm account' }, leadsTo: 'login' },
    after: [
      /*i18n*/ { id: 'The link is valid for 24 hours.' },
      /*i18n*/ {
        id: 'If you did not create this account, do not confirm it. You can also take it over by choosing a new password.',
      },
    ],
  },
  reset: {
    subject: /*i18n*/ { id: 'Choose a new password for {brand}' },
    before: [/*i18n*/ { id: 'You asked to choose a new password. Use this link to do so.' }],
    shows: { button: newPasswordButton, leadsTo: 'oneTimeLogin' },
    after: [/*i18n*/ { id: 'The link is valid for 30 minutes and works once.' }, ignore],
  },
  passwordChanged: {
    subject: /*i18n*/ { id: 'Your {brand} password was changed' },
    before: [/*i18n*/ { id: 'The password of your account was just changed, and other sessions were ended.' }],
    shows: { button: newPasswordButton, leadsTo: 'recoverPassword' },
    after: [wasNotYou],
  },
  alreadyRegistered: {
    subject: /*i18n*/ { id: 'You already have a {brand} account' },
    before: [
      /*i18n*/ { id: 'Someone, probably you, tried to sign up with this address. It already has an account.' },
      /*i18n*/ { id: 'Log in with your password, or choose a new one if you have forgotten it.' },
    ],
    shows: { button: toLogin, leadsTo: 'login' },
    after: [ignore],
  },
  invitation: {
    subject: /*i18n*/ { id: '{person} invites you to {brand}' },
    before: [/*i18n*/ { id: '{person} invites you to join their team on {brand}.' }],
    shows: { button: /*i18n*/ { id: 'Accept the invitation' }, leadsTo: 'login' },
    after: [/*i18n*/ { id: 'The invitation is valid for 7 days. If you do not know the sender, ignore this mail.' }],
  },
  removedFromTeam: {
    subject: /*i18n*/ { id: 'You have been removed from a team on {brand}' },
    before: [
      /*i18n*/ { id: '{person} has removed you from their team on {brand}. You can no longer log in.' },
      /*i18n*/ { id: 'Your address is free again: you can be invited anew, or sign up with it.' },
    ],
    after: [],
  },
  feeRaised: {
    subject: /*i18n*/ { id: 'Your {brand} plan now has {users, plural, one {# user} other {# users}}' },
    before: [
      /*i18n*/ { id: '{person} has joined your team.' },
      /*i18n*/ {
        id: "That's one more than your plan covered. It now has {users, plural, one {# user} other {# users}} and costs {price} per month, excluding taxes.",
      },
      /*i18n*/ { id: 'To pay for fewer users, remove a teammate in the dashboard.' },
    ],
    shows: { button: toDashboard, leadsTo: 'dashboard' },
    after: [],
  },
  trialStarted: {
    subject: /*i18n*/ { id: 'Your {brand} trial has started' },
    before: [
      /*i18n*/ { id: 'Your free trial runs until {date}. Nothing is charged before that day.' },
      /*i18n*/ { id: 'You can cancel at any time: open the dashboard and cancel the trial there.' },
    ],
    shows: { button: toDashboard, leadsTo: 'dashboard' },
    after: [],
  },
  trialCancelled: {
    subject: /*i18n*/ { id: 'Your {brand} trial is cancelled' },
    before: [
      /*i18n*/ { id: 'You have cancelled your trial. Nothing will be charged.' },
      /*i18n*/ { id: 'You can go on using it until {date}, and undo the cancellation until then.' },
    ],
    shows: { button: toDashboard, leadsTo: 'dashboard' },
    after: [],
  },
  trialResumed: {
    subject: /*i18n*/ { id: 'Your {brand} trial goes on' },
    before: [
      /*i18n*/ { id: 'You have undone the cancellation. Your trial runs until {date}, then the first charge is due.' },
    ],
    shows: { button: toDashboard, leadsTo: 'dashboard' },
    after: [],
  },
  subscriptionCancelled: {
    subject: /*i18n*/ { id: 'Your {brand} subscription has been cancelled' },
    before: [
      /*i18n*/ { id: "You've cancelled your subscription. It ends on {date}, the last day you've paid for." },
      /*i18n*/ { id: "You won't be charged after that. You can undo the cancellation until then." },
    ],
    shows: { button: toDashboard, leadsTo: 'dashboard' },
    after: [],
  },
  subscriptionResumed: {
    subject: /*i18n*/ { id: 'Your {brand} subscription continues' },
    before: [/*i18n*/ { id: "You've undone the cancellation. Your next charge is due on {date}." }],
    shows: { button: toDashboard, leadsTo: 'dashboard' },
    after: [],
  },
  secondFactorOn: {
    subject: /*i18n*/ { id: 'Login codes are now on' },
    before: [/*i18n*/ { id: 'From now on {brand} asks for a mailed code when you log in on a new device.' }],
    after: [wasNotYou],
  },
  secondFactorOff: {
    subject: /*i18n*/ { id: 'Login codes are now off' },
    before: [
      /*i18n*/ {
        id: 'Your {brand} account no longer requires a login code. We may still ask for one on a new device.',
      },
    ],
    after: [wasNotYou],
  },
  tooManyCodes: {
    subject: /*i18n*/ { id: 'Many wrong login codes for {brand}' },
    before: [
      /*i18n*/ { id: 'Someone entered your password and then many wrong codes. We have paused codes for one hour.' },
    ],
    shows: { button: newPasswordButton, leadsTo: 'recoverPassword' },
    after: [/*i18n*/ { id: 'If this was not you, choose a new password at once: yours is known to someone else.' }],
  },
} as const satisfies Record<string, EmailTemplate>;

/** What a mail is about. */
export type EmailKind = keyof typeof emailTemplates;

/** Under every mail. */
export const signature = /*i18n*/ { id: 'Your {brand} team · Questions: {supportEmail}' };
/** Beside the button, for programs that show none. */
export const linkHint = /*i18n*/ { id: 'Or open this address:' };
