import type { I18n, MessageDescriptor } from '@lingui/core';
import { PASSWORD_MIN } from '#domain/constants.ts';
import { readCode } from '#domain/messages.ts';
import { fieldTexts, waitTexts } from '#domain/messageTexts.ts';
import type { Message, Notice, NoticeCode } from '#domain/notice.ts';
import { waitOf } from '#domain/wait.ts';

/** §4 and §8: messages in the banner of any screen. */
const firstNotices = {
  nonceMissing: /*i18n*/ { id: 'Two Factor Authentication nonce not found.' },
  resetTokenMissing: /*i18n*/ { id: 'Password reset token not found.' },
  apiMissingCredentials: /*i18n*/ { id: 'API response is missing required credentials' },
  somethingWrong: /*i18n*/ { id: 'Something went wrong' },
  loginCodeSent: /*i18n*/ { id: 'Authentication code has been sent to your email address.' },
  confirmationSent: /*i18n*/ {
    id: "If this account still needs to be confirmed, we've sent a new link to its email address.",
  },
  accountConfirmed: /*i18n*/ {
    id: 'Your account is now confirmed. Please use your email address and password to login.',
  },
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
  passwordChanged: /*i18n*/ { id: 'Your password has been changed.' },
} satisfies Partial<Record<NoticeCode, MessageDescriptor>>;

export type LaterNotice = Exclude<NoticeCode, keyof typeof firstNotices>;

const noticeMessages: Partial<Record<NoticeCode, MessageDescriptor>> = { ...firstNotices };

/** Adds the messages of what is loaded after the first screens (laterNotices.ts). */
export const addNotices = (messages: Record<LaterNotice, MessageDescriptor>): void => {
  Object.assign(noticeMessages, messages);
};

/** The message of a field's error: ours by its code, or the server's text unchanged. Undefined if there is no error. */
export function errorText(i18n: I18n, error: string | undefined): string | undefined {
  const ours = error === undefined ? null : readCode(error);
  if (ours === null) return error;
  return i18n._({ ...fieldTexts[ours.code], values: { min: PASSWORD_MIN, letter: ours.value } });
}

/** The text of a message in the banner: ours by its code, or the server's text unchanged. */
export const messageText = (i18n: I18n, message: Message): string =>
  'code' in message ? i18n._(noticeMessages[message.code] ?? firstNotices.somethingWrong) : message.text;

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
