import { expect, test } from 'vitest';
import { failureOf } from '#tests/support/failures.ts';
import { linesOf } from '#tests/support/logLines.ts';
import { addOwner, PASSWORD } from '#tests/support/people.ts';
import { startServer } from '#tests/support/server.ts';

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://entry.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
  TWO_FACTOR: 'off',
};

test('logs each attempt in one line with user, network and outcome, without input', async () => {
  const server = await startServer(production);
  const { userId } = await addOwner(server, 'ann@example.com');
  const api = server.client({ address: '203.0.113.9' });
  const lines = await linesOf(async () => {
    await failureOf(api.login({ body: { email: 'ann@example.com', password: 'wrong\r\n{"event":"forged"}' } }));
    const { data } = await api.login({ body: { email: 'ann@example.com', password: PASSWORD } });
    const me = server.client({ address: '203.0.113.9', userToken: 'user_token' in data ? data.user_token : '' });
    await me.readAccount({});
    await failureOf(me.endSession({ params: { session_id: 'secret-in-the-path' } }));
  });
  const from = { event: 'call', network: '203.0.113.9' };
  expect(lines).toEqual([
    { ...from, call: 'post /login', status: 401, code: 'AU1001' },
    { ...from, call: 'post /login', status: 200, user: userId },
    { ...from, call: 'delete /account/sessions/:session_id', status: 404, code: 'AU1006', user: userId },
  ]);
});

test('writes no audit lines to the terminal in local mode', async () => {
  const server = await startServer();
  expect(await linesOf(() => failureOf(server.api.login({ body: { email: 'a@b.co', password: 'x' } })))).toEqual([]);
});
