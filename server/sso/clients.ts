import * as oidc from 'openid-client';
import type { SsoProvider } from '#domain/constants.ts';
import { API_PATH } from '#domain/hosts.ts';
import type { Config, SsoClient } from '../platform/config.ts';

/** Secrets of one flow: the provider returns them, or they prove that we started it. */
export type Proof = { state: string; nonce: string; verifier: string };

/** Clients of the providers. Every request has a timeout. */
export type Clients = {
  isOffered: (provider: SsoProvider) => boolean;
  /** The authorization URL. Throws if the provider cannot be reached or its metadata is invalid. */
  addressOf: (provider: SsoProvider, proof: Proof, locale: string) => Promise<URL>;
  /** Redeems the provider's response; returns the verified claims of the ID token. Throws otherwise. */
  redeem: (provider: SsoProvider, answer: URLSearchParams, proof: Proof) => Promise<oidc.IDToken>;
};

/** The secrets of a new flow. */
export const newProof = (): Proof => ({
  state: oidc.randomState(),
  nonce: oidc.randomNonce(),
  verifier: oidc.randomPKCECodeVerifier(),
});

/** Each provider has its own callback path. */
export const callbackPath = (provider: SsoProvider | ':provider'): string => `${API_PATH}/sso/callback/${provider}`;

const TIMEOUT_S = 5;
/** A local provider is part of this process: it loads its package first, and shares the processor with the browser. */
const LOCAL_TIMEOUT_S = 30;
const CLOCK_TOLERANCE_S = 30;

/** Parameters beyond the standard: Apple shares names and address by form_post only. */
const extras: Record<SsoProvider, Record<string, string>> = {
  google: { scope: 'openid email profile', prompt: 'select_account' },
  azure: { scope: 'openid email profile', prompt: 'select_account' },
  apple: { scope: 'openid email name', response_mode: 'form_post' },
};

/** The clients of the configured providers. */
export function createClients(config: Config, clients: Partial<Record<SsoProvider, SsoClient>>): Clients {
  const found = new Map<SsoProvider, Promise<oidc.Configuration>>();
  const redirectUri = (provider: SsoProvider) => config.publicUrl + callbackPath(provider);

  const configurationOf = (provider: SsoProvider): Promise<oidc.Configuration> => {
    const known = found.get(provider);
    if (known) return known;
    const discovery = discover(config, clients[provider], config.sso[provider] ? TIMEOUT_S : LOCAL_TIMEOUT_S);
    // A failed discovery is not cached, so the next visit tries again.
    discovery.catch(() => found.delete(provider));
    found.set(provider, discovery);
    return discovery;
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
        // Stryker disable next-line BooleanLiteral: the nonce that is expected is in the token
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      // A blank subject would make one person of all. A grant without the token is refused before.
      if (!claims?.sub) throw new Error('The ID token names no subject');
      return claims;
    },
  };
}

/** Sends the secret in the body where the provider says that it takes it there, otherwise in the header (OIDC Core 9). */
function authentication(secret: string): oidc.ClientAuth {
  const [inBody, inHeader] = [oidc.ClientSecretPost(secret), oidc.ClientSecretBasic(secret)];
  return (provider, ...request) => {
    const takesBody = provider.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    return (takesBody ? inBody : inHeader)(provider, ...request);
  };
}

async function discover(config: Config, client: SsoClient | undefined, timeout: number): Promise<oidc.Configuration> {
  // Stryker disable next-line all: for the compiler; nobody asks for one that is not offered
  if (!client) throw new Error('The provider is not set up');
  return oidc.discovery(
    new URL(client.issuer),
    client.clientId,
    {
      client_secret: client.clientSecret,
      id_token_signed_response_alg: 'RS256',
      [oidc.clockTolerance]: CLOCK_TOLERANCE_S,
    },
    authentication(client.clientSecret),
    {
      timeout,
      // Signatures are verified although the token comes directly from the provider.
      execute: [oidc.enableNonRepudiationChecks, ...(config.mode === 'local' ? [oidc.allowInsecureRequests] : [])],
    },
  );
}

/** Whether the provider could not be reached in time, or reports that it is unavailable. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500 || error.error === 'temporarily_unavailable';
  if (error instanceof oidc.AuthorizationResponseError) return unreachableCodes.includes(error.error);
  if (!(error instanceof oidc.ClientError)) return false;
  return (
    error.code === 'OAUTH_TIMEOUT' ||
    (error.cause instanceof Response && error.cause.status >= 500) ||
    isUnreachable(error.cause)
  );
}

/** The standard error code, for the log; never the provider's text. */
export function codeOf(error: unknown): string {
  const { error: answered, code } = (error ?? {}) as { error?: unknown; code?: unknown };
  return ([answered, code].find((text) => typeof text === 'string' && /^\w{1,60}$/.test(text)) as string) ?? '';
}

const unreachableCodes = ['server_error', 'temporarily_unavailable'];
