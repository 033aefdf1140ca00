import type { IDToken } from 'openid-client';
import * as v from 'valibot';
import { Email } from '#contract/fields.ts';
import type { SsoProvider } from '#domain/constants.ts';
import { prefill } from '#domain/plainText.ts';

/** A person's identity at a provider. Issuer and subject identify it permanently; the rest may change. */
export type Identity = {
  provider: SsoProvider;
  issuer: string;
  subject: string;
  /** Empty if the provider shares none. */
  email: string;
  /** Whether the provider has verified the address; only then may it identify an account. */
  isEmailVerified: boolean;
  firstName: string;
  lastName: string;
  /** Whether the provider has required a second factor (amr). */
  hasSecondFactor: boolean;
};

/** Names that Apple sends in addition to the token, at the first sign-on only. */
export type Names = { firstName: string; lastName: string };

/** A claim as one sanitised line; empty for anything but text. */
const text = (value: unknown): string => prefill(typeof value === 'string' ? value : null);

/** Apple sends booleans as text; Microsoft's optional claim may be a number. */
const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === 1 || value === '1';

/**
 * Converts a verified ID token. Microsoft's users are identified by tenant and object, because its subjects differ by
 * app.
 */
export function identityOf(provider: SsoProvider, claims: IDToken, names: Names | null): Identity {
  const isMicrosoft = provider === 'azure' && typeof claims.tid === 'string' && typeof claims.oid === 'string';
  const [first = '', ...others] = text(claims.name).split(' ');
  return {
    provider,
    issuer: claims.iss,
    subject: isMicrosoft ? `${claims.tid}/${claims.oid}` : claims.sub,
    email: v.is(Email, text(claims.email)) ? text(claims.email) : '',
    isEmailVerified: isTrue(provider === 'azure' ? claims.xms_edov : claims.email_verified),
    firstName: text(claims.given_name) || text(names?.firstName) || first,
    lastName: text(claims.family_name) || text(names?.lastName) || others.join(' '),
    hasSecondFactor: Array.isArray(claims.amr) && claims.amr.includes('mfa'),
  };
}

/** The `user` field of Apple's form: names as JSON. Null for anything else. */
export function namesOf(user: unknown): Names | null {
  try {
    const { name } = JSON.parse(String(user));
    return { firstName: text(name.firstName), lastName: text(name.lastName) };
  } catch {
    return null;
  }
}
