import { createHash } from 'node:crypto';
import type { SsoProvider } from '#domain/constants.ts';

/** Somebody who can be chosen at a local provider. */
export type Person = {
  firstName: string;
  lastName: string;
  /** Empty: the provider shares none. */
  email: string;
  /** Whether the provider vouches for the address. */
  isVerified: boolean;
  /** Whether the provider itself asked for a second factor. */
  hasSecondFactor: boolean;
  /** Whether the provider breaks down after this person was chosen. */
  isFailing: boolean;
};

/** A person's id at a provider, the same at every start; whoever only claims an address is somebody else. */
export const subjectOf = (provider: SsoProvider, { email, firstName, lastName, isVerified }: Person): string =>
  createHash('sha256')
    .update(JSON.stringify([provider, email || `${firstName} ${lastName}`, isVerified]))
    .digest('hex')
    .slice(0, 32);

/** One tenant for everybody at the local Microsoft. */
const TENANT = '00000000-0000-4000-8000-000000000001';

/**
 * What the provider's ID token says of a person, in the provider's own way: Apple writes booleans
 * as text, Microsoft identifies by tenant and object and vouches by `xms_edov`.
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
