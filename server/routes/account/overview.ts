import { calls } from '#contract/calls.ts';
import { nextDueOn } from '#domain/subscription.ts';
import { customerById } from '../../account/customer.ts';
import { changingCustomerId, customersToday, subscriptionOf } from '../../account/subscription.ts';
import { accountOf } from '../../account/view.ts';
import { reject } from '../../http/errors.ts';
import { type App, answer, serve } from '../../http/serve.ts';
import { userById } from '../../login/user.ts';
import { queueMail } from '../../mail/outbox.ts';
import type { ServerContext } from '../../platform/context.ts';
import { resumeRegistrationOf } from '../../registration/resume.ts';

/** The account, resuming an unfinished sign-up, and cancellation at any time (§1). */
export function mountOverview(app: App, context: ServerContext): void {
  const { db, now } = context;

  serve(app, calls.readAccount, async (_question, { session }) =>
    answer(200, { data: await accountOf(context, session) }),
  );

  serve(app, calls.resumeRegistration, async (_question, requestContext) => {
    const { session } = requestContext;
    if (session.customerId !== null) reject('stepRejected');
    const token = await db.transaction().execute((tx) => resumeRegistrationOf(context, tx, session, requestContext));
    return answer(201, { token });
  });

  serve(app, calls.cancelTrial, async (_question, { session, language }) => {
    const customerId = await changingCustomerId(context, session);
    await db.transaction().execute(async (tx) => {
      const customer = await customerById(tx, customerId);
      if (customer.cancelled_at !== null) return;
      await tx.updateTable('customers').set({ cancelled_at: now() }).where('id', '=', customerId).execute();
      const { email } = await userById(tx, session.userId);
      const { paidUntil } = subscriptionOf(customer, now());
      const kind = paidUntil === null ? 'trialCancelled' : 'subscriptionCancelled';
      const values = { date: paidUntil ?? customer.trial_ends_on };
      await queueMail(context, tx, { to: email, kind, language, values });
    });
    return answer(200, { data: await accountOf(context, session) });
  });

  serve(app, calls.undoCancellation, async (_question, { session, language }) => {
    const customerId = await changingCustomerId(context, session);
    await db.transaction().execute(async (tx) => {
      const customer = await customerById(tx, customerId);
      if (customer.cancelled_at === null) return;
      const { paidUntil } = subscriptionOf(customer, now());
      await tx.updateTable('customers').set({ cancelled_at: null }).where('id', '=', customerId).execute();
      const { email } = await userById(tx, session.userId);
      const kind = paidUntil === null ? 'trialResumed' : 'subscriptionResumed';
      const nextDue = nextDueOn(customer.trial_ends_on, customersToday(customer, now()));
      const values = { date: paidUntil === null ? customer.trial_ends_on : nextDue };
      await queueMail(context, tx, { to: email, kind, language, values });
    });
    return answer(200, { data: await accountOf(context, session) });
  });
}
