import { calls } from '#contract/calls.ts';
import { unchanging } from '../http/json.ts';
import { type App, answer, serve } from '../http/serve.ts';
import { numbersOf } from '../numbers/numberList.ts';
import { packages } from '../numbers/packages.ts';
import type { ServerContext } from '../platform/context.ts';
import { findRegistration } from '../registration/registration.ts';

const allPackages = unchanging({ data: packages });

/** §7: numbers of an area and the packages, for a registration. */
export function mountNumbers(app: App, context: ServerContext): void {
  serve(app, calls.listNumbers, async ({ params }) => {
    const { id } = await findRegistration(context, params.registration_token);
    return answer(200, { data: await numbersOf(context, params.coverage_id, { registration_id: id }) });
  });

  serve(app, calls.listPackages, async ({ params }) => {
    await findRegistration(context, params.registration_token);
    return answer(200, allPackages);
  });
}
