import { BlockList, isIP } from 'node:net';
import { ConfigError, type Environment, text } from '../platform/environment.ts';

/** Stands for the loopback addresses. */
const LOOPBACK = 'loopback';
const LOOPBACK_RANGES = ['127.0.0.0/8', '::1'];

/**
 * TRUSTED_PROXIES: addresses and ranges, separated by commas or spaces. By default production trusts this machine,
 * where the proxy most likely runs, and local mode trusts none.
 */
export function trustedProxies(env: Environment, isProduction: boolean): BlockList {
  const entries = text(env, 'TRUSTED_PROXIES')?.split(/[\s,]/).filter(Boolean) ?? (isProduction ? [LOOPBACK] : []);
  const list = new BlockList();
  for (const [at, entry] of entries.entries()) {
    const ranges = entry === LOOPBACK ? LOOPBACK_RANGES : [entry];
    if (!ranges.every((range) => add(list, range))) {
      throw new ConfigError(
        `TRUSTED_PROXIES: entry ${at + 1} is neither an address nor a range such as 10.0.0.0/8 or 2001:db8::/32.`,
      );
    }
    if (/\/0+$/.test(entry)) {
      throw new ConfigError(
        `TRUSTED_PROXIES: entry ${at + 1} stands for every address, so each visitor could choose one; name the proxies.`,
      );
    }
  }
  return list;
}

/** Whether an address belongs to a trusted proxy; the zone of a link-local address is ignored. */
export function isTrusted(proxies: BlockList, address: string): boolean {
  const plain = address.replace(/%.*/, '');
  return proxies.check(plain, familyOf(plain));
}

function add(list: BlockList, range: string): boolean {
  const [, address = '', length] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(range) ?? [];
  const maxPrefix = isIP(address) === 6 ? 128 : 32;
  const prefix = Number(length ?? maxPrefix);
  if (isIP(address) === 0 || prefix > maxPrefix) return false;
  list.addSubnet(address, prefix, familyOf(address));
  return true;
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** An X-Forwarded-For entry, which may include a port, as an address; null if it is none. */
function hopAddress(text: string): string | null {
  const address = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return isIP(address) ? address : null;
}

/** The client's address, and the number of trusted proxies in between. */
export type Client = { address: string; hops: number };

/**
 * The first hop from the right that is not a trusted proxy: anything left of it can be forged. An invalid entry ends
 * the search at the proxy that forwarded it.
 */
export function findClient(peer: string, forwardedFor: string, proxies: BlockList): Client {
  const entries = listOf(forwardedFor);
  let address = peer;
  let hops = 0;
  while (isTrusted(proxies, address)) {
    hops += 1;
    const next = hopAddress(entries.pop() ?? '');
    if (next === null) break;
    address = next;
  }
  return { address, hops };
}

/**
 * The host that the client requested from the outermost trusted proxy; null without one. Each proxy adds one entry or
 * none.
 */
export function forwardedHost(header: string, { hops }: Client): string | null {
  const entries = listOf(header);
  return hops === 0 ? null : (entries.at(-Math.min(hops, entries.length)) ?? null);
}

const listOf = (header: string): string[] =>
  header
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
