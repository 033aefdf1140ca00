import { calls } from '#contract/calls.ts';
import { ownersCustomerId, setCustomer } from '../../account/customer.ts';
import { changingCustomerId } from '../../account/subscription.ts';
import { accountOf } from '../../account/view.ts';
import { type App, answer, serve } from '../../http/serve.ts';
import { numbersOf } from '../../numbers/numberList.ts';
import { packages } from '../../numbers/packages.ts';
import { checkNumber, reserve } from '../../numbers/reservation.ts';
import { type ServerContext, within } from '../../platform/context.ts';

/** §8: the number that was suggested at sign-up can be changed in the dashboard, by the rules of the sign-up. */
export function mountNumber(app: App, context: ServerContext): void {
  const { db } = context;

  serve(app, calls.listAccountNumbers, async ({ params }, { session }) => {
    const holder = { customer_id: ownersCustomerId(session) };
    return answer(200, { data: await numbersOf(context, params.coverage_id, holder) });
  });

  serve(app, calls.listAccountPackages, async (_input, { session }) => {
    ownersCustomerId(session);
    return answer(200, { data: packages });
  });

  serve(app, calls.changeNumber, async ({ body: { number, number_id } }, { session, commit }) => {
    const customerId = await changingCustomerId(context, session);
    await checkNumber(db, number, number_id);
    return commit(async (tx) => {
      await reserve(context, tx, { number, number_id }, { customer_id: customerId });
      await setCustomer(tx, customerId, { number, number_id });
      return answer(200, { data: await accountOf(within(context, tx), session) });
    });
  });
}
