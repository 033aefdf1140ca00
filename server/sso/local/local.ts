import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context as Request } from 'hono';
import { errors } from 'oidc-provider';
import { type SsoProvider, ssoProviders } from '#domain/constants.ts';
import { languageOfTag } from '#domain/locale.ts';
import { pageAddress } from '../../http/links.ts';
import type { App } from '../../http/serve.ts';
import { visitorLanguage } from '../../http/visitorLanguage.ts';
import { providerNames, ssoMessages } from '../../messages/sso.ts';
import { translate } from '../../messages/translate.ts';
import type { Config, SsoClient } from '../../platform/config.ts';
import { callbackPath } from '../clients.ts';
import { choicePage } from './choicePage.ts';
import type { Person } from './people.ts';
import { createLocalProvider, type LocalProvider } from './provider.ts';
import { samples } from './samples.ts';

/** The local providers stand under this path, on the bank's origin. */
export const PROVIDER_PATH = '/provider';

/** What the web server hands on beside the request. */
type Connection = { incoming: IncomingMessage; outgoing: ServerResponse };

/**
 * Brings a local provider for each that the operator has not registered with, on the bank's origin,
 * and says how to reach them. A provider is made when it is first asked, for its keys take time.
 */
export function mountLocalProviders(app: App, config: Config): Config['sso'] {
  const clients: Config['sso'] = {};
  for (const provider of ssoProviders) {
    if (!config.sso[provider]) clients[provider] = mountLocalProvider(app, config, provider);
  }
  return clients;
}

function mountLocalProvider(app: App, config: Config, provider: SsoProvider): SsoClient {
  const { bankUrl, publicUrl } = config;
  const path = `${PROVIDER_PATH}/${provider}`;
  const client = { issuer: bankUrl + path, clientId: 'ours', clientSecret: randomBytes(32).toString('base64url') };
  let made: LocalProvider | undefined;
  const local = () => {
    made ??= createLocalProvider(provider, client.issuer, {
      id: client.clientId,
      secret: client.clientSecret,
      redirectUri: publicUrl + callbackPath(provider),
    });
    return made;
  };

  /** Back on the page of choice, or its button pressed twice: what it asks was answered already. */
  const over =
    (request: Request) =>
    (error: unknown): string => {
      if (!(error instanceof errors.SessionNotFound)) throw error;
      const language = visitorLanguage(request, config);
      const message = translate(language, ssoMessages.over, { provider: providerNames[provider] });
      return pageAddress(publicUrl, 'login', language, { error: message });
    };

  app.get(`${path}/interaction/:id`, async (c) => {
    const { incoming, outgoing } = c.env as Connection;
    const asked = await local().oidc.interactionDetails(incoming, outgoing).catch(over(c));
    if (typeof asked === 'string') return c.redirect(asked, 303);
    const { params } = asked;
    const language = languageOfTag(String(params['ui_locales'])) ?? 'en';
    return choicePage(language, providerNames[provider], samples, [publicUrl]);
  });

  app.post(`${path}/interaction/:id`, async (c) => {
    const { incoming, outgoing } = c.env as Connection;
    const form = await c.req.parseBody().catch(() => ({}));
    const person = chosen(form as Record<string, string>);
    const result = person
      ? {
          login: {
            accountId: local().startupBanner(person),
            remember: false,
            ...(person.hasSecondFactor && { amr: ['mfa'] }),
          },
          select_account: {},
        }
      : { error: 'access_denied', error_description: 'Refused on the page of choice' };
    return c.redirect(await local().oidc.interactionResult(incoming, outgoing, result).catch(over(c)), 303);
  });

  app.all(`${path}/*`, async (c) => {
    const { incoming, outgoing } = c.env as Connection;
    // The provider finds out from the difference under which path it stands.
    const whole = incoming.url ?? '';
    Object.assign(incoming, { originalUrl: whole, url: whole.slice(path.length) });
    await local().oidc.callback()(incoming, outgoing);
    return RESPONSE_ALREADY_SENT;
  });
  return client;
}

/** Who was chosen on the page; null for a refusal. */
function chosen(form: Readonly<Record<string, string>>): Person | null {
  const sample = samples.find(({ key }) => key === form['sample']);
  if (sample) return sample.person;
  if (form['sample'] !== 'else') return null;
  const { firstName = '', lastName = '', email = '' } = form;
  return {
    firstName,
    lastName,
    email,
    isVerified: form['isVerified'] !== undefined,
    hasSecondFactor: form['hasSecondFactor'] !== undefined,
    isFailing: false,
  };
}
