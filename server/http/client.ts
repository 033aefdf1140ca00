import type { MiddlewareHandler, Context as Request } from 'hono';
import type { Config } from '../platform/config.ts';
import { log, onceADay } from '../platform/log.ts';
import { type Client, findClient, forwardedHost, isTrusted } from './trustedProxies.ts';

/** What the web server (or a test) provides about the connection. */
type Connection = { incoming?: { socket: { remoteAddress?: string } }; address?: string };

/** The remote end of the connection: a browser, or the proxy nearest to the server. */
function peerOf(request: Request): string {
  const { incoming, address } = (request.env ?? {}) as Connection;
  return address ?? incoming?.socket.remoteAddress ?? '127.0.0.1';
}

/** The client behind any trusted proxies. */
export const clientOf = (request: Request, { trustedProxies }: Config): Client =>
  findClient(peerOf(request), request.req.header('X-Forwarded-For') ?? '', trustedProxies);

/** The host that the client sent to a trusted proxy, if the proxy has not forwarded the Host header. */
export const forwardedHostOf = (request: Request, config: Config): string | null =>
  forwardedHost(request.req.header('X-Forwarded-Host') ?? '', clientOf(request, config));

const forwardedHeaders = ['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto'] as const;

/**
 * Warns the operator about a proxy that is not trusted, or names no visitor: all its visitors share one network limit.
 * A submission with Sec-Fetch-Site comes from a visitor's browser, not from a program on this machine.
 */
export function reportProxies(config: Config): MiddlewareHandler {
  const isNew = onceADay();
  const trusts = (address: string) => isTrusted(config.trustedProxies, address);
  return async (request, next) => {
    const { req } = request;
    const peer = peerOf(request);
    const header = forwardedHeaders.find((name) => req.header(name) !== undefined);
    if (header && !trusts(peer) && isNew(peer)) {
      log('forwarded header of an untrusted peer ignored', { header, peer, change: 'TRUSTED_PROXIES' });
    }
    const isSubmission = req.method !== 'GET' && req.header('Sec-Fetch-Site') !== undefined;
    if (isSubmission && trusts(clientOf(request, config).address) && isNew(peer)) {
      log('trusted proxy names no visitor', { peer, change: 'X-Forwarded-For, which the proxy has to send' });
    }
    return next();
  };
}
