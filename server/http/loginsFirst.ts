import { setTimeout as wait } from 'node:timers/promises';
import type { MiddlewareHandler, Context as Request } from 'hono';
import type { ServerContext } from '../platform/context.ts';
import { clientOf } from './client.ts';
import { apiError } from './errors.ts';
import { errorResponse } from './guards.ts';
import { isHealthPath } from './listen.ts';
import { Pace, type Rate } from './pace.ts';
import { LOOPBACK, networkOf } from './requestContext.ts';

/** Far more than a page or an office needs; one path takes a twentieth of a core at most. */
const defaults: Record<'path' | 'network' | 'changes', Rate> = {
  path: { perSecond: 200, burst: 300, maxWaitMs: 5_000 },
  /** All paths together, for a network that varies them. */
  network: { perSecond: 500, burst: 1_500, maxWaitMs: 5_000 },
  /** A third of what a disk with a slow sync can take. */
  changes: { perSecond: 50, burst: 100, maxWaitMs: 5_000 },
};

/**
 * Spreads the requests of one network over time, so that they slow no login down: reads while passwords are being
 * hashed, which takes most of a core; changes always, because a login waits for those that have reached the database
 * before it. It does not depend on a session, since anyone may read and start a sign-up. The response is 429 if the
 * wait would be too long.
 */
export function loginsFirst(
  { config, passwords }: Pick<ServerContext, 'config' | 'passwords'>,
  rates = defaults,
): MiddlewareHandler {
  const paths = new Pace(rates.path);
  const networks = new Pace(rates.network);
  const changes = new Pace(rates.changes);
  const turnsOf = (request: Request): (number | null)[] => {
    const { method, path } = request.req;
    const isRead = method === 'GET' || method === 'HEAD';
    if (method === 'OPTIONS' || (isRead && !passwords.isBusy())) return [];
    const network = networkOf(clientOf(request, config).address);
    const now = performance.now();
    if (!isRead) return network === LOOPBACK && !config.limitsNetwork ? [] : [changes.take(network, now)];
    const turn = paths.take(`${network} ${path}`, now);
    // A health check must not wait for what others read.
    return isHealthPath(path) ? [turn] : [turn, networks.take(network, now)];
  };
  return async (request, next) => {
    const turns = turnsOf(request);
    if (turns.includes(null)) return errorResponse(request, config, apiError('tooManyAttempts', { retryAfter: 5 }));
    const delay = Math.max(0, ...turns.map(Number));
    if (delay > 0) await wait(delay);
    return next();
  };
}
