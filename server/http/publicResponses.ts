import { setTimeout as wait } from 'node:timers/promises';
import type { Context as Request } from 'hono';
import type { Call, CallOutput, ParsedCallInput } from '#contract/call.ts';
import type { Language } from '#domain/constants.ts';
import { API_PATH } from '#domain/hosts.ts';
import type { ServerContext } from '../platform/context.ts';
import { countCall } from '../platform/metrics.ts';
import { encodingOf } from './compress.ts';
import { reject } from './errors.ts';
import { isNotModified } from './etag.ts';
import { respond, varyBy } from './headers.ts';
import { JSON_TYPE } from './json.ts';
import { Pace, type Rate } from './pace.ts';
import { type RequestContext, readRequestContext } from './requestContext.ts';
import { ResponseCache } from './responseCache.ts';
import { type App, errorReply, parsedInput, send } from './serve.ts';

/** These responses change with a release only, so pages may keep them for a few minutes. */
const CACHE_SECONDS = 300;
/** Room for the lists of all countries in all languages, compressed. */
const MAX_BYTES = 16 * 1024 * 1024;
/** How many responses are computed while passwords are being hashed; each takes tens of milliseconds. */
const defaults: Record<'network' | 'total', Rate> = {
  network: { perSecond: 2, burst: 20, maxWaitMs: 5_000 },
  total: { perSecond: 5, burst: 50, maxWaitMs: 5_000 },
};

/**
 * A response that everyone gets in a language: what it depends on, in a canonical form, so that two ways to write one
 * query are computed once; and how it is computed.
 */
type PublicResponse<C extends Call> = {
  dependsOn: unknown;
  read: (language: Language) => Promise<CallOutput<C>>;
};

/**
 * Mounts calls whose responses are the same for everyone. A response is computed once for each version of its
 * data, and then sent from memory; a client that has it already gets 304 without any of that.
 */
export function publicResponses(
  app: App,
  { config, passwords, metrics }: Pick<ServerContext, 'config' | 'passwords' | 'metrics'>,
  version: () => Promise<string>,
  rates = defaults,
) {
  const cache = new ResponseCache(MAX_BYTES, () => !passwords.isBusy());
  const networks = new Pace(rates.network);
  const total = new Pace(rates.total);

  /** Logins go first; see loginsFirst.ts. */
  async function waitForTurn({ network }: RequestContext): Promise<void> {
    if (!passwords.isBusy()) return;
    const now = performance.now();
    const turnOf = (pace: Pace, key: string) => pace.take(key, now) ?? reject('unavailable', { retryAfter: 5 });
    const own = turnOf(networks, network);
    // A network that has used up its own turns takes none from the others.
    const shared = turnOf(total, '');
    await wait(Math.max(own, shared));
  }

  async function publicResponse<C extends Call>(
    request: Request,
    requestContext: RequestContext,
    call: C,
    { dependsOn, read }: PublicResponse<C>,
  ): Promise<Response> {
    const { language } = requestContext;
    const key = JSON.stringify([await version(), call.path, language, dependsOn]);
    const encoding = encodingOf(request.req.header('Accept-Encoding'));
    const known = request.req.header('If-None-Match');
    const headers = (etag: string) => ({ 'Cache-Control': `private, max-age=${CACHE_SECONDS}`, ETag: etag });
    const unchanged = (etag: string) => respond(request, null, 304, headers(etag));
    varyBy(request, 'X-Language');

    const kept = cache.etagOf(key);
    if (kept && isNotModified(known, kept)) return unchanged(kept);
    const body = await cache.body(key, encoding, async () => JSON.stringify((await read(language)).data), {
      network: requestContext.network,
      pace: () => waitForTurn(requestContext),
    });
    if (isNotModified(known, body.etag)) return unchanged(body.etag);
    return respond(request, body.bytes, 200, {
      ...headers(body.etag),
      'Content-Type': JSON_TYPE,
      ...(body.encoding && { 'Content-Encoding': body.encoding }),
    });
  }

  return <C extends Call>(call: C, responseTo: (input: ParsedCallInput<C>) => PublicResponse<C>): void => {
    app.get(API_PATH + call.path, async (request) => {
      const began = performance.now();
      const requestContext = readRequestContext(request, config);
      const response = await parsedInput(request, call)
        .then((input) => publicResponse(request, requestContext, call, responseTo(input)))
        .catch((error) => send(request, errorReply(error, requestContext, call)));
      countCall(metrics, call, { status: response.status, body: null }, (performance.now() - began) / 1000);
      return response;
    });
  };
}
