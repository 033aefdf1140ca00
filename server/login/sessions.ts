import { serialize } from 'hono/utils/cookie';
import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import * as v from 'valibot';
import { AuthCookie, cookieNames } from '#contract/browser.ts';
import type { Session } from '#contract/session.ts';
import { AUTH_COOKIE_DAYS } from '#domain/constants.ts';
import type { RequestContext } from '../http/requestContext.ts';
import type { ServerContext } from '../platform/context.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/durations.ts';
import { newToken, sameDigest, tokenHash } from '../platform/secrets.ts';
import type { Database, Store, Tx } from '../store/schema.ts';
import { sideWrite } from '../store/sideWrite.ts';

/** A session without 'remember me' ends after a day, or after half a day without use. */
const IDLE_MS = 12 * HOUR_MS;
/** Beyond this number a user's oldest session ends. */
const MAX_SESSIONS = 100;
/** `last_seen_at` may be this old, so that not every call writes. */
const SEEN_EVERY_MS = MINUTE_MS;

/**
 * The HttpOnly companion of the auth cookie. It is marked Secure even on http://localhost, which browsers treat as
 * trustworthy; a browser that does not never sends it back, and the session stays unbound.
 */
const COMPANION = '__Host-session';

/** The session of a call. */
export type OpenSession = { id: number; userId: number; customerId: number | null; role: 'owner' | 'member' };

/** Opens a session within a transaction; adds the companion cookie to the response. */
export async function openSession(
  context: ServerContext,
  tx: Tx,
  requestContext: RequestContext,
  { userId, rememberMe = false }: { userId: number; rememberMe?: boolean },
): Promise<Session> {
  const now = context.now();
  const token = newToken();
  const companion = newToken();
  const ttl = rememberMe ? AUTH_COOKIE_DAYS * DAY_MS : DAY_MS;
  await tx
    .insertInto('sessions')
    .values({
      user_id: userId,
      token_hash: tokenHash(token),
      companion_hash: tokenHash(companion),
      remember_me: rememberMe ? 1 : 0,
      device: requestContext.device,
      created_at: now,
      last_seen_at: now,
      expires_at: now + ttl,
    })
    .execute();
  const latest = tx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(MAX_SESSIONS);
  await tx.deleteFrom('sessions').where('user_id', '=', userId).where('id', 'not in', latest).execute();
  requestContext.setCookie(companionCookie(companion, rememberMe ? { maxAge: ttl / 1000 } : {}));
  return { user_id: userId, user_token: token };
}

/** Without an age it is a session cookie. */
const companionCookie = (value: string, age: { maxAge?: number }) =>
  serialize(COMPANION, value, {
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'Lax',
    ...age,
  });

/** Deletes the companion cookie in the browser. */
export const clearCompanion = (requestContext: RequestContext): void =>
  requestContext.setCookie(companionCookie('', { maxAge: 0 }));

/** Whether a row is a session that still holds: not past its end and, without 'remember me', in use. */
export function isValidSession(now: number): Expression<SqlBool> {
  const session = expressionBuilder<Database, 'sessions'>();
  return session.and([
    session('sessions.expires_at', '>', now),
    session.or([session('sessions.remember_me', '=', 1), session('sessions.last_seen_at', '>', now - IDLE_MS)]),
  ]);
}

/** Ends one session of a user; returns whether there was one. */
export async function endSession(db: Store, { id, userId }: Pick<OpenSession, 'id' | 'userId'>): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends all sessions of a user but the current one. */
export async function endOtherSessions(
  db: Store | Tx,
  { id, userId }: Pick<OpenSession, 'id' | 'userId'>,
): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', id).execute();
}

/** The session of the token in the request header. */
export const readSession = (context: ServerContext, requestContext: RequestContext): Promise<OpenSession | null> =>
  sessionOf(context, requestContext, requestContext.header('Authorization')?.match(/^Bearer ([\w-]+)$/)?.[1]);

/** The session of a navigation, which can present the token only by its cookie. */
export function readCookieSession(context: ServerContext, requestContext: RequestContext): Promise<OpenSession | null> {
  const auth = v.safeParse(v.pipe(v.string(), v.parseJson(), AuthCookie), requestContext.cookie(cookieNames.auth));
  return sessionOf(context, requestContext, auth.success ? auth.output.user_token : undefined);
}

/** The valid session of a token. The first use with its companion cookie binds it; after that both are required. */
async function sessionOf(
  context: ServerContext,
  requestContext: RequestContext,
  token: string | undefined,
): Promise<OpenSession | null> {
  if (!token) return null;
  const now = context.now();
  const row = await context.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id',
      'sessions.user_id',
      'sessions.companion_hash',
      'sessions.bound',
      'sessions.last_seen_at',
      'users.customer_id',
      'users.role',
    ])
    .where('sessions.token_hash', '=', tokenHash(token))
    .where(isValidSession(now))
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;

  const companion = requestContext.cookie(COMPANION);
  const accompanied = companion !== undefined && sameDigest(row.companion_hash, tokenHash(companion));
  if (row.bound && !accompanied) return null;
  const binds = accompanied && !row.bound;
  if (binds || row.last_seen_at + SEEN_EVERY_MS <= now) {
    const seen = context.db
      .updateTable('sessions')
      .set({ last_seen_at: now, bound: accompanied ? 1 : row.bound })
      .where('id', '=', row.id)
      .execute();
    await sideWrite(seen);
  }
  return { id: row.id, userId: row.user_id, customerId: row.customer_id, role: row.role };
}
