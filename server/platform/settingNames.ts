import { ssoProviders } from '#domain/constants.ts';

/** Suffixes of the settings of a single sign-on provider. */
const ssoParts = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'] as const;
const SSO_PREFIX = 'SSO_';

/** All environment variables that are settings (docs/settings.md). */
export const settingNames: readonly string[] = [
  'NODE_ENV',
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_CONNECTIONS',
  'PUBLIC_URL',
  'SMTP_URL',
  'TRUSTED_PROXIES',
  'HSTS',
  'SIGNUP_ORDER',
  'TWO_FACTOR',
  'REGIONAL_VARIANTS',
  'TRIAL_LENGTH',
  'PRORATION',
  'CODE_LIFE_S',
  'COOL_DOWN_S',
  'BANK_DEADLINE_S',
  'LIMITS_NETWORK',
  'BREACHED_PASSWORDS',
  'BANK',
  'BANK_URL',
  'CARD_ENTRY',
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_RAW_CARDS',
  'METRICS_LISTEN',
  'TRACES_URL',
  ...ssoProviders.flatMap((provider) => ssoParts.map((part) => `${SSO_PREFIX}${provider.toUpperCase()}_${part}`)),
];

/**
 * Maximum edit distance at which a misspelt name is recognised: one, two or three for longer names (a singular for
 * TRUSTED_PROXIES is three). Short names resemble too many others: HOME and LANG are two edits from HOST and BANK,
 * HTTP_URL is two from SMTP_URL.
 */
const maxEditsOf = ({ length }: string): number => (length < 8 ? 0 : length < 10 ? 1 : length < 14 ? 2 : 3);

/** An unknown name and the setting that it resembles; null if it only has one of our prefixes. */
type Misspelt = { name: string; meant: string | null };

/**
 * Names that are probably misspelt settings: they resemble one, or begin with SSO_. All other names in an environment
 * are ignored.
 */
export const misspelt = (names: readonly string[]): Misspelt[] =>
  names.flatMap((name): Misspelt[] => {
    if (settingNames.includes(name)) return [];
    const meant = settingNames.find((known) => resembles(name.toUpperCase(), known)) ?? null;
    return meant !== null || name.startsWith(SSO_PREFIX) ? [{ name, meant }] : [];
  });

const resembles = (name: string, known: string): boolean =>
  Math.abs(name.length - known.length) <= maxEditsOf(known) && editDistance(name, known) <= maxEditsOf(known);

/** The edit distance of two names: letters inserted, deleted, replaced, or swapped with a neighbour. */
function editDistance(typed: string, meant: string): number {
  const rows = Array.from({ length: typed.length + 1 }, (_, at) => [at]);
  const cell = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let column = 1; column <= meant.length; column++) rows[0]?.push(column);
  for (let row = 1; row <= typed.length; row++) {
    for (let column = 1; column <= meant.length; column++) {
      const isSame = typed[row - 1] === meant[column - 1];
      const isSwapped = typed[row - 1] === meant[column - 2] && typed[row - 2] === meant[column - 1];
      rows[row]?.push(
        Math.min(
          cell(row - 1, column) + 1,
          cell(row, column - 1) + 1,
          cell(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? cell(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return cell(typed.length, meant.length);
}
