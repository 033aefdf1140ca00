import * as v from 'valibot';
import { call } from './call.ts';
import { Instant } from './fields.ts';

const Name = v.pipe(v.string(), v.regex(/^[\w.]{1,100}$/));

/**
 * What is measured after consent: which state of which family a visitor reached, and when. It contains no identity and
 * no input.
 */
export const StateReached = v.object({ family: Name, state: Name, at: Instant });
export type StateReached = v.InferOutput<typeof StateReached>;

/** Additive: the first-party endpoint for such events. */
export const recordEvent = call({
  method: 'post',
  path: '/events',
  body: StateReached,
  answers: { 202: v.object({}) },
});
