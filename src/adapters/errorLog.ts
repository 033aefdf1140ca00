const written = new WeakSet<object>();

/**
 * Writes an error that nobody expected to the console, once, so that its cause can be found. What may be a token is
 * struck out: the query of an address, and any long run of letters and digits.
 */
export function logUnexpected(error: unknown): void {
  if (typeof error === 'object' && error !== null) {
    if (written.has(error)) return;
    written.add(error);
  }
  const { name, message, stack } = error instanceof Error ? error : new Error('Something that is no error was thrown');
  // biome-ignore lint/suspicious/noConsole: nobody else would learn of it
  console.error(withoutSecrets(`${name}: ${message}`), `\n${withoutSecrets(stack ?? '')}`);
}

const withoutSecrets = (text: string): string => text.replace(/[?#][^\s)'"]*/g, '?…').replace(/[\w-]{32,}/g, '…');
