import { isLoopback } from './hosts.ts';

/** Name of the frame of a hosted page, by which its window is found. */
export const BANK_FRAME = 'bank';

/**
 * The address of a hosted page, if it may be shown in the frame: https (http only on the local machine), from one of the
 * allowed origins; a path is one of the API, whose origin is the first. Null for anything else, including 'javascript:'
 * and 'data:'.
 */
export function bankAddress(address: string, origins: readonly string[]): string | null {
  const api = /^\/(?!\/)/.test(address) ? origins[0] : undefined;
  if (!URL.canParse(address, api)) return null;
  const { protocol, hostname, origin, href } = new URL(address, api);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
  return isSafe && origins.includes(origin) ? href : null;
}
