import type { Insertable } from 'kysely';
import type { InferOutput } from 'valibot';
import type { CreateRegistration } from '#contract/registration.ts';
import type { RequestContext } from '../http/requestContext.ts';
import { counted, signUpCounts } from '../login/applyLimits.ts';
import { emailKey } from '../login/emailKey.ts';
import { mailCounts } from '../login/mailLimits.ts';
import { hashNew, rejectWeakPassword } from '../login/weakPassword.ts';
import type { ServerContext } from '../platform/context.ts';
import { newToken, tokenHash } from '../platform/secrets.ts';
import type { Tx } from '../store/schema.ts';
import type { RegistrationTable } from '../store/tables/registrations.ts';
import { sendFirstMail } from './account.ts';
import { decoyFor } from './knownAddress.ts';
import { checkOrder, holdNumber, orderOf } from './order.ts';
import { emptyBilling, emptyOrder, REGISTRATION_TTL_MS, type Registration } from './registration.ts';

/** What differs between the ways into a sign-up: with a password, by single sign-on, after an expired one. */
type Start = Pick<
  Insertable<RegistrationTable>,
  'step' | 'language' | 'currency' | 'first_name' | 'last_name' | 'email'
> &
  Partial<Insertable<RegistrationTable>>;

/** A new registration and its token. */
type Created = { registration: Registration; token: string };

/** Creates a registration in the server's sign-up order. Only the digest of its token is stored. */
export async function insertRegistration({ config, now }: ServerContext, tx: Tx, start: Start): Promise<Created> {
  const token = newToken();
  const registration = await tx
    .insertInto('registrations')
    .values({
      ...emptyOrder,
      ...emptyBilling,
      ...start,
      email_key: emailKey(start.email),
      token_hash: tokenHash(token),
      signup_order: config.settings.signupOrder,
      created_at: now(),
      updated_at: now(),
      expires_at: now() + REGISTRATION_TTL_MS,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { registration, token };
}

/** Step 1 of a sign-up with a password. An address that has an account gets a registration that can't be completed. */
export async function createRegistration<Response>(
  context: ServerContext,
  body: InferOutput<typeof CreateRegistration>,
  requestContext: RequestContext,
  finish: (change: (tx: Tx) => Promise<Created>) => Promise<Response>,
): Promise<Response> {
  rejectWeakPassword(context, body.password, body);
  await checkOrder(context, body, false);
  const order = orderOf(body, emptyOrder);
  const { first_name, last_name, email, consent_version = null } = body;
  const { language, currency } = requestContext;
  const counts = [...signUpCounts(context, requestContext), ...mailCounts(context, 'sign-up', email, requestContext)];
  return counted(context, counts, async () => {
    const password_hash = await hashNew(context, body.password);
    return finish(async (tx) => {
      const { registration, token } = await insertRegistration(context, tx, {
        ...order,
        step: '2',
        language,
        currency,
        first_name,
        last_name,
        email,
        password_hash,
        consent_version,
        decoy: await decoyFor(tx, email),
      });
      await holdNumber(context, tx, registration);
      return { registration: await sendFirstMail(context, tx, registration, requestContext), token };
    });
  });
}
