import * as v from 'valibot';
import { expect, test } from 'vitest';
import { BANK_MESSAGE } from '#contract/bankMessage.ts';
import {
  AuthCookie,
  BrowserConfig,
  ConsentCookie,
  cookieNames,
  DeviceCookie,
  PasswordResetCookie,
  TwoFactorCookie,
} from '#contract/browser.ts';
import { rememberedSession } from '#contract/session.ts';
import { colourStyle, Settings } from '#contract/settings.ts';
import { settings } from '#settings';

test('§3, §4: names that other programs know', () => {
  expect(Object.values(cookieNames)).toEqual(['auth', 'two_factor', 'device', 'extini', 'consent']);
  expect(BANK_MESSAGE).toBe('3DS-authentication-complete');
});

const nonce = { nonce: 'n', email: '', remember_me: false };
const refusal = { cookie_consent: 0, cookie_analytics: 0, cookie_marketing: 0 };
test.each([
  ['auth', AuthCookie, { user_id: 7, user_token: '!aZ09~' }, { user_id: 7, user_token: '!aZ09~' }],
  ['auth without a token', AuthCookie, { user_id: 7 }, null],
  ['auth of nobody', AuthCookie, { user_id: '', user_token: 't' }, null],
  ['auth with a token that no header can carry', AuthCookie, { user_id: 7, user_token: 'ключ' }, null],
  ['auth with a token of several lines', AuthCookie, { user_id: 7, user_token: 'a\nb' }, null],
  ['two_factor', TwoFactorCookie, { ...nonce, email: 'a@b.co', remember_me: true, resend_at: 'x' }, 'itself'],
  ['two_factor with a nonce alone', TwoFactorCookie, { nonce: 'n' }, nonce],
  ['two_factor of another site', TwoFactorCookie, { nonce: 'n', email: 7, remember_me: 'yes' }, nonce],
  ['two_factor with an empty nonce', TwoFactorCookie, { ...nonce, nonce: '' }, null],
  ['two_factor without a nonce', TwoFactorCookie, { email: 'a@b.co' }, null],
  ['device', DeviceCookie, { fingerprint: 'f' }, 'itself'],
  ['device with an empty fingerprint', DeviceCookie, { fingerprint: '' }, null],
  ['device with a fingerprint that no header can carry', DeviceCookie, { fingerprint: 'ü–' }, null],
  ['device without a fingerprint', DeviceCookie, {}, null],
  ['extini', PasswordResetCookie, { password_reset: 1 }, 'itself'],
  ['extini with another flag', PasswordResetCookie, { password_reset: 0 }, null],
  ['extini without a flag', PasswordResetCookie, {}, null],
  ['consent', ConsentCookie, { cookie_consent: 1, cookie_analytics: 1, cookie_marketing: 0 }, 'itself'],
  ['a refusal', ConsentCookie, refusal, 'itself'],
  ['consent without categories', ConsentCookie, { cookie_consent: 1 }, { ...refusal, cookie_consent: 1 }],
  ['consent with another flag', ConsentCookie, { ...refusal, cookie_analytics: 2 }, refusal],
  ['consent with an answer that is none', ConsentCookie, { ...refusal, cookie_consent: 2 }, null],
  ['consent without an answer', ConsentCookie, { cookie_analytics: 1 }, null],
] as const)('§3 the cookie %s', (_, schema, stored, read) => {
  const { success, output } = v.safeParse(schema, stored);
  expect(success ? output : null).toEqual(read === 'itself' ? stored : read);
});

test.each([
  ['us', true],
  ['int', true],
  ['u', false],
  ['intl', false],
  ['1us', false],
  ['US', false],
  ['', false],
  [7, false],
])('§3 browser config: the country %j is one: %s; the other fields are kept', (country_code, isOne) => {
  const read = v.parse(BrowserConfig, { country_code, currency_iso: 'PLN', language: 'xx', cookie_consent: 1 });
  expect(JSON.parse(JSON.stringify(read))).toEqual({
    ...(isOne && { country_code }),
    currency_iso: 'PLN',
    cookie_consent: 1,
  });
});

test('a session is remembered on request only', () => {
  const session = { user_id: 7, user_token: 't', device_fingerprint: 'f' };
  expect(rememberedSession(session)).toEqual({ user_id: 7, user_token: 't', remember_me: false });
  expect(rememberedSession(session, true)).toEqual({ user_id: 7, user_token: 't', remember_me: true });
});

test.each([
  ['the settings of the project', settings, true],
  ['no wait between two resends', { ...settings, coolDownSeconds: 0 }, true],
  ['a wait below zero', { ...settings, coolDownSeconds: -1 }, false],
  ['half a second', { ...settings, codeLifeSeconds: 1.5 }, false],
  ['a code that lives for no time', { ...settings, codeLifeSeconds: 0 }, false],
  ['no brand', { ...settings, brand: {} }, false],
  ['no hosts', { ...settings, hosts: {} }, false],
  ['no tools', { ...settings, consentCookies: {} }, false],
  ...(['red', 'light-dark(#fff, rgb(0 0 0))'] as const).map(
    (accent) =>
      [`the colour ${accent}`, { ...settings, brand: { ...settings.brand, colours: { accent } } }, true] as const,
  ),
  // What would end the rule, or the style.
  ...(['', 'red;', ';red', 're}d', '{red', '</style>', 'red>'] as const).map(
    (accent) =>
      [`the colour ${accent}`, { ...settings, brand: { ...settings.brand, colours: { accent } } }, false] as const,
  ),
] as const)('%s: valid as settings', (_, given, isValid) => {
  expect(v.is(Settings, given)).toBe(isValid);
});

test('what an operator leaves out: the built-in icon, and the card on our page', () => {
  const { cardEntry: _, brand, ...rest } = settings;
  const { icon: __, ...withoutIcon } = brand;
  expect(v.parse(Settings, { ...rest, brand: withoutIcon })).toMatchObject({ cardEntry: 'page', brand: { icon: '' } });
});

test('the operator’s colours become one style; without them there is none', () => {
  const brand = { ...settings.brand, colours: { accent: 'red', ink: 'light-dark(#000, #fff)' } };
  expect(colourStyle(brand)).toBe('<style>html:root { --accent: red; --ink: light-dark(#000, #fff) }</style>');
  expect(colourStyle({ ...brand, colours: {} })).toBe('');
});
