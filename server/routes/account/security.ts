import { calls } from '#contract/calls.ts';
import { setPassword, setSecondFactor, verifyPassword } from '../../account/security.ts';
import { sessionsOf } from '../../account/sessionList.ts';
import { accountOf } from '../../account/view.ts';
import { reject } from '../../http/errors.ts';
import { rowId } from '../../http/rowId.ts';
import { type App, answer, serve } from '../../http/serve.ts';
import { confirmedByMail } from '../../login/applyLimits.ts';
import { endOtherSessions, endSession } from '../../login/sessions.ts';
import { hashNew, rejectWeakPasswordOf } from '../../login/weakPassword.ts';
import { resourceNotFound } from '../../messages/errors.ts';
import { type ServerContext, within } from '../../platform/context.ts';

/** A user's own second factor, password and sessions. */
export function mountSecurity(app: App, context: ServerContext): void {
  serve(app, calls.switchSecondFactor, async ({ body }, { session, language, commit }) => {
    const { enabled, password, end_other_sessions: endsOthers } = body;
    const user = await verifyPassword(context, session, password, 'password');
    return confirmedByMail(context, session, () =>
      commit(async (tx) => {
        await setSecondFactor(context, tx, user, enabled, language);
        if (endsOthers) await endOtherSessions(tx, session);
        return answer(200, { data: await accountOf(within(context, tx), session) });
      }),
    );
  });

  serve(app, calls.changePassword, async ({ body: { current_password, password } }, requestContext) => {
    const user = await verifyPassword(context, requestContext.session, current_password, 'current_password');
    await rejectWeakPasswordOf(context, password, user);
    return confirmedByMail(context, requestContext.session, async () => {
      const password_hash = await hashNew(context, password);
      return requestContext.commit(async (tx) =>
        answer(200, await setPassword(context, tx, requestContext, { user, password_hash })),
      );
    });
  });

  serve(app, calls.listSessions, async (_input, { session, language }) =>
    answer(200, { data: await sessionsOf(context, session, language) }),
  );

  serve(app, calls.endOtherSessions, (_input, { session, language, commit }) =>
    commit(async (tx) => {
      await endOtherSessions(tx, session);
      return answer(200, { data: await sessionsOf(within(context, tx), session, language) });
    }),
  );

  serve(app, calls.endSession, ({ params }, { session, language, commit }) =>
    commit(async (tx) => {
      const ended = await endSession(tx, { id: rowId(params.session_id), userId: session.userId });
      if (!ended) reject('tokenInvalid', { message: resourceNotFound });
      return answer(200, { data: await sessionsOf(within(context, tx), session, language) });
    }),
  );
}
