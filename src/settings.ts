import type { Settings } from '#contract/settings.ts';
import { CONSENT_COOKIE_DAYS } from '#domain/constants.ts';

/** The operator's one file: name and look, hosts, order of the steps, policies. */
export const settings: Settings = {
  brand: { name: 'Ringwell', logo: '', supportEmail: 'support@ringwell.example', colours: {} },
  signupOrder: 'verify-first',
  trialLength: 'month',
  proration: 'daysLeft',
  regionalVariants: true,
  coolDownSeconds: 30,
  codeLifeSeconds: 600,
  bankDeadlineSeconds: 600,
  termsVersion: '2026-01',
  hosts: { development: ['localhost', '127.0.0.1', '[::1]'], api: {}, com: {} },
  bankOrigins: [],
  ssoProviders: ['google', 'apple', 'azure'],
  consentDays: CONSENT_COOKIE_DAYS,
};
