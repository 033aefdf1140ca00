import { calls } from '#contract/calls.ts';
import type { Context } from '../context.ts';
import { startChain } from '../login/chain.ts';
import { userById } from '../login/user.ts';
import { codeSent } from '../messages/session.ts';
import { translate } from '../messages/translate.ts';
import { findDraft } from '../registration/draft.ts';
import { joinTeam } from '../registration/joining.ts';
import { type App, answer, serve } from '../serve.ts';
import { openSession } from '../sessions.ts';

/** Additive: a sign-up whose address was invited ends in the team that has invited it. */
export function mountJoining(app: App, context: Context): void {
  const { db, config } = context;

  serve(app, calls.joinTeam, async ({ params }, visit) => {
    const draft = await findDraft(context, params.registration_token);
    // Who has signed up by password has just typed a mailed code; of a provider the policy asks for one (I5).
    const asksForCode = config.twoFactor === 'always' && draft.sso_identity_id !== null;
    return db.transaction().execute(async (tx) => {
      const userId = await joinTeam(context, tx, draft, Number(params.invitation_id) || 0);
      if (!asksForCode) return answer(201, await openSession(context, tx, visit, { userId }));
      const user = await userById(tx, userId);
      const nonce = await startChain(context, tx, { user, rememberMe: false, language: visit.language });
      return answer(202, { nonce, message: translate(visit.language, codeSent) });
    });
  });
}
