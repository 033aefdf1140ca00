import { calls } from '#contract/calls.ts';
import { ownersCustomerId } from '../../account/customer.ts';
import { changingCustomerId } from '../../account/subscription.ts';
import { accountOf } from '../../account/view.ts';
import { type App, answer, serve } from '../../http/serve.ts';
import { checkNumber, reserve } from '../../numbers/reservation.ts';
import type { ServerContext } from '../../platform/context.ts';
import { numbersOf, packages } from '../numbers.ts';

/** §8: the number that was suggested at sign-up can be changed in the dashboard, by the rules of the sign-up. */
export function mountNumber(app: App, context: ServerContext): void {
  const { db } = context;

  serve(app, calls.listAccountNumbers, async ({ params }, { session }) => {
    const holder = { customer_id: ownersCustomerId(session) };
    return answer(200, { data: await numbersOf(context, params.coverage_id, holder) });
  });

  serve(app, calls.listAccountPackages, async (_question, { session }) => {
    ownersCustomerId(session);
    return answer(200, { data: packages });
  });

  serve(app, calls.changeNumber, async ({ body: { number, number_id } }, { session }) => {
    const customerId = await changingCustomerId(context, session);
    await checkNumber(db, number, number_id);
    await db.transaction().execute(async (tx) => {
      await reserve(context, tx, { number, number_id }, { customer_id: customerId });
      await tx.updateTable('customers').set({ number, number_id }).where('id', '=', customerId).execute();
    });
    return answer(200, { data: await accountOf(context, session) });
  });
}
