import type { Language } from '#domain/constants.ts';
import { reject } from '../http/errors.ts';
import type { RequestContext } from '../http/requestContext.ts';
import { secondsUntil } from '../http/throttle.ts';
import { byNetworkAnd, counted, returnAttempts, takeAll } from '../login/applyLimits.ts';
import { limits } from '../login/limits.ts';
import { mailCounts } from '../login/mailLimits.ts';
import { queueMail } from '../mail/outbox.ts';
import type { ServerContext } from '../platform/context.ts';
import { newCode, sameDigest } from '../platform/secrets.ts';
import type { Tx } from '../store/schema.ts';
import { decoyFor, mailKnown } from './knownAddress.ts';
import { currentRegistration, type Registration, updateRegistrationRow } from './registration.ts';
import { awaitsCode } from './steps.ts';

const LABEL = 'registration-code';

/**
 * Mails a new code and invalidates the old one at once. An address that already has an account gets a different mail,
 * while the response is the same.
 */
export async function mailCode(
  context: ServerContext,
  tx: Tx,
  registration: Registration,
  language: Language,
): Promise<Registration> {
  const { keyring, now, config } = context;
  const code = newCode();
  const changed = await updateRegistrationRow(context, tx, registration.id, {
    code_hash: keyring.digest(LABEL, code, String(registration.id)),
    code_expires_at: now() + config.settings.codeLifeSeconds * 1000,
  });
  const { id, email: to } = registration;
  if (registration.decoy) await mailKnown(context, tx, registration, language);
  else await queueMail(context, tx, { to, kind: 'verificationCode', language, values: { code }, about: id });
  return changed;
}

/** §4: sends another code, unless the last resend is within the cool-down. The change returns when the next may follow. */
export async function resendCode<Response>(
  context: ServerContext,
  registration: Registration,
  requestContext: RequestContext,
  finish: (change: (tx: Tx) => Promise<number>) => Promise<Response>,
): Promise<Response> {
  const { now, config } = context;
  const rejectEarly = ({ resend_at }: Registration) => {
    const earliest = resend_at ?? 0;
    if (earliest > now()) reject('tooManyAttempts', { retryAfter: secondsUntil(earliest, now()) });
  };
  rejectEarly(registration);
  const counts = [
    { limit: limits.registrationResends, subject: String(registration.id) },
    ...mailCounts(context, 'sign-up', registration.email, requestContext),
  ];
  return counted(context, counts, () =>
    finish(async (tx) => {
      const current = await currentRegistration(tx, registration.id);
      // Another tab has used the code meanwhile, or has moved to an address whose owner alone may have the next one.
      if (!awaitsCode(current) || current.email_key !== registration.email_key) reject('stepRejected');
      // Of two concurrent requests, only one mails a code.
      rejectEarly(current);
      const resend_at = now() + config.settings.coolDownSeconds * 1000;
      // The account of the address may have been deleted or created meanwhile.
      const decoy = await decoyFor(tx, current.email);
      const changed = await updateRegistrationRow(context, tx, registration.id, { resend_at, decoy });
      await mailCode(context, tx, changed, requestContext.language);
      return resend_at;
    }),
  );
}

/**
 * Rejects a wrong or expired code, and any code beyond a limit. The attempt is counted before the comparison: for the
 * registration and, until a code was right, for its address, so that further registrations allow no further guesses.
 */
export async function checkCode(
  context: ServerContext,
  registration: Registration,
  code: string,
  requestContext: RequestContext,
): Promise<void> {
  const { email_key } = registration;
  const subject = String(registration.id);
  const ofRegistration = [
    { limit: limits.registrationCodes, subject },
    { limit: limits.registrationCodesADay, subject },
  ];
  const ofAddress = [
    ...byNetworkAnd(context, limits.networkSignUpCodes, requestContext, email_key),
    { limit: limits.signUpCodes, subject: email_key },
  ];
  const taken = await takeAll(context, [...ofRegistration, ...ofAddress]);
  const isRight = sameDigest(registration.code_hash, context.keyring.digest(LABEL, code, String(registration.id)));
  const isFresh = (registration.code_expires_at ?? 0) > context.now();
  if (!isRight || !isFresh || registration.decoy) reject('codeWrong', { field: 'verification_code' });
  await returnAttempts(context.db, taken.slice(ofRegistration.length));
}

/** Whether a registration still waits for exactly this code; it has none after its use. */
export async function isCurrentCode({ db, keyring, now }: ServerContext, id: number, code: string): Promise<boolean> {
  const registration = await db
    .selectFrom('registrations')
    .select('id')
    .where('id', '=', id)
    .where('code_hash', '=', keyring.digest(LABEL, code, String(id)))
    .where('code_expires_at', '>', now())
    .executeTakeFirst();
  return registration !== undefined;
}
