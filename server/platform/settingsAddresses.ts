import * as v from 'valibot';
import { Email } from '#contract/fields.ts';
import type { Settings } from '#contract/settings.ts';
import { hostName } from '#domain/hosts.ts';
import { ConfigError, quoted } from './environment.ts';

/** An origin as browsers write it, so without a slash at the end; of a policy's wildcards it may have `https://*.`. */
const isOrigin = (text: string): boolean => URL.parse(text)?.origin === text;

/** A host as a page's address has it, without scheme and port. */
const isHostName = (text: string): boolean => hostName(text) === text && URL.parse(`https://${text}`)?.host === text;

/** A path of the page's own origin, or a URL; calls are appended to it. */
const isBase = (text: string): boolean => {
  const url = URL.parse(text, 'https://host');
  const isWhole = url !== null && [text, `https://host${text}`].includes(url.href.replace(/\/$/, ''));
  return isWhole && /^(https?:\/\/|\/)/.test(text) && !url.search && !url.hash;
};

/** An address that mail servers take as a sender, and nothing around it. */
const isEmail = (text: string): boolean => v.is(Email, text) && text.trim() === text;

/**
 * Checks the addresses in `src/settings.ts`: one in another form compiles, and is then never equal to that of a page, a
 * call or a message, or no mail server takes it.
 */
export function checkAddresses({ brand, hosts, bankOrigins, tagOrigins }: Settings): void {
  const check = (field: string, values: readonly string[], isRight: (text: string) => boolean, example: string) => {
    const wrong = values.find((value) => !isRight(value));
    if (wrong === undefined) return;
    throw new ConfigError(`src/settings.ts: ${field} must be in the form ${example}, but has ${quoted(wrong)}.`);
  };
  check('brand.supportEmail', [brand.supportEmail], isEmail, 'support@phone.example');
  check('hosts.development', hosts.development, isHostName, 'entry.example');
  check('the hosts in hosts.api', Object.keys(hosts.api), isHostName, 'entry.example');
  check('the bases in hosts.api', Object.values(hosts.api), isBase, 'https://api.example/v1/phone');
  check('hosts.com', Object.entries(hosts.com).flat(), isHostName, 'entry.example');
  check('bankOrigins', bankOrigins, isOrigin, 'https://card.example');
  check('tagOrigins', tagOrigins, isOrigin, 'https://tags.example');
}
