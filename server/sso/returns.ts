import type { Context as Request } from 'hono';
import { type Language, ssoProviderNames } from '#domain/constants.ts';
import type { Family } from '#domain/routes.ts';
import { asApiError, errorText } from '../http/errors.ts';
import { pageAddress } from '../http/links.ts';
import type { RequestContext } from '../http/requestContext.ts';
import { visitorLanguage } from '../http/visitorLanguage.ts';
import { readCookieSession } from '../login/sessions.ts';
import { userById } from '../login/user.ts';
import { ssoMessages } from '../messages/sso.ts';
import { type MessageDescriptor, translate } from '../messages/translate.ts';
import { auditSignOn } from '../platform/audit.ts';
import type { ServerContext } from '../platform/context.ts';
import { boundedLog, errorFacts } from '../platform/log.ts';
import type { Arrival } from './arrival.ts';
import { codeOf, isUnreachable } from './clients.ts';
import { authCookie, twoFactorCookie } from './cookies.ts';
import type { Journey } from './flow.ts';
import { flowCookies } from './flowCookies.ts';

/** A browser on its way back from a provider. */
type Returning = { request: Request; requestContext: RequestContext; journey: Journey };

/** How a browser leaves the API after a single sign-on: to a page of the app, with the cookies of its request. */
export function ssoReturns(context: ServerContext) {
  const { config, db } = context;
  /** While a provider is away, anyone can cause a line at every press. */
  const logFailure = boundedLog('single sign-on');

  /** Redirects to the page for a result. */
  function toArrival(returning: Returning, arrival: Arrival): Response | Promise<Response> {
    const { request, requestContext, journey } = returning;
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
        return withMessage(returning, arrival.message);
    }
  }

  /**
   * Redirects to where the visitor came from, with our own message. A visitor who is logged in by now, for example
   * through a concurrent sign-on, goes on as logged in.
   */
  async function back({ request, requestContext, journey }: Returning, error: string): Promise<Response> {
    const { purpose, language, invitation } = journey;
    const redirect = (page: Family, query: Record<string, string> = {}) =>
      redirectTo(request, requestContext, pageAddress(config.publicUrl, page, language, query));
    if (invitation !== null) return redirect('login', { invitation, error });
    const session = await readCookieSession(context, requestContext).catch(() => null);
    return session ? redirect('dashboard') : redirect(purpose, { error });
  }

  /** The same with a message about the provider. */
  function withMessage(returning: Returning, message: MessageDescriptor): Promise<Response> {
    const { language, provider } = returning.journey;
    return back(returning, translate(language, message, { provider: ssoProviderNames[provider] }));
  }

  /** The same with the message of anything that was thrown, which is logged. */
  function afterError(returning: Returning, error: unknown): Promise<Response> {
    const { requestContext, journey } = returning;
    const { provider } = journey;
    const rejection = asApiError(error);
    if (rejection) {
      auditSignOn(context, requestContext, {
        provider,
        outcome: `refused with ${rejection.status}`,
        limit: rejection.limit,
      });
      return back(returning, errorText(rejection, journey.language));
    }
    const { network } = requestContext;
    const code = codeOf(error);
    context.metrics.signOns.inc({ provider, outcome: 'failed' });
    logFailure(errorFacts(error, { provider, outcome: 'failed', ...(code && { code }), network }));
    return withMessage(returning, isUnreachable(error) ? ssoMessages.away : ssoMessages.failed);
  }

  /** An unknown state has no language; the browser's other sign-ons may have one, or the account that is logged in. */
  async function languageOf(request: Request, requestContext: RequestContext): Promise<Language> {
    const begun = flowCookies(context).languageOf(requestContext);
    if (begun) return begun;
    const session = await readCookieSession(context, requestContext);
    return session ? (await userById(db, session.userId)).language : visitorLanguage(request, config);
  }

  return { toArrival, withMessage, afterError, languageOf };
}

/** Redirects with the cookies that were set so far. */
export function redirectTo(request: Request, requestContext: RequestContext, address: string): Response {
  for (const line of requestContext.cookies) request.header('Set-Cookie', line, { append: true });
  return request.redirect(address, 302);
}
