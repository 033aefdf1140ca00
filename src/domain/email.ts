/**
 * An address as mail servers and accounts know it: an international domain in punycode, by the browser's own rules
 * (UTS 46). An address that has none, or no domain at all, stays as it is.
 */
export function asciiEmail(email: string): string {
  const [, local, host = ''] = /^(.*@)([^@]+)$/u.exec(email) ?? [];
  const ascii = /^\p{ASCII}*$/u.test(host) ? null : asciiHost(host);
  return ascii === null ? email : `${local}${ascii}`;
}

/** Only letters and signs of a domain reach the reader of addresses, which would take ports and paths too. */
function asciiHost(host: string): string | null {
  if (!/^[a-z0-9.\-\u0080-\u{10ffff}]+$/iu.test(host)) return null;
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return null;
  }
}

/**
 * The first letter before the @ that mail cannot be sent to, accents and all; null where there is none, or no @. White
 * space of any kind is no letter.
 */
export function foreignLetter(email: string): string | null {
  const [, local = ''] = /^(.*)@/su.exec(email.normalize('NFC')) ?? [];
  return /.\p{M}+|[^\p{ASCII}\s]/u.exec(local)?.[0] ?? null;
}
