import { calls } from '#contract/calls.ts';
import { cancel, undoCancellation } from '../../account/cancellation.ts';
import { accountOf } from '../../account/view.ts';
import { type App, answer, serve } from '../../http/serve.ts';
import { confirmedByMail } from '../../login/applyLimits.ts';
import { type ServerContext, within } from '../../platform/context.ts';
import { resumeRegistrationOf } from '../../registration/resume.ts';

/** The account, resuming an unfinished sign-up, and cancellation at any time (§1). */
export function mountOverview(app: App, context: ServerContext): void {
  serve(app, calls.readAccount, async (_input, { session }) =>
    answer(200, { data: await accountOf(context, session) }),
  );

  serve(app, calls.resumeRegistration, async (_input, requestContext) => {
    const { session, commit } = requestContext;
    return commit(async (tx) =>
      answer(201, { token: await resumeRegistrationOf(context, tx, session, requestContext) }),
    );
  });

  serve(app, calls.cancelTrial, (_input, { session, language, commit }) =>
    confirmedByMail(context, session, () =>
      commit(async (tx) => {
        await cancel(context, tx, session, language);
        return answer(200, { data: await accountOf(within(context, tx), session) });
      }),
    ),
  );

  serve(app, calls.undoCancellation, (_input, { session, language, commit }) =>
    confirmedByMail(context, session, () =>
      commit(async (tx) => {
        await undoCancellation(context, tx, session, language);
        return answer(200, { data: await accountOf(within(context, tx), session) });
      }),
    ),
  );
}
