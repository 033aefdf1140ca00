import { hostName, isLoopback } from '#domain/hosts.ts';
import { isStripe } from '../platform/bankSettings.ts';
import type { Config } from '../platform/config.ts';

/** The third origin of the local test bank; browsers resolve every name under localhost to loopback. */
export const INNER_BANK_HOST = 'bank.localhost';

/** An IP address cannot be rebound by a foreign DNS name. */
const isAddress = (name: string): boolean => name.startsWith('[') || /^\d+(\.\d+){3}$/.test(name);

/** Hosts that the operator has configured: the public address, HOST, and the host tables of the settings. */
function configuredHosts({ publicUrl, host, settings: { hosts } }: Config): ReadonlySet<string> {
  const bases = Object.values(hosts.api).filter((base) => URL.canParse(base));
  const names = [...Object.keys(hosts.api), ...Object.entries(hosts.com).flat(), ...(host ? [host] : [])];
  return new Set([...[publicUrl, ...bases].map((base) => new URL(base).host), ...names].map(hostName));
}

/** Whether a Host header names this server; in local mode any address of this machine does, on any port. */
export function isServedAt(config: Config): (host: string) => boolean {
  const configured = configuredHosts(config);
  const isLocal = config.mode === 'local';
  const bankHost = isStripe(config.bank) ? hostName(new URL(config.bankUrl).host) : null;
  return (host) => {
    const name = hostName(host);
    return (
      configured.has(name) ||
      name === bankHost ||
      isLoopback(name) ||
      (isLocal && (isAddress(name) || name === INNER_BANK_HOST))
    );
  };
}

/** Origins of pages that may call the API: the public address and the configured hosts, which use https. */
export const pageOrigins = (config: Config): ReadonlySet<string> =>
  new Set([config.publicUrl, ...[...configuredHosts(config)].map((host) => `https://${host}`)]);

/** A page on this machine, at whatever port, is our own as well; except the bank's, which has its own host. */
export function isOwnMachine(origin: string, host: string, { mode, bankUrl }: Config): boolean {
  if (!URL.canParse(origin) || origin === bankUrl || new URL(origin).host !== host) return false;
  const name = hostName(host);
  return isLoopback(name) || (mode === 'local' && isAddress(name));
}
