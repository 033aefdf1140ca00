import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isBreached } from '#server/login/breachedPasswords.ts';
import { readConfig } from '#server/platform/config.ts';
import { emptyFolder } from '#tests/support/dataFolder.ts';
import { failureOf } from '#tests/support/failures.ts';
import { linesOf } from '#tests/support/logLines.ts';
import { addOwner, tokenFor } from '#tests/support/people.ts';
import { startServer } from '#tests/support/server.ts';

const BREACHED = 'correct pony battery';
const digest = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();
const range = (password: string, count: number) =>
  ['0018A45C4D1DEF81644B54AB7F969B88D65:3', `${digest(password).slice(5)}:${count}`].join('\r\n');

/** A list that answers by `answer`, and the requests that it got. */
async function listAt(answer: (path: string) => string | number | null) {
  const asked: string[] = [];
  const web = createServer((request, response) => {
    asked.push(request.url ?? '');
    const body = answer(request.url ?? '');
    if (typeof body === 'number') response.writeHead(body).end();
    else if (body !== null) response.end(body);
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    web.closeAllConnections();
    web.close();
  });
  return { url: `http://127.0.0.1:${(web.address() as AddressInfo).port}/range`, asked };
}

const asking = (value: string, password = BREACHED) =>
  isBreached({ config: readConfig({ BREACHED_PASSWORDS: value }) }, password);

describe('a list of breached passwords', () => {
  it('refuses one at its field; only five digits of the digest leave the server', async () => {
    const { url, asked } = await listAt(() => range(BREACHED, 7));
    const server = await startServer({ BREACHED_PASSWORDS: url });
    await addOwner(server, 'ann@example.com');
    await server.api.requestReset({ body: { email: 'ann@example.com' } });
    const token = await tokenFor(server, 'ann@example.com');
    const { status, errors } = await failureOf(server.api.resetPassword({ body: { token, password: BREACHED } }));
    expect([status, errors[0]?.field]).toEqual([400, 'password']);
    expect(errors[0]?.message).toBe('This password is too common. Choose another one.');
    const other = await server.api.resetPassword({ body: { token, password: 'nine slow elephants' } });
    expect(other.status).toBe(200);
    expect(asked).toEqual([BREACHED, 'nine slow elephants'].map((each) => `/range/${digest(each).slice(0, 5)}`));
  });

  it('counts a line of padding for nothing', async () => {
    expect(await asking((await listAt(() => range(BREACHED, 0))).url)).toBe(false);
  });

  it('may be a folder of files by the same five digits', async () => {
    const folder = join(emptyFolder(), 'list');
    mkdirSync(folder);
    writeFileSync(join(folder, `${digest(BREACHED).slice(0, 5)}.txt`), range(BREACHED, 1).toLowerCase());
    expect(await asking(folder)).toBe(true);
    expect(await linesOf(async () => expect(await asking(folder, 'another')).toBe(false))).toHaveLength(1);
  });

  it.each([
    ['is refused', 503],
    ['never comes', null],
  ])('rejects nothing where its answer %s, and says so in the log without the password', async (_what, answer) => {
    const { url } = await listAt(() => answer);
    const lines = await linesOf(async () => expect(await asking(url)).toBe(false));
    expect(lines).toEqual([
      { event: 'list of breached passwords cannot be asked', why: expect.any(String), change: 'BREACHED_PASSWORDS' },
    ]);
  });

  it('is not asked unless it is set, must be https in production, and a folder must exist', () => {
    expect(readConfig({}).breachedPasswords).toBeNull();
    const env = { NODE_ENV: 'production', PUBLIC_URL: 'https://a.example', SMTP_URL: 'smtps://mail.example' };
    for (const value of ['http://list.example', '/nowhere', 'https://list.example/?key=1']) {
      expect(() => readConfig({ ...env, BREACHED_PASSWORDS: value })).toThrow('BREACHED_PASSWORDS');
    }
  });
});
