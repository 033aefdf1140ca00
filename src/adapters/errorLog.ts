const written = new WeakSet<object>();

/**
 * Logs an unexpected error to the console, once, so that its cause can be found. Possible tokens are removed: the query
 * of an address, and any long run of letters and digits.
 */
export function logUnexpected(error: unknown): void {
  if (typeof error === 'object' && error !== null) {
    if (written.has(error)) return;
    written.add(error);
  }
  const { name, message, stack } = error instanceof Error ? error : new Error('Something that is no error was thrown');
  // biome-ignore lint/suspicious/noConsole: the console is where unexpected errors are reported
  console.error(withoutSecrets(`${name}: ${message}`), `\n${withoutSecrets(stack ?? '')}`);
}

const withoutSecrets = (text: string): string => text.replace(/[?#][^\s)'"]*/g, '?…').replace(/[\w-]{32,}/g, '…');
