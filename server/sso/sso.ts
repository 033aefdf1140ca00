import type { Context as Request } from 'hono';
import { type SsoProvider, ssoProviders } from '#domain/constants.ts';
import { API_PATH } from '#domain/hosts.ts';
import { localeTag } from '#domain/locale.ts';
import { prefersJson } from '../http/errorPage.ts';
import { apiError } from '../http/errors.ts';
import { errorResponse, limitBody } from '../http/guards.ts';
import { readRequestContext } from '../http/requestContext.ts';
import type { App } from '../http/serve.ts';
import { visitorLanguage } from '../http/visitorLanguage.ts';
import { byNetwork, counted, returnAttempts } from '../login/applyLimits.ts';
import { limits } from '../login/limits.ts';
import { ssoMessages } from '../messages/sso.ts';
import { auditSignOn } from '../platform/audit.ts';
import type { Config } from '../platform/config.ts';
import type { ServerContext } from '../platform/context.ts';
import { type Arrival, arrive } from './arrival.ts';
import { type Clients, callbackPath, createClients, newProof } from './clients.ts';
import { beginFlow, type Journey, type Purpose, purposeOf, storeNames, takeFlow } from './flow.ts';
import { identityOf, namesOf } from './identity.ts';
import { mountLocalProviders } from './local/local.ts';
import { redirectTo, ssoReturns } from './returns.ts';

/** Error codes by which providers report that the visitor cancelled. */
const cancellationCodes: readonly (string | null)[] = [
  'access_denied',
  'user_cancelled_authorize',
  'user_cancelled_login',
  'consent_required',
];

/** What a sign-on needs: the offered providers, and the ways back to the app. */
type Sso = { context: ServerContext; clients: Clients; returns: ReturnType<typeof ssoReturns> };

/**
 * §7 single sign-on, by browser navigation: from login or sign-up to the provider, and back. Mounted before the guards
 * of the other API calls, because Apple returns by a form on its own site.
 */
export function mountSso(app: App, context: ServerContext): void {
  const { config } = context;
  const local = config.mode === 'local' ? mountLocalProviders(app, config) : {};
  const clients = createClients(config, { ...local, ...config.sso });
  const sso: Sso = { context, clients, returns: ssoReturns(context) };

  const atProvider = (answer: (request: Request, provider: SsoProvider) => Promise<Response>) => (request: Request) => {
    const provider = ssoProviders.find((known) => known === request.req.param('provider'));
    if (provider && clients.isOffered(provider)) return answer(request, provider);
    return errorResponse(request, config, apiError('tokenInvalid', { message: ssoMessages.notOffered }));
  };
  const connect = (purpose: Purpose) =>
    atProvider((request, provider) => goToProvider(sso, request, provider, purpose));
  app.get(`${API_PATH}/sso/connect/:provider`, connect('login'));
  app.get(`${API_PATH}/registrations/sso/:provider/connect`, connect('registration'));
  app.get(
    callbackPath(':provider'),
    atProvider((request, provider) => comeBack(sso, request, provider)),
  );
  app.post(
    callbackPath(':provider'),
    limitBody(config),
    atProvider((request, provider) => comeBackByForm(context, request, provider)),
  );
}

async function goToProvider(
  { context, clients, returns }: Sso,
  request: Request,
  provider: SsoProvider,
  purpose: Purpose,
): Promise<Response> {
  const { config } = context;
  const home = atPublicUrl(request, config);
  if (home !== null) return request.redirect(home, 302);
  const requestContext = readRequestContext(request, config);
  const language = visitorLanguage(request, config);
  const journey: Journey = { provider, purpose, language, invitation: invitationOf(request) };
  try {
    const counts = byNetwork(context, limits.networkSso, requestContext);
    // A provider that is away uses up nothing: no flow has begun.
    const address = await counted(context, counts, async (taken) => {
      const proof = newProof();
      const there = await clients.addressOf(provider, proof, localeTag(language));
      await beginFlow(context, requestContext, journey, { proof, counted: taken });
      return there;
    });
    return redirectTo(request, requestContext, address.href);
  } catch (error) {
    return returns.afterError({ request, requestContext, journey }, error);
  }
}

