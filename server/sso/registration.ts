import type { Language } from '#domain/constants.ts';
import { languageCurrency } from '#domain/locale.ts';
import type { ServerContext } from '../platform/context.ts';
import { insertRegistration } from '../registration/creation.ts';
import { decoyFor } from '../registration/knownAddress.ts';
import type { Tx } from '../store/schema.ts';
import type { Identity } from './identity.ts';

/** Creates a registration that starts at '2-sso' with the provider's data. Returns its token. */
export async function startRegistration(
  context: ServerContext,
  tx: Tx,
  { identityId, identity, language }: { identityId: number; identity: Identity; language: Language },
): Promise<string> {
  const { token } = await insertRegistration(context, tx, {
    step: '2-sso',
    language,
    currency: languageCurrency(language),
    first_name: identity.firstName,
    last_name: identity.lastName,
    email: identity.email,
    // An unverified address must not reveal whether it has an account.
    decoy: identity.isEmailVerified ? 0 : await decoyFor(tx, identity.email),
    verified_at: identity.isEmailVerified ? context.now() : null,
    sso_identity_id: identityId,
  });
  return token;
}
