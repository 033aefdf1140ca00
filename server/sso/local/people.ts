import { createHash } from 'node:crypto';
import type { SsoProvider } from '#domain/constants.ts';

/** A person who can be chosen at a local provider. */
export type Person = {
  firstName: string;
  lastName: string;
  /** Empty if the provider shares none. */
  email: string;
  /** Whether the provider has verified the address. */
  isVerified: boolean;
  /** Whether the provider has required a second factor. */
  hasSecondFactor: boolean;
  /** Whether the provider fails after this person is chosen. */
  isFailing: boolean;
};

/** A person's id at a provider, the same after every restart; an unverified address gives another id. */
export const subjectOf = (provider: SsoProvider, { email, firstName, lastName, isVerified }: Person): string =>
  createHash('sha256')
    .update(JSON.stringify([provider, email || `${firstName} ${lastName}`, isVerified]))
    .digest('hex')
    .slice(0, 32);

/** The local Microsoft provider has one tenant. */
const TENANT = '00000000-0000-4000-8000-000000000001';

/**
 * The claims of the provider's ID token in its own format: Apple sends booleans as text, Microsoft identifies users by
 * tenant and object and marks verified addresses by `xms_edov`.
 */
export function claimsOf(provider: SsoProvider, person: Person): { sub: string; [claim: string]: unknown } {
  const sub = subjectOf(provider, person);
  const claims = { sub, ...(person.email && { email: person.email }) };
  const names = { given_name: person.firstName, family_name: person.lastName };
  switch (provider) {
    case 'google':
      return { ...claims, ...names, email_verified: person.isVerified };
    case 'apple':
      return { ...claims, ...names, email_verified: String(person.isVerified) };
    case 'azure':
      return {
        ...claims,
        name: `${person.firstName} ${person.lastName}`,
        tid: TENANT,
        oid: sub,
        ...(person.isVerified && { xms_edov: true }),
      };
  }
}
