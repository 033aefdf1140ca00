import type { Session } from '#contract/session.ts';
import type { Language } from '#domain/constants.ts';
import type { RequestContext } from '../http/requestContext.ts';
import { startLoginChallenge } from '../login/challenge.ts';
import { rejectWhilePaused } from '../login/codePause.ts';
import { knownDevice } from '../login/device.ts';
import { emailKey } from '../login/emailKey.ts';
import { countMail } from '../login/mailLimits.ts';
import { needsCodeWithoutPassword } from '../login/secondFactor.ts';
import { openSession } from '../login/sessions.ts';
import type { User } from '../login/user.ts';
import { ssoMessages } from '../messages/sso.ts';
import type { ServerContext } from '../platform/context.ts';
import type { Tx } from '../store/schema.ts';
import type { Journey } from './flow.ts';
import type { Identity } from './identity.ts';
import { arriveInvited, type NotJoined } from './invited.ts';
import { startRegistration } from './registration.ts';

/** The result of a single sign-on: logged in, the local second factor, sign-up, or an error. */
export type Arrival =
  | { kind: 'session'; session: Session }
  | { kind: 'challenge'; nonce: string; email: string; userId: number }
  | { kind: 'registration'; token: string }
  | NotJoined;

/**
 * Only customers have accounts; an unfinished sign-up starts again. A known issuer and subject logs in. An account is
 * found by address only if the provider has verified the address and the account has confirmed it; all others sign up
 * and have to verify an address that is only claimed.
 */
export async function arrive(
  context: ServerContext,
  requestContext: RequestContext,
  identity: Identity,
  { language, invitation }: Pick<Journey, 'language' | 'invitation'>,
): Promise<Arrival> {
  const arrival = await context.db.transaction().execute(async (tx): Promise<Arrival | User> => {
    const identityId = await storeIdentity(context, tx, identity);
    const user = (await userOf(tx, identityId)) ?? (await linkByAddress(tx, identityId, identity));
    if (invitation !== null) {
      return arriveInvited(context, tx, { invitation, identityId, identity, user, language });
    }
    if (user) return user;
    if (!identity.email) return { kind: 'refused', message: ssoMessages.noEmail };
    return { kind: 'registration', token: await startRegistration(context, tx, { identityId, identity, language }) };
  });
  if ('kind' in arrival) return arrival;
  if (arrival.disabled_at !== null) return { kind: 'refused', message: ssoMessages.failed };
  return logIn(context, requestContext, { user: arrival, identity, language });
}

/** The identity's row, created at the first sign-on and updated with the provider's current data. */
async function storeIdentity({ now }: ServerContext, tx: Tx, identity: Identity): Promise<number> {
  const claims = { email: identity.email, email_verified: identity.isEmailVerified ? 1 : 0 };
  const { id } = await tx
    .insertInto('sso_identities')
    .values({
      provider: identity.provider,
      issuer: identity.issuer,
      subject: identity.subject,
      ...claims,
      user_id: null,
      created_at: now(),
    })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet(claims))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const userOf = (tx: Tx, identityId: number): Promise<User | undefined> =>
  tx
    .selectFrom('users')
    .innerJoin('sso_identities', 'sso_identities.user_id', 'users.id')
    .selectAll('users')
    .where('sso_identities.id', '=', identityId)
    .where('users.customer_id', 'is not', null)
    .executeTakeFirst();

async function linkByAddress(tx: Tx, identityId: number, identity: Identity): Promise<User | undefined> {
  if (!identity.isEmailVerified) return undefined;
  const user = await tx
    .selectFrom('users')
    .selectAll()
    .where('email_key', '=', emailKey(identity.email))
    .where('confirmed_at', 'is not', null)
    .where('customer_id', 'is not', null)
    .executeTakeFirst();
  if (user) await tx.updateTable('sso_identities').set({ user_id: user.id }).where('id', '=', identityId).execute();
  return user;
}

/**
 * The account's own second factor applies to single sign-on too, unless the provider has required one. Unknown devices
 * are left to the provider: the policy 'new-device' is about passwords.
 */
async function logIn(
  context: ServerContext,
  requestContext: RequestContext,
  { user, identity, language }: { user: User; identity: Identity; language: Language },
): Promise<Arrival> {
  const isKnownDevice = (await knownDevice(context, requestContext, user.id)) !== null;
  /** Since the account was found, a reset may have ended this access, or the operator disabled the account. */
  const whileLinked = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result | null> =>
    context.db.transaction().execute(async (tx) => ((await isLinked(tx, identity, user)) ? work(tx) : null));
  const refused: Arrival = { kind: 'refused', message: ssoMessages.failed };
  if (identity.hasSecondFactor || !needsCodeWithoutPassword(context.config.twoFactor, user, isKnownDevice)) {
    const session = await whileLinked((tx) => openSession(context, tx, requestContext, { userId: user.id }));
    return session === null ? refused : { kind: 'session', session };
  }
  await rejectWhilePaused(context, user.id);
  const nonce = await countMail(context, { purpose: 'login', to: user.email }, requestContext, () =>
    whileLinked((tx) => startLoginChallenge(context, tx, { user, rememberMe: false, language })),
  );
  return nonce === null ? refused : { kind: 'challenge', nonce, email: user.email, userId: user.id };
}

/** Whether the identity logs in to this account now. */
async function isLinked(tx: Tx, { issuer, subject }: Identity, { id }: User): Promise<boolean> {
  const linked = await tx
    .selectFrom('users')
    .innerJoin('sso_identities', 'sso_identities.user_id', 'users.id')
    .select('users.id')
    .where('users.id', '=', id)
    .where('users.disabled_at', 'is', null)
    .where('sso_identities.issuer', '=', issuer)
    .where('sso_identities.subject', '=', subject)
    .executeTakeFirst();
  return linked !== undefined;
}
