import type { Limit } from '#server/http/throttle.ts';
import { tokenHash } from '#server/platform/secrets.ts';
import type { TestServer } from './server.ts';

/** Uses up a limit but for the last `left` attempts, as many requests would. */
export async function useUp(
  { context: { db, now } }: TestServer,
  limit: Limit,
  subject: string,
  left = 0,
): Promise<void> {
  const bucket = `${limit.name}:${tokenHash(subject)}`;
  await db
    .insertInto('throttles')
    .values({ bucket, count: limit.max - left, window_ends_at: now() + limit.windowMs })
    .execute();
}
