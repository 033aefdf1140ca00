import type { Language } from '#domain/constants.ts';
import { browserOnSystem, unknownDevice } from '../messages/account.ts';
import { translate } from '../messages/translate.ts';

/** The first match wins: a browser's user agent also names the browsers that it derives from. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg/, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (names: readonly [RegExp, string][], message: string): string =>
  names.find(([pattern]) => pattern.test(message))?.[1] ?? '';

/** A readable name for a user agent: 'Firefox on Linux'. */
export function deviceName(userAgent: string, language: Language): string {
  const [browser, system] = [nameIn(browsers, userAgent), nameIn(systems, userAgent)];
  if (browser && system) return translate(language, browserOnSystem, { browser, system });
  return browser || system || translate(language, unknownDevice);
}
