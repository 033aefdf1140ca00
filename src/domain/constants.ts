/** §9: business constants and limits, each defined once. */

/** §9: label of the version, shown in the layout. */
export const VERSION = '1.0.24';

export const CODE_LENGTH = 6;
export const TRIAL_DAYS = 30;
export const BUNDLE_MINUTES = 2000;
export const RECORDING_YEARS = 5;

export const AUTH_COOKIE_DAYS = 30;
export const DEVICE_COOKIE_DAYS = 30;
export const CONSENT_COOKIE_DAYS = 182;

export const COUNTRIES_LIMIT = 500;
export const COVERAGES_LIMIT = 5000;

/** The longest wait for another code by the visitor's clock, which may be wrong; only a cool-down may be longer. */
export const MAX_WAIT_SECONDS = 60;

export const CARD_NAME_LIMIT = 255;
/** Length of any other line of text. */
export const TEXT_LIMIT = 255;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 256;
export const MAX_USERS = 10_000;

export const currencies = ['USD', 'EUR', 'GBP', 'PLN'] as const;
/** ISO code of a currency with prices. */
export type Currency = (typeof currencies)[number];

/** §2: language keys on the wire and in the selector; mx and br are the regional variants. */
export const languages = ['en', 'es', 'de', 'pl', 'pt', 'mx', 'br'] as const;
export type Language = (typeof languages)[number];

/** §1: P 'Pay as you go', A '2K Bundle'. */
export const packageTypes = ['P', 'A'] as const;
export type PackageType = (typeof packageTypes)[number];

/** Number types: G geographic, M mobile, N national, T toll-free. */
export const ddiTypes = ['G', 'M', 'N', 'T'] as const;
export type DdiType = (typeof ddiTypes)[number];

/** §2: countries whose numbers are offered; INT is 'International'. */
export const numberCountries = ['US', 'UK', 'AU', 'CA', 'BR', 'PT', 'ES', 'MX', 'DE', 'PL', 'INT'] as const;
export type NumberCountry = (typeof numberCountries)[number];

/**
 * §2: step values of a registration, in the order in which they follow each other, whichever of them a sign-up has;
 * '2-sso' confirms the account of a single-sign-on visitor.
 */
export const registrationSteps = ['1', '2-sso', '2', '3', '4'] as const;
export type RegistrationStep = (typeof registrationSteps)[number];

/** §2: whether the address is verified, or the plan chosen, first. docs/specification.md lists the steps of both. */
export const signupOrders = ['verify-first', 'plan-first'] as const;
export type SignupOrder = (typeof signupOrders)[number];

/** Length of a trial: one calendar month, or thirty days. */
export const trialLengths = ['month', '30days'] as const;
export type TrialLength = (typeof trialLengths)[number];

/** How the first month is charged: for the remaining days, or as a whole. */
export const prorations = ['daysLeft', 'wholeMonth'] as const;
export type Proration = (typeof prorations)[number];

/** Where the card is typed: into the page, whose API passes it on, or into a page of the bank in a frame. */
export const cardEntries = ['page', 'hosted'] as const;
export type CardEntry = (typeof cardEntries)[number];

/**
 * When a login requires a mailed code: on devices that are not remembered, always, or only if the user switched it on.
 */
export const twoFactorPolicies = ['new-device', 'always', 'off'] as const;
export type TwoFactorPolicy = (typeof twoFactorPolicies)[number];

export const cardTypes = ['visa', 'mastercard', 'amex', 'maestro', 'other'] as const;
export type CardType = (typeof cardTypes)[number];

/** §7: single sign-on providers, as written in the address. */
export const ssoProviders = ['google', 'apple', 'azure'] as const;
export type SsoProvider = (typeof ssoProviders)[number];
/** Their names as people read them, the same in every language. */
export const ssoProviderNames: Record<SsoProvider, string> = { google: 'Google', apple: 'Apple', azure: 'Microsoft' };
