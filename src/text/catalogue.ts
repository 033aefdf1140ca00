import type { I18n, MessageDescriptor } from '@lingui/core';
import { PASSWORD_MIN } from '#domain/constants.ts';
import { readCode } from '#domain/messages.ts';
import { fieldTexts, waitTexts } from '#domain/messageTexts.ts';
import type { Message, Notice, NoticeCode } from '#domain/notice.ts';
import { waitOf } from '#domain/wait.ts';

/** §4 and §8: messages in the banner. */
const noticeMessages: Record<NoticeCode, MessageDescriptor> = {
  nonceMissing: /*i18n*/ { id: 'Two Factor Authentication nonce not found.' },
  resetTokenMissing: /*i18n*/ { id: 'Password reset token not found.' },
  apiMissingCredentials: /*i18n*/ { id: 'API response is missing required credentials' },
  bankCheckFailed: /*i18n*/ { id: '3D Secure authentication failed. Please try again.' },
  bankCheckCancelled: /*i18n*/ {
    id: 'You closed the bank check. Nothing has been charged. To start your trial, check your card details and enter the security code again.',
  },
  cardPageClosed: /*i18n*/ {
    id: 'You closed the card page. Nothing has been charged. To start your trial, continue to the bank again.',
  },
  bankCheckTimedOut: /*i18n*/ {
    id: 'The bank check timed out. Nothing has been charged. Try again.',
  },
  somethingWrong: /*i18n*/ { id: 'Something went wrong' },
  numberDataUnreadable: /*i18n*/ { id: 'Error parsing number data' },
  restocking: /*i18n*/ {
    id: 'Numbers for the chosen location and type are being restocked due to high demand. We suggest the next best number; you can change it in the dashboard after signup.',
  },
  registrationSuccessful: /*i18n*/ { id: 'Registration successful. Logging in...' },
  registrationCodeSent: /*i18n*/ { id: 'Resend code successfully' },
  loginCodeSent: /*i18n*/ { id: 'Authentication code has been sent to your email address.' },
  confirmationSent: /*i18n*/ {
    id: "If this account still needs to be confirmed, we've sent a new link to its email address.",
  },
  accountConfirmed: /*i18n*/ {
    id: 'Your account is now confirmed. Please use your email address and password to login.',
  },
  sessionEnded: /*i18n*/ { id: 'Your session has ended. Log in again to continue.' },
  invitationInvalid: /*i18n*/ {
    id: 'This invitation is no longer valid. Ask the person who invited you for a new one.',
  },
  unreachable: /*i18n*/ {
    id: "We couldn't connect. Check your internet connection and try again.",
  },
  unavailable: /*i18n*/ { id: "This isn't available right now." },
  outOfOrder: /*i18n*/ { id: 'Something went wrong on our side. Try again in a moment.' },
  unreadable: /*i18n*/ { id: 'We got an unexpected response. Reload this page and try again.' },
  cookiesNeeded: /*i18n*/ {
    id: "Your browser is blocking cookies, so we can't log you in. Allow cookies for this site and try again.",
  },
  registrationMoved: /*i18n*/ {
    id: "You've continued this sign-up in another tab or window, so we didn't save this change. This is the latest version.",
  },
  invitationSent: /*i18n*/ { id: 'Invitation sent.' },
  usersChanged: /*i18n*/ { id: 'The number of users has been changed.' },
  teammateRemoved: /*i18n*/ { id: 'The person has been removed from your team.' },
  numberChanged: /*i18n*/ { id: 'Your number has been changed.' },
  passwordChanged: /*i18n*/ { id: 'Your password has been changed.' },
  secondFactorOn: /*i18n*/ { id: 'Login codes are now on.' },
  secondFactorOff: /*i18n*/ { id: 'Login codes are now off.' },
  secondFactorOffKnownDevices: /*i18n*/ {
    id: 'Login codes are now off. We still email you one when you log in on a new device.',
  },
  secondFactorOffAlways: /*i18n*/ { id: 'Login codes are now off, but every login still asks for one.' },
  trialCancelled: /*i18n*/ { id: "Your trial has been cancelled. You won't be charged." },
  trialResumed: /*i18n*/ { id: "You've undone the cancellation. Your trial continues." },
  subscriptionCancelled: /*i18n*/ {
    id: "Your subscription has been cancelled. It ends with the period you've paid for.",
  },
  subscriptionResumed: /*i18n*/ { id: "You've undone the cancellation. Your subscription continues." },
  sessionClosed: /*i18n*/ { id: 'That device has been logged out.' },
  otherSessionsClosed: /*i18n*/ { id: 'All other devices have been logged out.' },
};

/** The message of a field's error: ours by its code, or the server's text unchanged. Undefined if there is no error. */
export function errorText(i18n: I18n, error: string | undefined): string | undefined {
  const ours = error === undefined ? null : readCode(error);
  if (ours === null) return error;
  return i18n._({ ...fieldTexts[ours.code], values: { min: PASSWORD_MIN, letter: ours.value } });
}

/** The text of a message in the banner: ours by its code, or the server's text unchanged. */
export const messageText = (i18n: I18n, message: Message): string =>
  'code' in message ? i18n._(noticeMessages[message.code]) : message.text;

/** The complete text of a notice: what happened, followed by the time to wait or by what to do instead, if any. */
export function noticeText(i18n: I18n, { message, waitSeconds, nextStep }: Notice): string {
  const text = messageText(i18n, message);
  const then = nextStep ? i18n._(nextSteps[nextStep]) : waitSeconds === undefined ? '' : waitText(i18n, waitSeconds);
  return then === '' ? text : `${/[.!?…]$/.test(text) ? text : `${text}.`} ${then}`;
}

const nextSteps: Record<NonNullable<Notice['nextStep']>, MessageDescriptor> = {
  logInAgain: /*i18n*/ { id: 'Log in again to get a new code.' },
};

/** The time to wait, in words. */
export function waitText(i18n: I18n, seconds: number): string {
  const { unit, count } = waitOf(seconds);
  return i18n._({ ...waitTexts[unit], values: { [unit]: count } });
}
