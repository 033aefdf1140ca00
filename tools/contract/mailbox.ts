import { setTimeout as wait } from 'node:timers/promises';
import type { Fetch } from './client.ts';

const WAIT_MS = 5_000;
const PAUSE_MS = 50;

/** Reads the mails of the server: a code or the token of a link, from the next mail to an address; null if none comes. */
export type Mailbox = {
  code: (to: string) => Promise<string | null>;
  linkToken: (to: string, parameter: string) => Promise<string | null>;
};

/**
 * Mails as `<address>?to=` lists them, newest first: `[{"text": "…"}]`. The inbox of the reference server in local mode
 * has that shape; where it is missing, no mail comes.
 */
export function mailboxAt(address: string | null, fetch: Fetch): Mailbox {
  const read = new Map<string, number>();
  const next = async (to: string): Promise<string> => {
    const seen = read.get(to) ?? 0;
    for (let waited = 0; address !== null && waited < WAIT_MS; waited += PAUSE_MS) {
      const mails = await listed(address, to, fetch);
      if (mails === null) return '';
      if (mails.length > seen) {
        read.set(to, mails.length);
        return mails[0]?.text ?? '';
      }
      await wait(PAUSE_MS);
    }
    return '';
  };
  return {
    code: async (to) => /^\s*(\d{6})\s*$/m.exec(await next(to))?.[1] ?? null,
    linkToken: async (to, parameter) => new RegExp(`[?&]${parameter}=([^&\\s]+)`).exec(await next(to))?.[1] ?? null,
  };
}

async function listed(address: string, to: string, fetch: Fetch): Promise<{ text: string }[] | null> {
  try {
    const answer = await fetch(new Request(`${address}?to=${encodeURIComponent(to)}`));
    return answer.ok ? ((await answer.json()) as { text: string }[]) : null;
  } catch {
    return null;
  }
}
