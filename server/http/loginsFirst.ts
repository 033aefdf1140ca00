import { setTimeout as wait } from 'node:timers/promises';
import type { MiddlewareHandler } from 'hono';
import type { ServerContext } from '../platform/context.ts';
import { clientOf } from './client.ts';
import { errorResponse } from './guards.ts';
import { addHeaders } from './headers.ts';
import { isHealthPath } from './listen.ts';
import { Pace, type Rate } from './pace.ts';
import { networkOf } from './requestContext.ts';

/** Far above what a page or an office needs, and a twentieth of a core for one path at most. */
const defaults: Record<'path' | 'network', Rate> = {
  path: { perSecond: 200, burst: 300, maxWaitMs: 5_000 },
  /** All paths together, for a network that varies them. */
  network: { perSecond: 500, burst: 1_500, maxWaitMs: 5_000 },
};

/**
 * While passwords are being hashed, which takes most of a core, the reads of one network are spread over time, so that
 * reading slows no login down. Anyone may read, so this does not depend on a session. 429 where the wait is too long.
 */
export function loginsFirst(
  { config, passwords }: Pick<ServerContext, 'config' | 'passwords'>,
  rates = defaults,
): MiddlewareHandler {
  const paths = new Pace(rates.path);
  const networks = new Pace(rates.network);
  return async (request, next) => {
    const { method, path } = request.req;
    if ((method !== 'GET' && method !== 'HEAD') || !passwords.isBusy()) return next();
    const network = networkOf(clientOf(request, config).address);
    const now = performance.now();
    const turns = [paths.take(`${network} ${path}`, now)];
    // A health check must not wait for what others read.
    if (!isHealthPath(path)) turns.push(networks.take(network, now));
    if (turns.includes(null)) {
      addHeaders(request, { 'Retry-After': '5' });
      return errorResponse(request, config, 'tooManyAttempts', 429);
    }
    const delay = Math.max(...turns.map(Number));
    if (delay > 0) await wait(delay);
    return next();
  };
}