/**
 * The address of a request for another of our hosts at PUBLIC_URL; null at home. The provider leads back to PUBLIC_URL,
 * so the cookie of a sign-on has to be there. `moved`: once only, because a proxy may not pass on the host.
 */
function atPublicUrl(request: Request, { publicUrl }: Config): string | null {
  const here = new URL(request.req.url);
  const home = new URL(here.pathname + here.search, publicUrl);
  if (here.host === home.host || here.searchParams.has('moved')) return null;
  home.searchParams.set('moved', 'true');
  return home.href;
}

async function comeBack(
  { context, clients, returns }: Sso,
  request: Request,
  provider: SsoProvider,
): Promise<Response> {
  const { config } = context;
  const requestContext = readRequestContext(request, config);
  const answer = new URL(request.req.url).searchParams;
  // Stryker disable next-line StringLiteral: no flow has another state either
  const state = answer.get('state') ?? '';
  let journey: Journey = {
    provider,
    purpose: 'login',
    language: visitorLanguage(request, config),
    invitation: null,
  };
  try {
    const known = await purposeOf(context, state);
    journey = { ...journey, ...(known ?? { language: await returns.languageOf(request, requestContext) }) };
    const flow = await takeFlow(context, requestContext, provider, state);
    if (!flow) {
      auditSignOn(context, requestContext, { provider, outcome: 'over' });
      if (prefersJson(request)) return errorResponse(request, config, apiError('tokenInvalid'));
      return returns.withMessage({ request, requestContext, journey }, ssoMessages.over);
    }
    journey = flow;
    if (cancellationCodes.includes(answer.get('error'))) {
      auditSignOn(context, requestContext, { provider, outcome: 'cancelled' });
      return returns.withMessage({ request, requestContext, journey }, ssoMessages.refused);
    }
    const claims = await clients.redeem(provider, answer, flow.proof);
    const identity = identityOf(provider, claims, flow.names);
    const arriving = readRequestContext(request, config);
    const arrival = await arrive(context, arriving, identity, flow);
    // Not before: the cookie of a session that could not be opened would take the place of another one's.
    for (const line of arriving.cookies) requestContext.setCookie(line);
    const user = userOf(arrival);
    auditSignOn(context, requestContext, { provider, outcome: arrival.kind, user });
    const isLogin = arrival.kind === 'session' || arrival.kind === 'challenge';
    if (isLogin) await returnAttempts(context.db, flow.counted);
    return returns.toArrival({ request, requestContext, journey }, arrival);
  } catch (error) {
    return returns.afterError({ request, requestContext, journey }, error);
  }
}

/** Apple's form comes from its own site, without our cookie; the browser then repeats the request itself. */
async function comeBackByForm(context: ServerContext, request: Request, provider: SsoProvider): Promise<Response> {
  const form: Record<string, unknown> = await request.req.parseBody().catch(() => ({}));
  const names = namesOf(form['user']);
  if (names) await storeNames(context, String(form['state']), names);
  const address = new URL(callbackPath(provider), context.config.publicUrl);
  for (const name of ['code', 'state', 'iss', 'error']) {
    const value = form[name];
    if (typeof value === 'string') address.searchParams.set(name, value);
  }
  return request.redirect(address.href, 303);
}

/** The user who has logged in, or is about to. */
const userOf = (arrival: Arrival): number | undefined => {
  if (arrival.kind === 'session') return Number(arrival.session.user_id);
  return arrival.kind === 'challenge' ? arrival.userId : undefined;
};

/** The invitation that the visitor comes from; null for an invalid value. */
const invitationOf = (request: Request): string | null =>
  request.req.query('invitation')?.match(/^[\w-]{20,64}$/)?.[0] ?? null;
