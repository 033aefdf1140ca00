/**
 * An address in the form used by mail servers and accounts: an international domain in punycode, by the browser's own
 * rules (UTS 46). An address without a valid domain is returned unchanged.
 */
export function asciiEmail(email: string): string {
  const [, local, host = ''] = /^(.*@)([^@]+)$/u.exec(email) ?? [];
  const ascii = /^\p{ASCII}*$/u.test(host) ? null : asciiHost(host);
  return ascii === null ? email : `${local}${ascii}`;
}

/** The URL parser gets only characters of a domain, because it would accept ports and paths too. */
function asciiHost(host: string): string | null {
  if (!/^[a-z0-9.\-\u0080-\u{10ffff}]+$/iu.test(host)) return null;
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return null;
  }
}

/**
 * The first character before the @ that mail servers may not accept, with its accents; null if there is none, or no @.
 * Whitespace does not count.
 */
export function unsupportedCharacter(email: string): string | null {
  const [, local = ''] = /^(.*)@/su.exec(email.normalize('NFC')) ?? [];
  return /.\p{M}+|[^\p{ASCII}\s]/u.exec(local)?.[0] ?? null;
}
