import { expect, test } from 'vitest';
import { challenge, credentials, EMAIL } from '#tests/support/account.ts';
import { failureOf } from '#tests/support/failures.ts';
import { addOwner, codeFor } from '#tests/support/people.ts';
import { startServer } from '#tests/support/server.ts';

const HOUR = 3_600;

test.each([
  ['forward', HOUR],
  ['back', -HOUR],
])(
  'after the clock has jumped an hour %s sessions last, codes are mailed at once and work, and health passes',
  async (_, jump) => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const logIn = async () => {
      const body = { nonce: await challenge(server), code: await codeFor(server, EMAIL) };
      return server.client({ userToken: (await server.api.loginWithCode({ body })).data.user_token });
    };
    const before = await logIn();
    const begun = { nonce: await challenge(server), code: await codeFor(server, EMAIL) };
    server.clock.forward(jump);
    expect((await server.request('/healthz')).status).toBe(200);
    expect((await server.request('/readyz')).status).toBe(200);
    expect((await before.readAccount({})).status).toBe(200);
    // A code ends by the server's clock, and never lives longer than its time because of a jump forward.
    const late = server.api.loginWithCode({ body: begun });
    if (jump > 0) expect(await failureOf(late)).toMatchObject({ status: 400 });
    else expect((await late).status).toBe(200);
    expect((await (await logIn()).readAccount({})).status).toBe(200);
    server.clock.forward(-jump);
    expect((await before.readAccount({})).status).toBe(200);
    expect((await server.api.login({ body: credentials })).status).toBe(202);
  },
);
