import type { MessageDescriptor } from './translate.ts';

/*
 * The texts of the mails. Each email template has a subject, paragraphs before and after its code or button, and a
 * closing. `{brand}` is the product's name; the other values depend on the kind.
 */

/** The page that an email's button links to. */
type EmailTarget = 'login' | 'oneTimeLogin' | 'recoverPassword' | 'dashboard';

/** The texts of a kind of mail; `shows` is what stands between the paragraphs. */
export type EmailTemplate = {
  subject: MessageDescriptor;
  before: readonly MessageDescriptor[];
  shows?: 'code' | { button: MessageDescriptor; leadsTo: EmailTarget };
  after: readonly MessageDescriptor[];
};

const ignore = /*i18n*/ { id: "If you didn't ask for this, you can ignore this email." };
const onlyLatest = /*i18n*/ { id: 'If you asked for more than one code, use the latest one.' };
const valid = /*i18n*/ { id: 'The code expires in {minutes, plural, one {# minute} other {# minutes}}.' };
const toLogin = /*i18n*/ { id: 'Log in' };
const toDashboard = /*i18n*/ { id: 'Open dashboard' };
const newPasswordButton = /*i18n*/ { id: 'Choose a new password' };
const personInvited = /*i18n*/ { id: '{person} invited you to {brand}' };
const acceptInvitation = /*i18n*/ { id: 'Accept invitation' };
const wasNotYou = /*i18n*/ {
  id: "If this wasn't you, choose a new password now. That logs you out on every device.",
};

/** The texts of every kind of mail. */
export const emailTemplates = {
  verificationCode: {
    subject: /*i18n*/ { id: 'Your {brand} verification code' },
    before: [/*i18n*/ { id: 'Enter this code to verify your email address and continue signing up.' }],
    shows: 'code',
    after: [valid, onlyLatest, ignore],
  },
  loginCode: {
    subject: /*i18n*/ { id: 'Your {brand} login code' },
    before: [/*i18n*/ { id: 'Enter this code to log in.' }],
    shows: 'code',
    after: [
      valid,
      onlyLatest,
      /*i18n*/ {
        id: "Don't share this code with anyone. If you aren't trying to log in, someone may know your password. Change it now.",
      },
    ],
  },
  confirmation: {
    subject: /*i18n*/ { id: 'Confirm your {brand} account' },
    before: [/*i18n*/ { id: 'Confirm your email address so that you can log in.' }],
    shows: { button: /*i18n*/ { id: 'Confirm account' }, leadsTo: 'login' },
    after: [
      /*i18n*/ { id: 'This link expires in 24 hours.' },
      /*i18n*/ {
        id: "If you didn't create this account, don't confirm it. You can also take it over by choosing a new password.",
      },
    ],
  },
  reset: {
    subject: /*i18n*/ { id: 'Choose a new password for {brand}' },
    before: [/*i18n*/ { id: 'You asked to reset your password. Use this link to choose a new one.' }],
    shows: { button: newPasswordButton, leadsTo: 'oneTimeLogin' },
    after: [/*i18n*/ { id: 'This link works once and expires in 30 minutes.' }, ignore],
  },
  passwordChanged: {
    subject: /*i18n*/ { id: 'Your {brand} password was changed' },
    before: [/*i18n*/ { id: 'Your password was just changed, and your other devices were logged out.' }],
    shows: { button: newPasswordButton, leadsTo: 'recoverPassword' },
    after: [wasNotYou],
  },
  alreadyRegistered: {
    subject: /*i18n*/ { id: 'You already have a {brand} account' },
    before: [
      /*i18n*/ { id: 'Someone, probably you, tried to sign up with this address. It already has an account.' },
      /*i18n*/ { id: "Log in with your password, or choose a new one if you've forgotten it." },
    ],
    shows: { button: toLogin, leadsTo: 'login' },
    after: [ignore],
  },
  invitation: {
    subject: personInvited,
    before: [/*i18n*/ { id: '{person} invited you to join their team on {brand}.' }],
    shows: { button: acceptInvitation, leadsTo: 'login' },
    after: [/*i18n*/ { id: "This invitation expires in 7 days. If you don't know the sender, ignore this email." }],
  },
  invitedAlready: {
    subject: personInvited,
    before: [
      /*i18n*/ {
        id: 'Someone, probably you, has started to sign up with this address. {person} has already invited you to join their team.',
      },
      /*i18n*/ { id: "As a member of a team, you don't choose a plan or enter a card. The team's owner pays." },
    ],
    shows: { button: acceptInvitation, leadsTo: 'login' },
    after: [/*i18n*/ { id: 'To start an account of your own instead, continue signing up.' }, ignore],
  },
  removedFromTeam: {
    subject: /*i18n*/ { id: 'You have been removed from a team on {brand}' },
    before: [
      /*i18n*/ { id: '{person} has removed you from their team on {brand}. You can no longer log in.' },
      /*i18n*/ { id: 'Your address is free again: you can be invited again, or sign up with it.' },
    ],
    after: [],
  },
  accountDisabled: {
    subject: /*i18n*/ { id: 'Your {brand} account has been disabled' },
    before: [
      /*i18n*/ { id: "We've disabled your account. You've been logged out everywhere and can no longer log in." },
    ],
    after: [/*i18n*/ { id: 'If you think this is a mistake, write to us.' }],
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
      /*i18n*/ { id: "Your free trial runs until {date}. You won't be charged before then." },
      /*i18n*/ {
        id: 'After that, your plan with {users, plural, one {# user} other {# users}} costs {price} per month, excluding taxes, until you cancel.',
      },
      /*i18n*/ { id: 'Cancel any time in your dashboard.' },
    ],
    shows: { button: toDashboard, leadsTo: 'dashboard' },
    after: [],
  },
  trialCancelled: {
    subject: /*i18n*/ { id: 'Your {brand} trial has been cancelled' },
    before: [
      /*i18n*/ { id: "You've cancelled your trial. You won't be charged." },
      /*i18n*/ {
        id: 'You can keep using your service until {date}. If you change your mind, undo the cancellation before then.',
      },
    ],
    shows: { button: toDashboard, leadsTo: 'dashboard' },
    after: [],
  },
  trialResumed: {
    subject: /*i18n*/ { id: 'Your {brand} trial continues' },
    before: [
      /*i18n*/ { id: "You've undone the cancellation. Your trial runs until {date}, when your first charge is due." },
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
    before: [/*i18n*/ { id: 'From now on, {brand} will email you a code when you log in on a new device.' }],
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
    subject: /*i18n*/ { id: 'Too many wrong login codes on your {brand} account' },
    before: [
      /*i18n*/ { id: "Someone entered your password, then too many wrong codes. We've paused login codes for 1 hour." },
    ],
    shows: { button: newPasswordButton, leadsTo: 'recoverPassword' },
    after: [/*i18n*/ { id: "If this wasn't you, someone else knows your password. Choose a new one now." }],
  },
} as const satisfies Record<string, EmailTemplate>;

/** The kinds of mails. */
export type EmailKind = keyof typeof emailTemplates;

/** At the end of every mail. */
export const signature = /*i18n*/ { id: 'The {brand} team · Questions? Email {supportEmail}' };
/** Beside the button, for mail clients that show none. */
export const linkHint = /*i18n*/ { id: 'Or open this link:' };
