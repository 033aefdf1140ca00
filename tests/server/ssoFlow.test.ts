import { describe, expect, it } from 'vitest';
import type { RequestContext } from '#server/http/requestContext.ts';
import { beginFlow, takeFlow } from '#server/sso/flow.ts';
import { startServer, type TestServer } from '../support/server.ts';

/*
 * The row and the cookie of a single sign-on, each of which has to refuse by itself: a provider that accepted a code
 * twice, or a browser that kept its cookie, must not be enough.
 */

/** A browser with these cookies, and the cookies that it is sent. */
function browser(cookie = ''): { requestContext: RequestContext; lines: string[] } {
  const lines: string[] = [];
  const requestContext = {
    header: (name: string) => (name === 'Cookie' ? cookie : undefined),
    setCookie: (line: string) => void lines.push(line),
  } as unknown as RequestContext;
  return { requestContext, lines };
}

/** Begins a sign-on; returns a way to come back by it any number of times. */
async function begin({ context }: TestServer, state: string) {
  const { requestContext, lines } = browser();
  const journey = { provider: 'google', purpose: 'login', language: 'en', invitation: null } as const;
  const proof = { state, nonce: `nonce of ${state}`, verifier: 'verifier' };
  await beginFlow(context, requestContext, journey, { proof, counted: [] });
  const cookie = lines[0]?.split(';')[0];
  return (provider: 'google' | 'azure' = 'google', by = state) =>
    takeFlow(context, browser(cookie).requestContext, provider, by);
}

describe('the flow of a single sign-on', () => {
  it('is redeemed once, also at the same time and with the cookie kept', async () => {
    const take = await begin(await startServer(), 'one');
    const taken = await Promise.all([take(), take(), take()]);
    expect(taken.filter((flow) => flow !== null)).toMatchObject([{ proof: { nonce: 'nonce of one' } }]);
    expect(await take()).toBeNull();
  });

  it('belongs to its provider, and another one does not use it up', async () => {
    const take = await begin(await startServer(), 'one');
    expect(await take('azure')).toBeNull();
    expect(await take()).not.toBeNull();
  });

  it('belongs to the browser that has begun it', async () => {
    const server = await startServer();
    const [one, two] = [await begin(server, 'one'), await begin(server, 'two')];
    expect(await one('google', 'two')).toBeNull();
    expect(await two()).not.toBeNull();
  });

  it('needs the cookie as we have signed it: for its state, language and end', async () => {
    const server = await startServer();
    const { requestContext, lines } = browser();
    const journey = { provider: 'google', purpose: 'login', language: 'en', invitation: null } as const;
    const proof = { state: 'one', nonce: 'nonce', verifier: 'verifier' };
    await beginFlow(server.context, requestContext, journey, { proof, counted: [] });
    const [name = '', value = ''] = (lines[0]?.split(';')[0] ?? '').split('=');
    const [language, end, signature] = value.split('.');
    const take = (cookie: string) =>
      takeFlow(server.context, browser(`${name}=${cookie}`).requestContext, 'google', 'one');
    for (const forged of [
      `${language}.${end}.${'x'.repeat(signature?.length ?? 0)}`,
      `${language}.${end}.`,
      `de.${end}.${signature}`,
      `${language}.${Number(end) + 1}.${signature}`,
    ])
      expect(await take(forged), forged).toBeNull();
    expect(await take(value)).not.toBeNull();
  });

  it('ends after ten minutes, by its row as by its cookie', async () => {
    const server = await startServer();
    const late = await begin(server, 'late');
    server.clock.forward(600);
    expect(await late()).toBeNull();
    const outlived = await begin(server, 'outlived');
    await server.context.db.updateTable('sso_flows').set({ expires_at: server.clock.now() }).execute();
    expect(await outlived()).toBeNull();
  });
});
