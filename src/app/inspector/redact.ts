/** Replaces a secret. */
export const REDACTED = '•••';

/** Keys of passwords, codes, card data and tokens, at any depth. */
const secretKeys =
  /password|secret|token|nonce|fingerprint|authorization|cookie|cvv|cvc|^card_(number|end|name|postcode)|^code$|verification_?code|^pin$/i;
/** Addresses carry tokens after the host. */
const addressKeys = /url$|^(href|search)$/i;
/** Codes of messages and errors are not secret: `unreachable`, `AU1001`. */
const harmlessCode = /^[A-Za-z]+$|^[A-Z]{2}\d{4}$/;
const MAX_DEPTH = 12;

/**
 * Any value as plain data that may be shown and logged: secrets are removed by their keys at every depth, including an
 * actor's input. Functions are left out, errors keep their names; cycles and deep nesting are cut off.
 */
export const redact = (value: unknown): unknown => strip(value, '', []);

function strip(value: unknown, key: string, above: readonly object[]): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value === 'string') return stripText(value, key);
  if (typeof value !== 'object' || value === null) return isSecret(key) && isNumber(value) ? REDACTED : value;
  if (above.includes(value) || above.length > MAX_DEPTH) return '…';
  const deeper = [...above, value];
  const plain = withoutMethods(value);
  if (typeof plain !== 'object' || plain === null) return strip(plain, key, deeper);
  if (Array.isArray(plain)) return plain.map((item) => strip(item, key, deeper));
  // Here the key is the name of a field and the value the code of its error.
  const isErrors = key === 'errors' || key === 'serverErrors';
  return Object.fromEntries(
    Object.entries(plain).map(([name, item]) => {
      const isCode = isErrors && typeof item === 'string' && harmlessCode.test(item);
      return [name, isCode ? item : strip(item, isSecret(key) ? key : name, deeper)];
    }),
  );
}

const isSecret = (key: string): boolean => secretKeys.test(key);
const isNumber = (value: unknown): boolean => typeof value === 'number' || typeof value === 'bigint';

function stripText(text: string, key: string): string {
  if (text === '') return text;
  if (key === 'code' && harmlessCode.test(text)) return text;
  if (isSecret(key)) return REDACTED;
  if (addressKeys.test(key)) return URL.canParse(text) ? `${new URL(text).origin}/${REDACTED}` : REDACTED;
  return text;
}

/** An object as data: by its own `toJSON`, as of a date or an address; errors with name and message. */
function withoutMethods(value: object): unknown {
  if ('toJSON' in value && typeof value.toJSON === 'function') return value.toJSON();
  if (value instanceof Error) return Object.assign({ name: value.name, message: value.message }, value);
  return value;
}
