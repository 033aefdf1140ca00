import { StoreUnavailable } from '../store/errors.ts';

/**
 * One line of the log: JSON on standard error. Names, counts and route templates only: no address that
 * was asked (tokens stand in it), no body, no value that a person has typed.
 */
export function log(event: string, facts: Readonly<Record<string, string | number>> = {}): void {
  process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), event, ...facts })}\n`);
}

/** An error that nobody expected, with its place in the code. */
export function logError(event: string, error: unknown, facts: Readonly<Record<string, string>> = {}): void {
  if (!(error instanceof Error)) {
    log(event, { ...facts, error: typeof error });
    return;
  }
  // The first line of a stack is the message, which may repeat a value.
  const stack = (error.stack ?? '').split('\n').slice(1, 6).join(' | ');
  log(event, { ...fixedWords(error), ...facts, error: error.constructor.name, stack });
}

/** What an error says in words that no request can have put there: a reason of ours, a code of the system. */
function fixedWords(error: Error): Record<string, string> {
  if (error instanceof StoreUnavailable) return { reason: error.reason };
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? { code } : {};
}

/** Values of requests that one kind of line is logged for; strangers choose them, so there is an end to it. */
const MAX_ONCE = 100;

/** Answers whether a value is seen for the first time, for what is logged once for each. */
export function once(): (value: string) => boolean {
  const seen = new Set<string>();
  return (value) => {
    if (seen.has(value) || seen.size >= MAX_ONCE) return false;
    seen.add(value);
    return true;
  };
}
