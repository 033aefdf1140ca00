import { generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto';
import { html } from 'hono/html';
import { interactionPolicy, Provider } from 'oidc-provider';
import type { SsoProvider } from '#domain/constants.ts';
import { languageOfTag } from '#domain/locale.ts';
import { htmlPage } from '../../http/htmlPage.ts';
import { translate } from '../../messages/translate.ts';
import { memoryAdapter } from './memory.ts';
import { claimsOf, type Person, subjectOf } from './people.ts';

/** Our registration as a client of a local provider. */
type LocalClient = { id: string; secret: string; redirectUri: string };

/** A local OpenID provider, and how its choice page registers a person. */
export type LocalProvider = {
  oidc: Provider;
  /** Registers a person; the returned id identifies them in the provider's responses. */
  addPerson: (person: Person) => string;
};

const TTL_S = 600;

const unusable = /*i18n*/ { id: "This login request can't be used" };

let key: JsonWebKey | null = null;

/** One for all providers of a process, since an RSA key takes a tenth of a second. */
function signingKey() {
  key ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  return { ...key, alg: 'RS256', use: 'sig' };
}

/**
 * A real OpenID provider (authorization code, PKCE, signed ID tokens) that stands in for Google, Apple or Microsoft on
 * one machine. The key it signs with is kept in memory. It requires an account choice at every visit, but no
 * consent.
 */
export function createLocalProvider(provider: SsoProvider, issuer: string, client: LocalClient): LocalProvider {
  const people = new Map<string, Person>();
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check('who_is_there', 'A person must be chosen', (ctx) => !ctx.oidc.result?.login),
    );

  const oidc = new Provider(issuer, {
    adapter: memoryAdapter(),
    jwks: { keys: [signingKey()] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [client.redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    pkce: { required: () => true },
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub', 'tid', 'oid', 'amr'],
      profile: ['name', 'given_name', 'family_name'],
      name: ['given_name', 'family_name'],
      email: ['email', 'email_verified', 'xms_edov'],
    },
    features: { devInteractions: { enabled: false }, userinfo: { enabled: false } },
    interactions: { policy, url: (_ctx, interaction) => `${issuer}/interaction/${interaction.uid}` },
    ttl: {
      Interaction: TTL_S,
      Session: TTL_S,
      Grant: TTL_S,
      AuthorizationCode: 60,
      AccessToken: 60,
      IdToken: TTL_S,
    },
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client?.clientId,
        accountId: ctx.oidc.session?.accountId,
      });
      grant.addOIDCScope('openid profile name email');
      await grant.save();
      return grant;
    },
    async findAccount(ctx, id) {
      const person = people.get(id);
      if (!person) return undefined;
      if (person.isFailing && ctx.oidc.route === 'token') throw new Error('This sample person makes the provider fail');
      return { accountId: id, claims: async () => claimsOf(provider, person) };
    },
    async renderError(ctx, { error, error_description = '' }) {
      const language = languageOfTag(String(ctx.oidc?.params?.['ui_locales'])) ?? 'en';
      const page = htmlPage({
        language,
        title: translate(language, unusable),
        body: html`<pre>${error}: ${error_description}</pre>`,
      });
      for (const [name, value] of page.headers) ctx.set(name, value);
      ctx.body = await page.text();
    },
  });
  oidc.use(async (ctx, next) => {
    await next();
    if (ctx.status === 404 && !ctx.body) Object.assign(ctx, { body: { error: 'not_found' }, status: 404 });
  });

  return {
    oidc,
    addPerson(person) {
      const id = subjectOf(provider, person);
      people.set(id, person);
      return id;
    },
  };
}
