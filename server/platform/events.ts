import type { InferOutput } from 'valibot';
import type { StateReached } from '#contract/events.ts';
import type { ServerContext } from './context.ts';

/** Stores one measured event. */
export async function recordEvent(
  { db, now }: ServerContext,
  { family, state, at }: InferOutput<typeof StateReached>,
): Promise<void> {
  await db
    .insertInto('events')
    .values({ family, state, reached_at: Date.parse(at), created_at: now() })
    .execute();
}
