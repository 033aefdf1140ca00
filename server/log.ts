/**
 * One line of the log: JSON on standard error. Names, counts and route templates only: no address that
 * was asked (tokens stand in it), no body, no value that a person has typed.
 */
export function log(event: string, facts: Readonly<Record<string, string | number>> = {}): void {
  process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), event, ...facts })}\n`);
}

/** An error that nobody expected, with its place in the code. */
export function logError(event: string, error: unknown, facts: Readonly<Record<string, string>> = {}): void {
  const { name, stack } = error instanceof Error ? error : { name: 'unknown', stack: '' };
  // The first line of a stack is the message, which may repeat a value.
  log(event, { ...facts, error: name, stack: (stack ?? '').split('\n').slice(1, 6).join(' | ') });
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
