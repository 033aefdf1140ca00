import type { OpenSession as SessionOnTheWire } from '#contract/account.ts';
import type { Language } from '#domain/constants.ts';
import { isValidSession, type OpenSession } from '../login/sessions.ts';
import type { ServerContext } from '../platform/context.ts';
import { deviceName } from './deviceName.ts';

/** A user's valid sessions: the current one first, then by last use. */
export async function sessionsOf(
  { db, now }: ServerContext,
  { id: currentId, userId }: OpenSession,
  language: Language,
): Promise<SessionOnTheWire[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where(isValidSession(now()))
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
