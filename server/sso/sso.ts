import type { Context as Request } from 'hono';
import { type Language, type SsoProvider, ssoProviderNames, ssoProviders } from '#domain/constants.ts';
import { API_PATH } from '#domain/hosts.ts';
import { localeTag } from '#domain/locale.ts';
import type { Family } from '#domain/routes.ts';
import { prefersJson } from '../http/errorPage.ts';
import { asApiError, errorText } from '../http/errors.ts';
import { errorResponse, limitBody } from '../http/guards.ts';
import { pageAddress } from '../http/links.ts';
import { type RequestContext, readRequestContext } from '../http/requestContext.ts';
import type { App } from '../http/serve.ts';
import { visitorLanguage } from '../http/visitorLanguage.ts';
import { byNetwork, counted, limits, returnAttempts } from '../login/limits.ts';
import { readCookieSession } from '../login/sessions.ts';
import { userById } from '../login/user.ts';
import { ssoMessages } from '../messages/sso.ts';
import { type MessageDescriptor, translate } from '../messages/translate.ts';
import { auditSignOn } from '../platform/audit.ts';
import type { ServerContext } from '../platform/context.ts';
import { logError } from '../platform/log.ts';
import { type Arrival, arrive } from './arrival.ts';
import { callbackPath, codeOf, createClients, isUnreachable, newProof } from './clients.ts';
import { authCookie, twoFactorCookie } from './cookies.ts';
import { beginFlow, type Journey, type Purpose, purposeOf, storeNames, takeFlow } from './flow.ts';
import { flowCookies } from './flowCookies.ts';
import { identityOf, namesOf } from './identity.ts';
import { mountLocalProviders } from './local/local.ts';

/** Error codes by which providers report that the visitor cancelled. */
const cancellationCodes: readonly (string | null)[] = [
  'access_denied',
  'user_cancelled_authorize',
  'user_cancelled_login',
  'consent_required',
];

/**
 * §7 single sign-on, by browser navigation: from login or sign-up to the provider, and back. Mounted before the guards
 * of the other API calls, because Apple returns by a form on its own site.
 */
