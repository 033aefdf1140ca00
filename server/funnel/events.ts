import type { InferOutput } from 'valibot';
import type { StateReached } from '#contract/events.ts';
import type { Language } from '#domain/constants.ts';
import type { ServerContext } from '../platform/context.ts';

/** Stores one measured event. */
export async function recordEvent(
  { db, now }: ServerContext,
  { family, state, at }: InferOutput<typeof StateReached>,
  language: Language | null,
): Promise<void> {
  await db
    .insertInto('events')
    .values({ family, state, language, reached_at: Date.parse(at), created_at: now() })
    .execute();
}
