import { calls } from '#contract/calls.ts';
import { cancel, undoCancellation } from '../../account/cancellation.ts';
import { accountOf } from '../../account/view.ts';
import { reject } from '../../http/errors.ts';
import { type App, answer, serve } from '../../http/serve.ts';
import type { ServerContext } from '../../platform/context.ts';
import { resumeRegistrationOf } from '../../registration/resume.ts';

/** The account, resuming an unfinished sign-up, and cancellation at any time (§1). */
export function mountOverview(app: App, context: ServerContext): void {
  serve(app, calls.readAccount, async (_input, { session }) =>
    answer(200, { data: await accountOf(context, session) }),
  );

  serve(app, calls.resumeRegistration, async (_input, requestContext) => {
    const { session } = requestContext;
    if (session.customerId !== null) reject('stepRejected');
    const token = await context.db
      .transaction()
      .execute((tx) => resumeRegistrationOf(context, tx, session, requestContext));
    return answer(201, { token });
  });

  serve(app, calls.cancelTrial, async (_input, { session, language }) => {
    await cancel(context, session, language);
    return answer(200, { data: await accountOf(context, session) });
  });

  serve(app, calls.undoCancellation, async (_input, { session, language }) => {
    await undoCancellation(context, session, language);
    return answer(200, { data: await accountOf(context, session) });
  });
}
