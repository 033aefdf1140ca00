import * as oidc from 'openid-client';
import type { SsoProvider } from '#domain/constants.ts';
import { API_PATH } from '#domain/hosts.ts';
import type { Config, SsoClient } from '../platform/config.ts';

/** Secrets of one flow: they come back from the provider, or prove that it is us who asked. */
export type Proof = { state: string; nonce: string; verifier: string };

/** The providers as we speak to them. Every question ends after five seconds. */
export type Clients = {
  isOffered: (provider: SsoProvider) => boolean;
  /** Where to send the visitor. Throws when the provider cannot be reached or is not who it should be. */
  addressOf: (provider: SsoProvider, proof: Proof, locale: string) => Promise<URL>;
  /** Redeems what the provider sent back; the ID token's claims, all checked. Throws otherwise. */
  redeem: (provider: SsoProvider, answer: URLSearchParams, proof: Proof) => Promise<oidc.IDToken>;
};

export const newProof = (): Proof => ({
  state: oidc.randomState(),
  nonce: oidc.randomNonce(),
  verifier: oidc.randomPKCECodeVerifier(),
});

/** Each provider has a path of its own to come back to. */
export const callbackPath = (provider: SsoProvider | ':provider'): string => `${API_PATH}/sso/callback/${provider}`;

const TIMEOUT_S = 5;
const CLOCK_TOLERANCE_S = 30;

/** What is asked of each provider beyond the standard: Apple shares names and address by form only. */
const extras: Record<SsoProvider, Record<string, string>> = {
  google: { scope: 'openid email profile', prompt: 'select_account' },
  azure: { scope: 'openid email profile', prompt: 'select_account' },
  apple: { scope: 'openid email name', response_mode: 'form_post' },
};

export function createClients(config: Config, clients: Partial<Record<SsoProvider, SsoClient>>): Clients {
  const found = new Map<SsoProvider, Promise<oidc.Configuration>>();
  const redirectUri = (provider: SsoProvider) => config.publicUrl + callbackPath(provider);

  const configurationOf = (provider: SsoProvider): Promise<oidc.Configuration> => {
    const known = found.get(provider);
    if (known) return known;
    const asked = discover(config, clients[provider]);
    // A provider that was away is asked again at the next visit.
    asked.catch(() => found.delete(provider));
    found.set(provider, asked);
    return asked;
  };

  return {
    isOffered: (provider) => clients[provider] !== undefined && config.settings.ssoProviders.includes(provider),
    async addressOf(provider, { state, nonce, verifier }, locale) {
      return oidc.buildAuthorizationUrl(await configurationOf(provider), {
        redirect_uri: redirectUri(provider),
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ui_locales: locale,
        ...extras[provider],
      });
    },
    async redeem(provider, answer, { state, nonce, verifier }) {
      const address = new URL(redirectUri(provider));
      address.search = answer.toString();
      const tokens = await oidc.authorizationCodeGrant(await configurationOf(provider), address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('The provider sent no ID token');
      return claims;
    },
  };
}

async function discover(config: Config, client: SsoClient | undefined): Promise<oidc.Configuration> {
  if (!client) throw new Error('The provider is not set up');
  return oidc.discovery(
    new URL(client.issuer),
    client.clientId,
    {
      client_secret: client.clientSecret,
      id_token_signed_response_alg: 'RS256',
      [oidc.clockTolerance]: CLOCK_TOLERANCE_S,
    },
    oidc.ClientSecretPost(client.clientSecret),
    {
      timeout: TIMEOUT_S,
      // Signatures are checked although the token comes straight from the provider.
      execute: [oidc.enableNonRepudiationChecks, ...(config.mode === 'local' ? [oidc.allowInsecureRequests] : [])],
    },
  );
}

/** Whether the provider could not be reached in time, or says itself that it cannot answer. */
export function isAway(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500 || error.error === 'temporarily_unavailable';
  if (error instanceof oidc.AuthorizationResponseError) return away.includes(error.error);
  if (!(error instanceof oidc.ClientError)) return false;
  return (
    error.code === 'OAUTH_TIMEOUT' ||
    (error.cause instanceof Response && error.cause.status >= 500) ||
    isAway(error.cause)
  );
}

/** The standard's own code of what went wrong, for the log; never the provider's words. */
export function codeOf(error: unknown): string {
  const { error: answered, code } = (error ?? {}) as { error?: unknown; code?: unknown };
  return ([answered, code].find((text) => typeof text === 'string' && /^\w{1,60}$/.test(text)) as string) ?? '';
}

const away = ['server_error', 'temporarily_unavailable'];
