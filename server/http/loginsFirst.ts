import { setTimeout as wait } from 'node:timers/promises';
import type { MiddlewareHandler, Context as Request } from 'hono';
import { auditPace } from '../platform/audit.ts';
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
  { config, passwords, metrics }: Pick<ServerContext, 'config' | 'passwords' | 'metrics'>,
  rates = defaults,
): MiddlewareHandler {
  const paths = new Pace(rates.path);
  const networks = new Pace(rates.network);
  const changes = new Pace(rates.changes);
  /** The milliseconds to wait, by the limit that they are for. */
  const turnsOf = ({ req }: Request, network: string): Record<string, number | null> => {
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (req.method === 'OPTIONS' || (isRead && !passwords.isBusy())) return {};
    const now = performance.now();
    if (!isRead) {
      return network === LOOPBACK && !config.limitsNetwork ? {} : { 'network-changes': changes.take(network, now) };
    }
    const turn = { 'network-path': paths.take(`${network} ${req.path}`, now) };
    // A health check must not wait for what others read.
    return isHealthPath(req.path) ? turn : { ...turn, 'network-reads': networks.take(network, now) };
  };
  return async (request, next) => {
    const network = networkOf(clientOf(request, config).address);
    const turns = turnsOf(request, network);
    const limit = Object.keys(turns).find((name) => turns[name] === null);
    if (limit) {
      auditPace({ config, metrics }, { method: request.req.method, network, limit });
      return errorResponse(request, config, apiError('tooManyAttempts', { retryAfter: 5 }));
    }
    const delay = Math.max(0, ...Object.values(turns).map(Number));
    if (delay > 0) await wait(delay);
    return next();
  };
}
