import { isLoopback } from './hosts.ts';

/**
 * Whether a hosted page may be shown in the frame: https (http only on the local machine), from one of the allowed
 * origins. Anything else, including 'javascript:' and 'data:', is rejected.
 */
export function isBankAddress(address: string, origins: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, origin } = new URL(address);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
  return isSafe && origins.includes(origin);
}