export function mountSso(app: App, context: ServerContext): void {
  const { config, db } = context;
  const local = config.mode === 'local' ? mountLocalProviders(app, config) : {};
  const clients = createClients(config, { ...local, ...config.sso });
  const offered = (request: Request): SsoProvider | null => {
    const provider = ssoProviders.find((known) => known === request.req.param('provider'));
    return provider && clients.isOffered(provider) ? provider : null;
  };

  const notOffered = (request: Request) => errorResponse(request, config, 'tokenInvalid', 404, ssoMessages.notOffered);

  const connect = (purpose: Purpose) => async (request: Request) => {
    const provider = offered(request);
    if (!provider) return notOffered(request);
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
      return handleError(request, requestContext, journey, error);
    }
  };
  app.get(`${API_PATH}/sso/connect/:provider`, connect('login'));
  app.get(`${API_PATH}/registrations/sso/:provider/connect`, connect('registration'));

  app.get(callbackPath(':provider'), async (request) => {
    const provider = offered(request);
    if (!provider) return notOffered(request);
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
      journey = { ...journey, ...(known ?? { language: await returnLanguage(request, requestContext) }) };
      const flow = await takeFlow(context, requestContext, provider, state);
      if (!flow) {
        auditSignOn(context, requestContext, { provider, outcome: 'over' });
        if (prefersJson(request)) return errorResponse(request, config, 'tokenInvalid', 404);
        return rejectWith(request, requestContext, journey, ssoMessages.over);
      }
      journey = flow;
      if (cancellationCodes.includes(answer.get('error'))) {
        auditSignOn(context, requestContext, { provider, outcome: 'cancelled' });
        return rejectWith(request, requestContext, flow, ssoMessages.refused);
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
      return redirectToArrival(request, requestContext, flow, arrival);
    } catch (error) {
      return handleError(request, requestContext, journey, error);
    }
  });

  // Apple's form comes from its own site, without our cookie; the browser then repeats the request itself.
  app.post(callbackPath(':provider'), limitBody(config), async (request) => {
    const provider = offered(request);
    if (!provider) return notOffered(request);
    const form: Record<string, unknown> = await request.req.parseBody().catch(() => ({}));
    const names = namesOf(form['user']);
    if (names) await storeNames(context, String(form['state']), names);
    const address = new URL(callbackPath(provider), config.publicUrl);
    for (const name of ['code', 'state', 'iss', 'error']) {
      const value = form[name];
      if (typeof value === 'string') address.searchParams.set(name, value);
    }
    return request.redirect(address.href, 303);
  });

  const redirectToArrival = (
    request: Request,
    requestContext: RequestContext,
    journey: Journey,
    arrival: Arrival,
  ): Response | Promise<Response> => {
    const page = (name: Family, query?: Record<string, string>) =>
      pageAddress(config.publicUrl, name, journey.language, query);
    switch (arrival.kind) {
      case 'session':
        requestContext.setCookie(authCookie(config, arrival.session));
        return redirectTo(request, requestContext, page('dashboard'));
      case 'challenge':
        requestContext.setCookie(twoFactorCookie(config, arrival));
        return redirectTo(request, requestContext, page('login2fa'));
      case 'registration':
        return redirectTo(request, requestContext, page('registration', { token: arrival.token }));
      case 'invitationOver':
        return redirectTo(request, requestContext, page('login', { invitation: arrival.invitation }));
      case 'refused':
        return rejectWith(request, requestContext, journey, arrival.message);
    }
  };

  /**
   * Redirects to where the visitor came from, with our own message. A visitor who is logged in by now, for example
   * through a concurrent sign-on, goes on as logged in.
   */
  const redirectBack = async (
    request: Request,
    requestContext: RequestContext,
    journey: Journey,
    error: string,
  ): Promise<Response> => {
    const { purpose, language, invitation } = journey;
    const redirect = (page: Family, query: Record<string, string> = {}) =>
      redirectTo(request, requestContext, pageAddress(config.publicUrl, page, language, query));
    if (invitation !== null) return redirect('login', { invitation, error });
    const session = await readCookieSession(context, requestContext).catch(() => null);
    return session ? redirect('dashboard') : redirect(purpose, { error });
  };

  const rejectWith = (
    request: Request,
    requestContext: RequestContext,
    journey: Journey,
    message: MessageDescriptor,
  ): Promise<Response> =>
    redirectBack(
      request,
      requestContext,
      journey,
      translate(journey.language, message, { provider: ssoProviderNames[journey.provider] }),
    );

  const handleError = (
    request: Request,
    requestContext: RequestContext,
    journey: Journey,
    error: unknown,
  ): Promise<Response> => {
    const { provider } = journey;
    const rejection = asApiError(error);
    if (rejection) {
      auditSignOn(context, requestContext, {
        provider,
        outcome: `refused with ${rejection.status}`,
        limit: rejection.limit,
      });
      return redirectBack(request, requestContext, journey, errorText(rejection, journey.language));
    }
    const { network } = requestContext;
    logError('single sign-on', error, { provider, outcome: 'failed', code: codeOf(error), network });
    return rejectWith(request, requestContext, journey, isUnreachable(error) ? ssoMessages.away : ssoMessages.failed);
  };

  /** An unknown state has no language; the browser's other sign-ons may have one, or the account that is logged in. */
  async function returnLanguage(request: Request, requestContext: RequestContext): Promise<Language> {
    const begun = flowCookies(context).languageOf(requestContext);
    if (begun) return begun;
    const session = await readCookieSession(context, requestContext);
    return session ? (await userById(db, session.userId)).language : visitorLanguage(request, config);
  }
}

/** The user who has logged in, or is about to. */
const userOf = (arrival: Arrival): number | undefined => {
  if (arrival.kind === 'session') return Number(arrival.session.user_id);
  return arrival.kind === 'challenge' ? arrival.userId : undefined;
};

function redirectTo(request: Request, requestContext: RequestContext, address: string): Response {
  for (const line of requestContext.cookies) request.header('Set-Cookie', line, { append: true });
  return request.redirect(address, 302);
}

/** The invitation that the visitor comes from; null for an invalid value. */
const invitationOf = (request: Request): string | null =>
  request.req.query('invitation')?.match(/^[\w-]{20,64}$/)?.[0] ?? null;
