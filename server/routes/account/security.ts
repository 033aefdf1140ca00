import type { OpenSession as SessionOnTheWire } from '#contract/account.ts';
import { calls } from '#contract/calls.ts';
import type { Language } from '#domain/constants.ts';
import { deviceName } from '../../account/deviceName.ts';
import { accountOf } from '../../account/view.ts';
import { reject, rejectFields } from '../../http/errors.ts';
import { type App, answer, serve } from '../../http/serve.ts';
import { forgetAttempts } from '../../http/throttle.ts';
import { countWrong, limits } from '../../login/limits.ts';
import { IDLE_MS, type OpenSession, openSession } from '../../login/sessions.ts';
import { isCurrentUser, nearUser, revokeAccess, type User, userById } from '../../login/user.ts';
import { weaknessOf } from '../../login/weakPassword.ts';
import { queueMail } from '../../mail/outbox.ts';
import { passwordWrong } from '../../messages/account.ts';
import type { ServerContext } from '../../platform/context.ts';

/** A user's own second factor, password and sessions. */
export function mountSecurity(app: App, context: ServerContext): void {
  const { db, config, passwords } = context;

  /** Verifies the password again; wrong ones count like those of a login. */
  async function prove(session: OpenSession, password: string, field: string): Promise<User> {
    const user = await userById(db, session.userId);
    const who = `user ${user.id}`;
    await countWrong(context, [{ limit: limits.passwords, who }], async () => {
      const isRight = await passwords.verify(password, user.password_hash);
      if (!isRight) reject('wrongCredentials', { field, message: passwordWrong });
    });
    await forgetAttempts(db, limits.passwords, who);
    return user;
  }

  serve(app, calls.switchSecondFactor, async ({ body: { enabled, password } }, { session, language }) => {
    const user = await prove(session, password, 'password');
    await db.transaction().execute(async (tx) => {
      await isCurrentUser(tx, user);
      const second_factor = enabled ? 1 : 0;
      if (user.second_factor === second_factor) return;
      await tx.updateTable('users').set({ second_factor }).where('id', '=', user.id).execute();
      // Turning it on applies to every device: those remembered before have not been verified since.
      if (enabled) await tx.deleteFrom('devices').where('user_id', '=', user.id).execute();
      const kind = enabled ? 'secondFactorOn' : 'secondFactorOff';
      await queueMail(context, tx, { to: user.email, kind, language });
    });
    return answer(200, { data: await accountOf(context, session) });
  });

  serve(app, calls.changePassword, async ({ body: { current_password, password } }, requestContext) => {
    const user = await prove(requestContext.session, current_password, 'current_password');
    rejectFields({ password: weaknessOf(password, nearUser(user, config.settings.brand.name)) ?? undefined });
    const password_hash = await passwords.hash(password);
    const session = await db.transaction().execute(async (tx) => {
      await isCurrentUser(tx, user);
      const current = await tx
        .selectFrom('sessions')
        .select('remember_me')
        .where('id', '=', requestContext.session.id)
        .executeTakeFirst();
      await tx.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute();
      await revokeAccess(context, tx, user);
      await queueMail(context, tx, { to: user.email, kind: 'passwordChanged', language: requestContext.language });
      const remember_me = current?.remember_me === 1;
      return {
        ...(await openSession(context, tx, requestContext, { userId: user.id, rememberMe: remember_me })),
        remember_me,
      };
    });
    return answer(200, session);
  });

  serve(app, calls.listSessions, async (_question, { session, language }) =>
    answer(200, { data: await sessionsOf(context, session, language) }),
  );

  serve(app, calls.endSession, async ({ params }, { session, language }) => {
    const { numDeletedRows } = await db
      .deleteFrom('sessions')
      .where('id', '=', Number(params.session_id) || 0)
      .where('user_id', '=', session.userId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) reject('tokenInvalid');
    return answer(200, { data: await sessionsOf(context, session, language) });
  });
}

/** Valid sessions: the current one first, then by last use. */
async function sessionsOf(
  { db, now }: ServerContext,
  { id: currentId, userId }: OpenSession,
  language: Language,
): Promise<SessionOnTheWire[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now())
    .where((row) => row.or([row('remember_me', '=', 1), row('last_seen_at', '>', now() - IDLE_MS)]))
    .orderBy((row) => row.case().when('id', '=', currentId).then(0).else(1).end())
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id, device, created_at, last_seen_at }) => ({
    id,
    device: deviceName(device, language),
    created_at: new Date(created_at).toISOString(),
    last_seen_at: new Date(last_seen_at).toISOString(),
    current: id === currentId,
  }));
}
