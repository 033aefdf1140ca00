import { type StripeSettings, stripeKeys, stripeSettings } from '../bank/stripe/settings.ts';
import { ConfigError, choice, type Environment, onOff, text } from './environment.ts';
import { webOrigin } from './urlSettings.ts';

/** The bank in use; null sends card numbers nowhere (production without a bank). */
export type BankInUse = 'test' | StripeSettings | null;

/** Whether cards go to Stripe. */
export const isStripe = (bank: BankInUse): bank is StripeSettings => bank !== 'test' && bank !== null;

/** BANK, with the keys of the one that is named. */
export function bankInUse(env: Environment, isProduction: boolean): BankInUse {
  const bank = choice(env, 'BANK', ['test', 'stripe', 'none'] as const) ?? (isProduction ? 'none' : 'test');
  choice(env, 'STRIPE_RAW_CARDS', onOff);
  if (bank === 'stripe') return stripeSettings(env, { isProduction });
  const key = stripeKeys.find((name) => text(env, name));
  if (key && !text(env, 'BANK')) throw new ConfigError(`${key} needs BANK=stripe; set it, or unset the key.`);
  if (isProduction && bank === 'test') {
    throw new ConfigError('BANK=test works in local mode only; set BANK=stripe or BANK=none.');
  }
  return bank === 'test' ? 'test' : null;
}

/** BANK_URL: the bank's pages have an origin of their own, so that no script of theirs reaches the app's pages. */
export function bankOrigin(
  env: Environment,
  { isProduction, port, bank, publicUrl }: { isProduction: boolean; port: number; bank: BankInUse; publicUrl: string },
): string {
  const name = 'BANK_URL';
  const origin = webOrigin(env, name, isProduction);
  if (isProduction && isStripe(bank) && origin === null) {
    throw new ConfigError(`${name} is required when BANK is stripe.`);
  }
  // The other name of this machine than that of the pages.
  const ownName = new URL(publicUrl).hostname === '127.0.0.1' ? 'localhost' : '127.0.0.1';
  const address = origin ?? `http://${ownName}:${port}`;
  // All ports of a host share its cookies.
  if (new URL(address).hostname === new URL(publicUrl).hostname) {
    throw new ConfigError(
      `${name} must have another host than PUBLIC_URL, but both have ${new URL(address).hostname}.`,
    );
  }
  return address;
}
