import type { CardEntry } from '#domain/constants.ts';
import { ConfigError, type Environment, text } from '../../platform/environment.ts';

/** The operator's Stripe account; docs/payment.md. */
export type StripeSettings = { secretKey: string; publishableKey: string; webhookSecret: string };

const form = {
  STRIPE_SECRET_KEY: /^[sr]k_(test|live)_\w+$/,
  STRIPE_PUBLISHABLE_KEY: /^pk_(test|live)_\w+$/,
  STRIPE_WEBHOOK_SECRET: /^whsec_\w+$/,
} as const;

/** The names of the keys. */
export const stripeKeys = Object.keys(form);

/** Reads the keys; throws ConfigError for the first that is missing or cannot be one. No message repeats a key. */
export function stripeSettings(env: Environment, { isProduction }: { isProduction: boolean }): StripeSettings {
  const key = (name: keyof typeof form): string => {
    const value = text(env, name);
    if (value === null) throw new ConfigError(`${name} is required when BANK is stripe.`);
    if (!form[name].test(value)) throw new ConfigError(`${name} is not a key of that kind.`);
    return value;
  };
  const secretKey = key('STRIPE_SECRET_KEY');
  const publishableKey = key('STRIPE_PUBLISHABLE_KEY');
  const webhookSecret = key('STRIPE_WEBHOOK_SECRET');
  if (isLive(secretKey) !== isLive(publishableKey)) {
    throw new ConfigError('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both live keys.');
  }
  if (isLive(secretKey) && !isProduction) {
    throw new ConfigError('Live keys of Stripe work in production only; use test keys.');
  }
  return { secretKey, publishableKey, webhookSecret };
}

const isLive = (key: string): boolean => key.split('_')[1] === 'live';

/**
 * Ordinary accounts of Stripe may not send raw card numbers, so the card is typed into Stripe's own field, unless the
 * operator asserts that the account may send them.
 */
export function checkCardEntry(env: Environment, entry: CardEntry): CardEntry {
  if (entry === 'hosted' || text(env, 'STRIPE_RAW_CARDS') === 'on') return entry;
  throw new ConfigError(
    'CARD_ENTRY=page sends card numbers to Stripe, which ordinary accounts may not; set STRIPE_RAW_CARDS=on if yours may, or CARD_ENTRY=hosted.',
  );
}
