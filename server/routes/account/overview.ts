import { calls } from '#contract/calls.ts';
import { todayIn } from '#domain/calendar.ts';
import { type Customer, customerById, ownersCustomerId } from '../../account/customer.ts';
import { accountOf } from '../../account/view.ts';
import type { Context } from '../../context.ts';
import { userById } from '../../login/user.ts';
import { queueMail } from '../../mail/outbox.ts';
import { refuse } from '../../refusal.ts';
import { resumeDraft } from '../../registration/resume.ts';
import { type App, answer, serve } from '../../serve.ts';
import { trialOver } from '../../words/account.ts';

/** The account itself, the way back to a sign-up that was not finished, and the end of the trial (§1: cancelled at any time, nothing charged). */
export function mountOverview(app: App, context: Context): void {
  const { db, now } = context;

  serve(app, calls.readAccount, async (_question, { session }) =>
    answer(200, { data: await accountOf(context, session) }),
  );

  serve(app, calls.resumeRegistration, async (_question, visit) => {
    const { session } = visit;
    if (session.customerId !== null) refuse('stepRefused');
    const token = await db.transaction().execute((tx) => resumeDraft(context, tx, session, visit));
    return answer(201, { token });
  });

  serve(app, calls.cancelTrial, async (_question, { session, language }) => {
    const customerId = ownersCustomerId(session);
    await db.transaction().execute(async (tx) => {
      const customer = await customerById(tx, customerId);
      if (customer.cancelled_at !== null) return;
      await tx.updateTable('customers').set({ cancelled_at: now() }).where('id', '=', customerId).execute();
      const { email } = await userById(tx, session.userId);
      const values = { date: customer.trial_ends_on };
      await queueMail(context, tx, { to: email, kind: 'trialCancelled', language, values });
    });
    return answer(200, { data: await accountOf(context, session) });
  });

  serve(app, calls.undoCancellation, async (_question, { session, language }) => {
    const customerId = ownersCustomerId(session);
    await db.transaction().execute(async (tx) => {
      const customer = await customerById(tx, customerId);
      if (customer.cancelled_at === null) return;
      if (isTrialOver(customer, now())) refuse('notAllowed', { words: trialOver });
      await tx.updateTable('customers').set({ cancelled_at: null }).where('id', '=', customerId).execute();
      const { email } = await userById(tx, session.userId);
      const values = { date: customer.trial_ends_on };
      await queueMail(context, tx, { to: email, kind: 'trialResumed', language, values });
    });
    return answer(200, { data: await accountOf(context, session) });
  });
}

/** The trial ends with the day before its end date, which is the day of the first charge (§1). */
const isTrialOver = ({ trial_time_zone, trial_ends_on }: Customer, now: number): boolean =>
  todayIn(trial_time_zone, now) >= trial_ends_on;
