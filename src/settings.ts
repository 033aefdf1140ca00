import type { StateReached } from '#contract/events.ts';
import type { Settings } from '#contract/settings.ts';
import { CONSENT_COOKIE_DAYS } from '#domain/constants.ts';
import { apiBase } from '#domain/hosts.ts';

/** The operator's one file: name and look, hosts, order of the steps, policies, and what is measured. */
export const settings: Settings = {
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
  consentDays: CONSENT_COOKIE_DAYS,
  consentCookies: { analytics: [], marketing: [] },
};

/** Where an operator's measurements go. Nothing here is called before the visitor has agreed to its category. */
export type Sinks = {
  analytics: {
    /** Each state that a visitor reaches; never what was typed. The example sends it to the operator's own API. */
    record: (event: StateReached) => void;
    withdraw: Withdraw;
  };
  marketing: {
    /** Called once in a document, to load marketing tags; never in one that shows the sign-up. */
    load: () => void;
    withdraw: Withdraw;
  };
};

/**
 * Called when the visitor withdraws the consent: everything of the category stops. Returns whether it has; a script
 * that cannot be stopped ends with the document, which is then reloaded. Afterwards the cookies of `consentCookies` are
 * deleted.
 */
type Withdraw = () => boolean;

export const sinks: Sinks = {
  analytics: {
    record: (event) =>
      void fetch(`${apiBase(location.host, settings.hosts.api)}/events`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Language': document.documentElement.lang },
        body: JSON.stringify(event),
        keepalive: true,
      }).catch(() => undefined),
    withdraw: () => true,
  },
  marketing: { load: () => undefined, withdraw: () => true },
};
