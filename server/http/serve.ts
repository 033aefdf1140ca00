import type { Hono, Context as Request } from 'hono';
import * as v from 'valibot';
import type { Call, CallOutput, ParsedCallInput } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { API_PATH } from '#domain/hosts.ts';
import { cleanToken } from '#domain/invisible.ts';
import { byNetwork, countOrReject } from '../login/applyLimits.ts';
import { limits } from '../login/limits.ts';
import { type OpenSession, readSession } from '../login/sessions.ts';
import { audit } from '../platform/audit.ts';
import type { ServerContext } from '../platform/context.ts';
import { DAY_MS, MINUTE_MS } from '../platform/durations.ts';
import { logError } from '../platform/log.ts';
import { countCall } from '../platform/metrics.ts';
import { tokenHash } from '../platform/secrets.ts';
import { tracedCall } from '../platform/tracing.ts';
import { StoreUnavailable } from '../store/errors.ts';
import { type Answer, type Commit, committing } from './commit.ts';
import { ApiError, asApiError, errorBody, reject, rejectIssues, unexpectedError } from './errors.ts';
import { addHeaders, type ResponseVariables } from './headers.ts';
import { type Reply, runIdempotent, type SaveReply } from './idempotency.ts';
import { respondJson } from './json.ts';
import { type RequestContext, readRequestContext } from './requestContext.ts';

/** The Hono app; its handlers have access to the server context. */
export type App = Hono<{ Variables: { context: ServerContext } & ResponseVariables }>;

/** A request with the transaction that ends its call. */
export type CallContext = RequestContext & { commit: Commit };

/** Calls after login get the session. */
type CallContextFor<C extends Call> = C['session'] extends true ? CallContext & { session: OpenSession } : CallContext;

/** A response with one of the statuses that the contract allows for the call. */
export const answer = <const Status extends number, Data>(status: Status, data: Data) => ({ status, data });

/** Calls whose stored response is repeated for a minute, because it opens a session or has no data; others: a day. */
const storedBriefly: ReadonlySet<Call> = new Set<Call>([
  calls.login,
  calls.loginWithCode,
  calls.openRegistrationSession,
  calls.joinTeam,
  calls.acceptInvitation,
  calls.changePassword,
  calls.recordEvent,
]);

/**
 * Mounts one call of the contract: checks session, parameters and body, applies Idempotency-Key, sends the handler's
 * response, and converts what it throws to an error response.
 */
export function serve<C extends Call>(
  app: App,
  call: C,
  handle: (input: ParsedCallInput<C>, requestContext: CallContextFor<C>) => Promise<CallOutput<C>>,
): void {
  app.on(call.method, API_PATH + call.path, async (request) => {
    const began = performance.now();
    const context = request.get('context');
    const requestContext = readRequestContext(request, context.config);

    let session: OpenSession | null = null;
    const replyOf = (response: Answer | ApiError): Reply =>
      response instanceof ApiError
        ? errorReply(response, requestContext, call)
        : { status: response.status, body: response.data, cookies: requestContext.cookies, retryAfter: null };
    const work = async (saveReply?: SaveReply): Promise<Reply> => {
      const commit = committing(context.db, async (tx, response) => saveReply?.(tx, replyOf(response)));
      try {
        session = call.session ? await readSession(context, requestContext) : null;
        if (call.session && !session) reject('sessionExpired');
        const input = await parsedInput(request, call);
        return replyOf(await handle(input, { ...requestContext, commit, session } as unknown as CallContextFor<C>));
      } catch (error) {
        return errorReply(error, requestContext, call);
      }
    };
    const traced = { method: call.method.toUpperCase(), route: call.path, header: requestContext.header };
    const reply = await tracedCall(traced, () => repeatable(request, context, requestContext, call, work));
    audit(context, call, { requestContext, session, params: request.req.param() as Record<string, string> }, reply);
    countCall(context.metrics, call, reply, (performance.now() - began) / 1000);
    return send(request, reply);
  });
}

/** Applies the Idempotency-Key of a mutating call. */
async function repeatable(
  request: Request,
  context: ServerContext,
  requestContext: RequestContext,
  call: Call,
  work: (saveReply?: SaveReply) => Promise<Reply>,
): Promise<Reply> {
  const key = call.method === 'get' ? undefined : requestContext.header('Idempotency-Key');
  if (!key) return work();
  const scope = [call.method, request.req.path, tokenHash(requestContext.header('Authorization') ?? '')].join(' ');
  const ttlMs = storedBriefly.has(call) ? MINUTE_MS : DAY_MS;
  try {
    // A stored response is a row, so one network stores a limited number.
    await countOrReject(context, byNetwork(context, limits.networkKeys, requestContext));
    return await runIdempotent(context, { scope, key, body: await request.req.text(), ttlMs }, work);
  } catch (error) {
    return errorReply(error, requestContext, call);
  }
}

/** Parameters, query and body, parsed by the call's schemas; rejects with an error for each invalid field. */
export async function parsedInput<C extends Call>(request: Request, call: C): Promise<ParsedCallInput<C>> {
  const query = call.query && v.safeParse(call.query, request.req.query());
  if (query && !query.success) rejectIssues(query.issues);
  const body = call.body && v.safeParse(call.body, parseJson(await request.req.text()));
  if (body && !body.success) rejectIssues(body.issues);
  return { params: paramsOf(request), query: query?.output, body: body?.output } as unknown as ParsedCallInput<C>;
}

/** Path parameters: ids and tokens, which people copy from mails. */
const paramsOf = (request: Request): Record<string, string> =>
  Object.fromEntries(Object.entries(request.req.param()).map(([name, value]) => [name, cleanToken(value as string)]));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return reject('validation');
  }
}

/** The response to anything that a handler has thrown; without cookies, for the change that they belong to is undone. */
export function errorReply(error: unknown, requestContext: RequestContext, call: Call): Reply {
  const known = asApiError(error);
  if (!known || error instanceof StoreUnavailable)
    logError('handler failed', error, { call: `${call.method} ${call.path}` });
  const apiError = known ?? unexpectedError();
  return {
    status: apiError.status,
    body: errorBody(apiError, requestContext.language),
    cookies: [],
    retryAfter: apiError.retryAfter,
    limit: apiError.limit,
  };
}

/** Sends a response as JSON. */
export function send(request: Request, { status, body, cookies, retryAfter }: Reply): Promise<Response> {
  if (retryAfter !== null) addHeaders(request, { 'Retry-After': String(retryAfter) });
  return respondJson(request, body as object, status, cookies);
}
