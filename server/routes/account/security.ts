import { calls } from '#contract/calls.ts';
import { setPassword, setSecondFactor, verifyPassword } from '../../account/security.ts';
import { sessionsOf } from '../../account/sessionList.ts';
import { accountOf } from '../../account/view.ts';
import { reject } from '../../http/errors.ts';
import { type App, answer, serve } from '../../http/serve.ts';
import { endSession } from '../../login/sessions.ts';
import { rejectWeakPassword } from '../../login/weakPassword.ts';
import type { ServerContext } from '../../platform/context.ts';

/** A user's own second factor, password and sessions. */
export function mountSecurity(app: App, context: ServerContext): void {
  serve(app, calls.switchSecondFactor, async ({ body: { enabled, password } }, { session, language }) => {
    const user = await verifyPassword(context, session, password, 'password');
    await setSecondFactor(context, user, enabled, language);
    return answer(200, { data: await accountOf(context, session) });
  });

  serve(app, calls.changePassword, async ({ body: { current_password, password } }, requestContext) => {
    const user = await verifyPassword(context, requestContext.session, current_password, 'current_password');
    rejectWeakPassword(context, password, user);
    return answer(200, await setPassword(context, requestContext, user, password));
  });

  serve(app, calls.listSessions, async (_input, { session, language }) =>
    answer(200, { data: await sessionsOf(context, session, language) }),
  );

  serve(app, calls.endSession, async ({ params }, { session, language }) => {
    const ended = await endSession(context.db, { id: Number(params.session_id) || 0, userId: session.userId });
    if (!ended) reject('tokenInvalid');
    return answer(200, { data: await sessionsOf(context, session, language) });
  });
}
