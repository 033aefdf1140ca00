import { createHmac, createSign, generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export const CLIENT_ID = 'the-client';
export const CLIENT_SECRET = 'the-secret-of-the-client-that-is-long';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
/** A key that the issuer has not published. */
export const strangeKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

/** A key with which the issuer may sign later: its private half, and what it publishes of it. */
export function newSigningKey(kid: string): { kid: string; key: KeyObject; published: JsonWebKey } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { kid, key: privateKey, published: published(publicKey, kid, 'RS256') };
}

const published = (key: KeyObject, kid: string, alg: string): JsonWebKey => ({
  ...key.export({ format: 'jwk' }),
  kid,
  use: 'sig',
  alg,
});

type Claims = Record<string, unknown>;
type Signing = { alg: 'RS256' | 'ES256' | 'HS256' | 'none'; kid?: string; key?: KeyObject };

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A signed token, with a valid or invalid signature. */
export function signed(claims: Claims, { alg, kid = alg === 'ES256' ? 'ec' : 'rsa', key }: Signing): string {
  const content = `${encoded({ alg, kid })}.${encoded(claims)}`;
  switch (alg) {
    case 'none':
      return `${content}.`;
    case 'HS256':
      return `${content}.${createHmac('sha256', CLIENT_SECRET).update(content).digest('base64url')}`;
    case 'ES256':
      return `${content}.${createSign('sha256').update(content).sign({ key: ec.privateKey, dsaEncoding: 'ieee-p1363' }, 'base64url')}`;
    case 'RS256':
      return `${content}.${createSign('sha256')
        .update(content)
        .sign(key ?? rsa.privateKey, 'base64url')}`;
  }
}

/** An OpenID provider whose next token the test decides. */
export type Issuer = {
  url: string;
  /** Sets the response of the next token request. */
  next: (answer: { status?: number; body: object }) => void;
  /** The environment that makes the server use it. */
  env: (provider: 'GOOGLE' | 'APPLE' | 'AZURE') => Record<string, string>;
  /** Codes and verifiers that were presented. */
  redeemed: URLSearchParams[];
  /** The Authorization headers that came with them. */
  authorizations: (string | undefined)[];
  /** The provider's metadata; a test may change it. */
  metadata: Record<string, unknown>;
  /** The keys that it publishes; a test may change them. */
  keys: JsonWebKey[];
};

export async function startIssuer(): Promise<Issuer> {
  let answer: { status?: number; body: object } = { status: 400, body: { error: 'invalid_grant' } };
  const redeemed: URLSearchParams[] = [];
  const authorizations: (string | undefined)[] = [];
  const keys = [published(rsa.publicKey, 'rsa', 'RS256'), published(ec.publicKey, 'ec', 'ES256')];
  const web = createServer(async (request, response) => {
    const send = (body: object, status = 200) => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return send(metadata);
      case '/jwks':
        return send({ keys });
      case '/token': {
        const parts: Buffer[] = [];
        for await (const part of request) parts.push(part as Buffer);
        redeemed.push(new URLSearchParams(Buffer.concat(parts).toString()));
        authorizations.push(request.headers.authorization);
        return send(answer.body, answer.status);
      }
      default:
        return send({}, 404);
    }
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    web.closeAllConnections();
    await new Promise((resolve) => web.close(resolve));
  });
  const url = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  const metadata: Record<string, unknown> = {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'ES256'],
    code_challenge_methods_supported: ['S256'],
  };
  return {
    url,
    redeemed,
    authorizations,
    metadata,
    keys,
    next: (given) => {
      answer = given;
    },
    env: (provider) => ({
      [`SSO_${provider}_ISSUER`]: url,
      [`SSO_${provider}_CLIENT_ID`]: CLIENT_ID,
      [`SSO_${provider}_CLIENT_SECRET`]: CLIENT_SECRET,
    }),
  };
}
