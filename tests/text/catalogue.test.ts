import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { messageCodes } from '#domain/messages.ts';
import { type NoticeCode, noticeCodes } from '#domain/notice.ts';
import { errorText, messageText, waitText } from '#text/catalogue.ts';
import '#text/laterNotices.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

/** §4, §5 and §8, word for word. */
const specified: Partial<Record<NoticeCode, string>> = {
  nonceMissing: 'Two Factor Authentication nonce not found.',
  resetTokenMissing: 'Password reset token not found.',
  apiMissingCredentials: 'API response is missing required credentials',
  bankCheckFailed: '3D Secure authentication failed. Please try again.',
  somethingWrong: 'Something went wrong',
  numberDataUnreadable: 'Error parsing number data',
  registrationSuccessful: 'Registration successful. Logging in...',
  registrationCodeSent: 'Resend code successfully',
  loginCodeSent: 'Authentication code has been sent to your email address.',
  accountConfirmed: 'Your account is now confirmed. Please use your email address and password to login.',
};

test.each(Object.entries(specified) as [NoticeCode, string][])('§8 %s reads ‘%s’', (code, words) => {
  expect(messageText(i18n, { code })).toBe(words);
});

test('§8 the restocking notice gives the reason, the suggestion, and that it can be changed', () => {
  const words = messageText(i18n, { code: 'restocking' });
  for (const part of ['restocked due to high demand', 'next best number', 'dashboard after signup'])
    expect(words).toContain(part);
});

test.each(noticeCodes)('the notice %s has its own text, without empty placeholders', (code) => {
  expect(messageText(i18n, { code })).toMatch(/^\S[^{}]{8,}$/);
});

test('no two notices have the same text', () => {
  const words = noticeCodes.map((code) => messageText(i18n, { code }));
  expect(new Set(words).size).toBe(words.length);
});

test.each([
  [messageCodes.blank, 'This value should not be blank.'],
  [messageCodes.required, 'This field is required.'],
  [messageCodes.passwordsDiffer, "Passwords don't match."],
  [messageCodes.cardNumberInvalid, 'Card number is invalid'],
  [messageCodes.passwordShort, 'Use at least 8 characters.'],
])('§5 %s reads ‘%s’', (code, words) => {
  expect(errorText(i18n, code)).toBe(words);
});

test.each(Object.values(messageCodes))('the field message %s has a text', (code) => {
  expect(errorText(i18n, code)).toMatch(/^\S[^{}]{8,}$/);
});

test.each(['Too common.', '', 'constructor', 'toString', '{min}', '<b>no</b>'])(
  'the server’s own message stays: %s',
  (text) => {
    expect(errorText(i18n, text)).toBe(text);
    expect(messageText(i18n, { text })).toBe(text);
  },
);

test('a valid field has no message', () => {
  expect(errorText(i18n, undefined)).toBeUndefined();
});

test.each([
  [0.2, 'Try again in 1 second.'],
  [1, 'Try again in 1 second.'],
  [30, 'Try again in 30 seconds.'],
  [119, 'Try again in 119 seconds.'],
  [120, 'Try again in 2 minutes.'],
  [601, 'Try again in 11 minutes.'],
  [7199, 'Try again in 120 minutes.'],
  [7200, 'Try again in 2 hours.'],
  [86_399, 'Try again in 24 hours.'],
])('a wait of %d seconds reads ‘%s’', (seconds, words) => {
  expect(waitText(i18n, seconds)).toBe(words);
});
