import type { RequestContext } from '../http/requestContext.ts';
import type { Limit } from '../http/throttle.ts';
import type { ServerContext } from '../platform/context.ts';
import { HOUR_MS } from '../platform/durations.ts';
import { byNetworkAnd, type CountedBy, counted } from './applyLimits.ts';
import { emailKey } from './emailKey.ts';

/*
 * Limits of the mails that can be requested for an address. Each purpose has its own, so that a stranger who requests
 * reset links uses up neither sign-up codes nor the login codes that a right password has earned. Notices of changes
 * count for the user who makes them (`confirmedByMail`).
 */

/** What a requested mail is for. */
type MailPurpose = 'sign-up' | 'login' | 'reset' | 'confirmation' | 'invitation';

/** From one network, so that a stranger elsewhere leaves the owner of the address a part. */
const fromNetwork = (purpose: MailPurpose): Limit => ({ name: `network-${purpose}-mails`, max: 8, windowMs: HOUR_MS });
const fromAll = (purpose: MailPurpose): Limit => ({ name: `${purpose}-mails`, max: 20, windowMs: HOUR_MS });

/** What a requested mail counts. On a machine whose mails go to the local inbox, its own visitors are not limited. */
export function mailCounts(
  context: ServerContext,
  purpose: MailPurpose,
  to: string,
  requestContext: RequestContext,
): CountedBy[] {
  const recipient = emailKey(to);
  const ofNetwork = byNetworkAnd(context, fromNetwork(purpose), requestContext, recipient);
  const isCounted = ofNetwork.length > 0 || context.config.smtpUrl !== null;
  return isCounted ? [...ofNetwork, { limit: fromAll(purpose), subject: recipient }] : [];
}

/**
 * Counts a mail before anything is done for it. What exceeds a limit is rejected, not dropped silently: the response
 * promises no mail that is not sent. It does not depend on whether the address has an account.
 */
export const countMail = <T>(
  context: ServerContext,
  mail: { purpose: MailPurpose; to: string },
  requestContext: RequestContext,
  send: () => Promise<T>,
): Promise<T> => counted(context, mailCounts(context, mail.purpose, mail.to, requestContext), send);
