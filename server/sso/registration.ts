import type { Language } from '#domain/constants.ts';
import { languageCurrency } from '#domain/locale.ts';
import { emailKey } from '../login/emailKey.ts';
import type { ServerContext } from '../platform/context.ts';
import { newToken, tokenHash } from '../platform/secrets.ts';
import { hasAccount } from '../registration/account.ts';
import { nothingBilled, nothingOrdered, REGISTRATION_TTL_MS } from '../registration/registration.ts';
import type { Tx } from '../store/schema.ts';
import type { Identity } from './identity.ts';

/** Creates a registration that starts at '2-sso' with the provider's data. Returns its token. */
export async function startRegistration(
  { config, now }: ServerContext,
  tx: Tx,
  { identityId, identity, language }: { identityId: number; identity: Identity; language: Language },
): Promise<string> {
  const token = newToken();
  await tx
    .insertInto('registrations')
    .values({
      ...nothingOrdered,
      ...nothingBilled,
      token_hash: tokenHash(token),
      signup_order: config.settings.signupOrder,
      step: '2-sso',
      language,
      currency: languageCurrency(language),
      first_name: identity.firstName,
      last_name: identity.lastName,
      email: identity.email,
      email_key: emailKey(identity.email),
      // An unverified address must not reveal whether it has an account.
      decoy: !identity.isEmailVerified && (await hasAccount(tx, identity.email)) ? 1 : 0,
      verified_at: identity.isEmailVerified ? now() : null,
      sso_identity_id: identityId,
      created_at: now(),
      updated_at: now(),
      expires_at: now() + REGISTRATION_TTL_MS,
    })
    .execute();
  return token;
}
