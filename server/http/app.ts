import { Hono } from 'hono';
import { API_PATH } from '#domain/hosts.ts';
import { BANK_PATH } from '../bank/port.ts';
import { mountInbox } from '../mail/inbox.ts';
import { resourceNotFound } from '../messages/errors.ts';
import { mountOpenApi } from '../openapi/openapi.ts';
import type { ServerContext } from '../platform/context.ts';
import { logError } from '../platform/log.ts';
import { mountAccount } from '../routes/account.ts';
import { mountCoverages } from '../routes/coverages.ts';
import { mountEvents } from '../routes/events.ts';
import { mountJoining } from '../routes/joining.ts';
import { mountLinks } from '../routes/links.ts';
import { mountNumbers } from '../routes/numbers.ts';
import { mountRegistrations } from '../routes/registrations.ts';
import { mountSession } from '../routes/session.ts';
import { PROVIDER_PATH } from '../sso/local/local.ts';
import { mountSso } from '../sso/sso.ts';
import { reportProxies } from './client.ts';
import { variesByEncoding } from './compress.ts';
import { mountCspReports } from './cspReports.ts';
import { apiError, asApiError, isCutOff, unexpectedError } from './errors.ts';
import { errorResponse, limitBody, ownHostsOnly, ownPagesOnly, rejectSpeculative } from './guards.ts';
import { answerHeaders } from './headers.ts';
import { pageAddress } from './links.ts';
import { loginsFirst } from './loginsFirst.ts';
import { watchReadiness } from './readiness.ts';
import type { App } from './serve.ts';
import { mountTypeface } from './typeface.ts';
import { visitorLanguage } from './visitorLanguage.ts';

/** Adds the pages of the bank in use. */
export type MountPages = (app: App, context: ServerContext) => void;

/** The reference API as a function from request to response (`app.fetch`); the pages are mounted separately. */
export function createApp(context: ServerContext, mountBankPages: MountPages): App {
  const { config } = context;
  const app: App = new Hono();

  app.use(
    (request, next) => {
      request.set('context', context);
      return next();
    },
    answerHeaders(config),
    reportProxies(config),
    loginsFirst(context),
  );
  app.on('GET', withSlash('/healthz'), (request) => request.text('ok'));
  // The process is alive, but a load balancer should send it no visitors while it is not ready.
  const whyNotReady = watchReadiness(context);
  app.on('GET', withSlash('/readyz'), async (request) => {
    const reason = await whyNotReady();
    return reason === null ? request.text('ready') : request.text(`the database takes no changes: ${reason}`, 503);
  });
  app.use(ownHostsOnly(config));
  // Password managers lead here; those who are logged in go on to the dashboard, where a password is changed.
  app.on('GET', withSlash('/.well-known/change-password'), (request) =>
    request.redirect(pageAddress(config.publicUrl, 'recoverPassword', visitorLanguage(request, config)), 303),
  );
  mountTypeface(app);
  mountOpenApi(app, config);
  mountCspReports(app);
  for (const path of [API_PATH, BANK_PATH, PROVIDER_PATH]) app.use(`${path}/*`, rejectSpeculative);
  mountSso(app, context);
  mountBankPages(app, context);
  app.use(`${API_PATH}/*`, variesByEncoding, limitBody(config), ownPagesOnly(config));

  mountCoverages(app, context);
  mountNumbers(app, context);
  mountRegistrations(app, context);
  mountJoining(app, context);
  mountSession(app, context);
  mountLinks(app, context);
  mountAccount(app, context);
  mountEvents(app, context);
  if (config.mode === 'local' && !config.smtpUrl) mountInbox(app, context);

  app.all(`${API_PATH}/*`, (request) => request.notFound());
  app.notFound((request) => errorResponse(request, config, apiError('tokenInvalid', { message: resourceNotFound })));
  app.onError((error, request) => {
    if (!isCutOff(error)) logError('request failed', error, { path: request.req.routePath });
    return errorResponse(request, config, asApiError(error) ?? unexpectedError());
  });
  return app;
}

const withSlash = (path: string): string[] => [path, `${path}/`];
