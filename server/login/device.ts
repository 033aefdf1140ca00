import * as v from 'valibot';
import { cookieNames, DeviceCookie } from '#contract/browser.ts';
import { DEVICE_COOKIE_DAYS } from '#domain/constants.ts';
import type { RequestContext } from '../http/requestContext.ts';
import type { ServerContext } from '../platform/context.ts';
import { DAY_MS } from '../platform/durations.ts';
import { newToken, tokenHash } from '../platform/secrets.ts';
import type { Tx } from '../store/schema.ts';

/** Beyond this number a user's oldest device is deleted. */
const MAX_DEVICES = 100;

/** Remembers the device for thirty days: its fingerprint replaces the code, for this user only. */
export async function rememberDevice({ now }: ServerContext, tx: Tx, userId: number): Promise<string> {
  const fingerprint = newToken();
  await tx
    .insertInto('devices')
    .values({
      user_id: userId,
      fingerprint_hash: tokenHash(fingerprint),
      created_at: now(),
      expires_at: now() + DEVICE_COOKIE_DAYS * DAY_MS,
    })
    .execute();
  const latest = tx
    .selectFrom('devices')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(MAX_DEVICES);
  await tx.deleteFrom('devices').where('user_id', '=', userId).where('id', 'not in', latest).execute();
  return fingerprint;
}

/** The remembered device of the request, if it belongs to this user. */
export async function knownDevice(
  { db, now }: ServerContext,
  requestContext: RequestContext,
  userId: number,
): Promise<number | null> {
  const fingerprints = fingerprintsOf(requestContext);
  // Stryker disable next-line ConditionalExpression: an empty list is an error in PostgreSQL only
  if (fingerprints.length === 0) return null;
  const device = await db
    .selectFrom('devices')
    .select('id')
    .where('fingerprint_hash', 'in', fingerprints.map(tokenHash))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now())
    .executeTakeFirst();
  return device?.id ?? null;
}

/** What counts the wrong passwords of a remembered device. */
export const deviceSubject = (device: number): string => `device ${device}`;

const MAX_FINGERPRINTS = 10;
const StoredDevice = v.pipe(v.string(), v.parseJson(), DeviceCookie);

/**
 * The device's cookie on the same site (§3: {fingerprint}), or its header for an API on another site. A cookie of the
 * same name that another site has set on our path or domain may come first, and must not hide ours.
 */
function fingerprintsOf({ cookieValues, header }: RequestContext): string[] {
  const fromHeader = header('X-Device');
  if (fromHeader) return [fromHeader];
  return cookieValues(cookieNames.device)
    .map((value) => v.safeParse(StoredDevice, value))
    .filter((cookie) => cookie.success)
    .map(({ output }) => output.fingerprint)
    .slice(-MAX_FINGERPRINTS);
}
