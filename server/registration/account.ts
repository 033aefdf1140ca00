import type { InferOutput } from 'valibot';
import type { UpdateRegistration } from '#contract/registration.ts';
import { remindInvited } from '../account/invitation.ts';
import { reject, rejectFields } from '../http/errors.ts';
import type { RequestContext } from '../http/requestContext.ts';
import { counted, signUpCounts } from '../login/applyLimits.ts';
import { emailKey } from '../login/emailKey.ts';
import { limits } from '../login/limits.ts';
import { countMail, mailCounts } from '../login/mailLimits.ts';
import { hashNew, rejectWeakPassword } from '../login/weakPassword.ts';
import { fieldMessages } from '../messages/errors.ts';
import type { ServerContext } from '../platform/context.ts';
import type { Tx } from '../store/schema.ts';
import { clearApproval } from './bankAttempt.ts';
import { mailCode } from './code.ts';
import { decoyFor, mailKnown } from './knownAddress.ts';
import { createOwner } from './owner.ts';
import { type Registration, updateRegistrationRow } from './registration.ts';
import { registrationAt, type StepSubmission, stepAfter } from './steps.ts';

type Update = InferOutput<typeof UpdateRegistration>;

/** What is sent, and what is stored in place of what is not. */
const personOf = (body: Update, stored: Registration) => ({
  first_name: body.first_name ?? stored.first_name,
  last_name: body.last_name ?? stored.last_name,
  email: body.email ?? stored.email,
});

/** Repeats step 1. An empty password keeps the old one; a new address invalidates the old code and gets a new one. */
export async function submitAccount<Response>(
  context: ServerContext,
  { registration, body, requestContext, finish }: StepSubmission<Response>,
): Promise<Response> {
  const person = personOf(body, registration);
  const isCounted = emailKey(person.email) !== registration.email_key;
  if (body.password) rejectWeakPassword(context, body.password, person);
  const subject = String(registration.id);
  const ofPassword = body.password ? [{ limit: limits.passwordChanges, subject }] : [];
  const ofAddress = () => [
    { limit: limits.addressChanges, subject },
    ...signUpCounts(context, requestContext),
    ...mailCounts(context, 'sign-up', person.email, requestContext),
  ];

  return counted(context, [...ofPassword, ...(isCounted ? ofAddress() : [])], async () => {
    const password_hash = body.password ? await hashNew(context, body.password) : null;
    return finish(async (tx) => {
      const current = await registrationAt(tx, registration.id, '1');
      const { email, ...names } = personOf(body, current);
      const email_key = emailKey(email);
      const isMoved = email_key !== current.email_key;
      // Another tab has changed the address meanwhile, so this change has not been counted.
      if (isMoved && !isCounted) reject('stepRejected', { field: 'step' });
      const changed = await updateRegistrationRow(context, tx, registration.id, {
        ...names,
        email,
        email_key,
        ...(password_hash !== null && { password_hash }),
        consent_version: body.consent_version ?? current.consent_version,
        step: stepAfter(current, '1'),
        ...(isMoved && { decoy: await decoyFor(tx, email), resend_at: null }),
      });
      if (!isMoved) return changed;
      await clearApproval(tx, registration.id);
      return sendFirstMail(context, tx, changed, requestContext);
    });
  });
}

/**
 * Sends the first mail of a registration: the code (verify-first). In plan-first only an address that already has an
 * account, or that a team has invited, gets one: only the mailbox's owner may read this, not the visitor of the page.
 * Whether it has an account is looked up when the mail is sent, so that the response takes the same time for every
 * address.
 */
export async function sendFirstMail(
  context: ServerContext,
  tx: Tx,
  registration: Registration,
  { language }: RequestContext,
): Promise<Registration> {
  if (registration.signup_order === 'verify-first') return mailCode(context, tx, registration, language);
  await mailKnown(context, tx, registration, language);
  await remindInvited(context, tx, registration, language);
  return registration;
}

/**
 * '2-sso': the person confirms their name; address and identity come from the provider and do not change. Confirmed
 * again after Back, it mails nothing: the code that was mailed stays valid.
 */
export async function submitSsoAccount<Response>(
  context: ServerContext,
  { registration, body, requestContext, finish }: StepSubmission<Response>,
): Promise<Response> {
  const { first_name, last_name } = personOf(body, registration);
  rejectFields({
    first_name: first_name ? undefined : fieldMessages.blank,
    last_name: last_name ? undefined : fieldMessages.blank,
    email: body.email && emailKey(body.email) !== registration.email_key ? fieldMessages.invalid : undefined,
  });
  const isMailed = (current: Registration) => current.verified_at === null && current.step === '2-sso';
  const confirm = () =>
    finish(async (tx) => {
      const current = await registrationAt(tx, registration.id, '2-sso');
      const { email: _ofProvider, ...names } = personOf(body, current);
      const changed = await updateRegistrationRow(context, tx, registration.id, {
        ...names,
        consent_version: body.consent_version ?? current.consent_version,
        step: stepAfter(current, '2-sso'),
      });
      if (isMailed(current)) return sendFirstMail(context, tx, changed, requestContext);
      if (current.verified_at === null || current.signup_order === 'plan-first') return changed;
      return updateRegistrationRow(context, tx, registration.id, { user_id: await createOwner(context, tx, changed) });
    });
  const mail = { purpose: 'sign-up', to: registration.email } as const;
  return isMailed(registration) ? countMail(context, mail, requestContext, confirm) : confirm();
}
