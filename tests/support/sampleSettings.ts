import type { Settings } from '#contract/settings.ts';
import { settings } from '#settings';

/** The settings of the unit tests, whatever an operator has set in `src/settings.ts`. */
const sample: Settings = {
  brand: { name: 'Ringwell', logo: '', icon: '', supportEmail: 'support@ringwell.example', colours: {} },
  signupOrder: 'verify-first',
  trialLength: 'month',
  proration: 'daysLeft',
  cardEntry: 'page',
  regionalVariants: true,
  coolDownSeconds: 30,
  codeLifeSeconds: 600,
  bankDeadlineSeconds: 600,
  termsVersion: '2026-01',
  hosts: { development: ['localhost', '127.0.0.1', '[::1]'], api: {}, com: {} },
  bankOrigins: [],
  tagOrigins: [],
  ssoProviders: ['google', 'apple', 'azure'],
  consentDays: 182,
  consentCookies: { analytics: [], marketing: [] },
};
Object.assign(settings, sample);
