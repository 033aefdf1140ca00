import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context as Request } from 'hono';
import { type SsoProvider, ssoProviderNames, ssoProviders } from '#domain/constants.ts';
import { languageOfTag } from '#domain/locale.ts';
import { pageAddress } from '../../http/links.ts';
import type { App } from '../../http/serve.ts';
import { visitorLanguage } from '../../http/visitorLanguage.ts';
import { ssoMessages } from '../../messages/sso.ts';
import { translate } from '../../messages/translate.ts';
import type { Config, SsoClient } from '../../platform/config.ts';
import { callbackPath } from '../clients.ts';
import { choicePage } from './choicePage.ts';
import type { Person } from './people.ts';
import type { LocalProvider } from './provider.ts';
import { samples } from './samples.ts';

/** Path of the local providers on the bank's origin. */
export const PROVIDER_PATH = '/provider';

/** What the web server provides in addition to the request. */
type Connection = { incoming: IncomingMessage; outgoing: ServerResponse };

/**
 * Mounts a local provider, on the bank's origin, for each one that the operator has not registered with, and returns
 * their configuration. A provider is created at its first request, because loading its package and generating its key
 * take time.
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
  let created: Promise<LocalProvider> | undefined;
  const local = () => {
    created ??= import('./provider.ts').then(({ createLocalProvider }) =>
      createLocalProvider(provider, client.issuer, {
        id: client.clientId,
        secret: client.clientSecret,
        redirectUri: publicUrl + callbackPath(provider),
      }),
    );
    return created;
  };

  /** For a choice that is already made: after Back, or a button pressed twice. */
  const redirectExpired =
    (request: Request) =>
    (error: unknown): string => {
      if (!isSessionNotFound(error)) throw error;
      const language = visitorLanguage(request, config);
      const message = translate(language, ssoMessages.over, { provider: ssoProviderNames[provider] });
      return pageAddress(publicUrl, 'login', language, { error: message });
    };

  app.get(`${path}/interaction/:id`, async (c) => {
    const { incoming, outgoing } = c.env as Connection;
    const { oidc } = await local();
    const interaction = await oidc.interactionDetails(incoming, outgoing).catch(redirectExpired(c));
    if (typeof interaction === 'string') return c.redirect(interaction, 303);
    const { params } = interaction;
    const language = languageOfTag(String(params['ui_locales'])) ?? 'en';
    return choicePage(language, ssoProviderNames[provider], samples, [publicUrl]);
  });

  app.post(`${path}/interaction/:id`, async (c) => {
    const { incoming, outgoing } = c.env as Connection;
    const form = await c.req.parseBody().catch(() => ({}));
    const person = chosen(form as Record<string, string>);
    const { oidc, addPerson } = await local();
    const result = person
      ? {
          login: {
            accountId: addPerson(person),
            remember: false,
            ...(person.hasSecondFactor && { amr: ['mfa'] }),
          },
          select_account: {},
        }
      : { error: 'access_denied', error_description: 'Refused on the page of choice' };
    return c.redirect(await oidc.interactionResult(incoming, outgoing, result).catch(redirectExpired(c)), 303);
  });

  app.all(`${path}/*`, async (c) => {
    const { incoming, outgoing } = c.env as Connection;
    // The provider derives its mount path from the difference of the two URLs.
    const whole = incoming.url ?? '';
    Object.assign(incoming, { originalUrl: whole, url: whole.slice(path.length) });
    const { oidc } = await local();
    await oidc.callback()(incoming, outgoing);
    return RESPONSE_ALREADY_SENT;
  });
  return client;
}

/** The package's own class is not loaded here. */
const isSessionNotFound = (error: unknown) => error instanceof Error && error.name === 'SessionNotFound';

/** The person chosen on the page; null for a cancellation. */
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
