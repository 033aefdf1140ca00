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
