import { test } from 'playwright/test';
import { inFirefox } from '../../tools/browsers.ts';

/** What Playwright can do in Chromium only, and not in a released Firefox over WebDriver BiDi. */
const missing = {
  'the protocol of Chromium':
    'input methods, autofill, passkeys, slow pages and accessibility trees are Chromium’s alone',
  'bodies of requests': 'no body of a request is shown, nor sent on by the test',
  'a touch screen': 'the page sees a mouse',
  'pages without scripts': 'scripts cannot be switched off',
  'dragging of text': 'it selects, in a plain page too',
  'several visible pages': 'one behind another tab is hidden, and its flow goes on by itself once it is shown',
  'a reload that empties fields': 'Firefox restores what was typed',
  'axe on a whole dashboard': 'the process of the page crashes',
  'the scheme of a page without an address': 'it stays light',
  'several clicks in a row': 'each is a first one',
  'the back/forward cache': 'a page that has come out of it is taken for one that still loads',
  'the focus of Safari': 'where the press is prevented, nothing is active while it is held',
  'further media features': 'only the colour scheme can be set',
} as const;

/** Skips the running test, or those of its group, where the driver lacks what they need. */
export const needs = (what: keyof typeof missing): void => test.skip(inFirefox, `${what}: ${missing[what]}`);
