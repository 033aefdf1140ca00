/** The Idempotency-Key of one attempt; `answered` says that the outcome is known. */
export type RepeatKey = { key: string; answered: () => void };

/**
 * Keys that make a repeat safe: the same call with the same body keeps its key until an answer
 * arrives, so that pressing a button again after a lost answer never does a thing twice.
 * Bodies are held as digests only.
 */
export function repeatKeys() {
  const open = new Map<string, string>();

  return {
    async of(address: string, body: unknown): Promise<RepeatKey> {
      const fingerprint = await digest(`${address} ${JSON.stringify(body) ?? ''}`);
      const key = open.get(fingerprint) ?? crypto.randomUUID();
      open.set(fingerprint, key);
      return { key, answered: () => open.delete(fingerprint) };
    },
  };
}

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
