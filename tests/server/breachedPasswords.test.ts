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
import { freePort } from '../../tools/freePort.ts';

const BREACHED = 'correct pony battery';
const digest = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();
const range = (password: string, count: number) =>
  ['0018A45C4D1DEF81644B54AB7F969B88D65:3', `${digest(password).slice(5)}:${count}`].join('\r\n');

/** A list that answers by `answer`, and its requests: the paths, and whether padding was requested. */
async function listAt(answer: (path: string) => string | number | null) {
  const asked: string[] = [];
  const padding = new Set<unknown>();
  const web = createServer((request, response) => {
    asked.push(request.url ?? '');
    padding.add(request.headers['add-padding']);
    const body = answer(request.url ?? '');
    if (typeof body === 'number') response.writeHead(body).end();
    else if (body !== null) response.end(body);
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    web.closeAllConnections();
    web.close();
  });
  return { url: `http://127.0.0.1:${(web.address() as AddressInfo).port}/range`, asked, padding };
}

const asking = (value: string, password = BREACHED) =>
  isBreached({ config: readConfig({ BREACHED_PASSWORDS: value }) }, password);

describe('a list of breached passwords', () => {
  it('refuses one at its field; only five digits of the digest leave the server', async () => {
    const { url, asked, padding } = await listAt(() => range(BREACHED, 7));
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
    // Without it the length of the answer tells who reads along which part of the list it is.
    expect([...padding]).toEqual(['true']);
  });

  it('counts a line of padding for nothing', async () => {
    expect(await asking((await listAt(() => range(BREACHED, 0))).url)).toBe(false);
  });

  it.each(['\r\n', '\n'])(
    'may be a folder of files by the same five digits, with lines that end with %j',
    async (end) => {
      const folder = join(emptyFolder(), 'list');
      mkdirSync(folder);
      const lines = range(BREACHED, 1).toLowerCase().replace('\r\n', end);
      writeFileSync(join(folder, `${digest(BREACHED).slice(0, 5)}.txt`), `${lines}${end}`);
      expect(await asking(folder)).toBe(true);
      const log = await linesOf(async () => expect(await asking(folder, 'another')).toBe(false));
      expect(log).toMatchObject([{ why: 'ENOENT' }]);
    },
  );

  it('knows a password in either form of its accents', async () => {
    const { url } = await listAt(() => range('caf\u00e9 au lait', 1));
    expect(await asking(url, 'cafe\u0301 au lait')).toBe(true);
  });

  it.each([
    ['is refused', 503, 'status 503'],
    ['never comes', null, 'TimeoutError'],
  ])('rejects nothing where its answer %s, and says so in the log without the password', async (_what, answer, why) => {
    const { url } = await listAt(() => answer);
    const lines = await linesOf(async () => expect(await asking(url)).toBe(false));
    expect(lines).toEqual([{ event: 'list of breached passwords cannot be asked', why, change: 'BREACHED_PASSWORDS' }]);
  });

  it('says in the log why it cannot be reached', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const lines = await linesOf(async () => expect(await asking(url)).toBe(false));
    expect(lines).toMatchObject([{ why: 'ECONNREFUSED' }]);
  });

  it('is not asked unless it is set, must be https in production, and a folder must exist', async () => {
    expect(readConfig({}).breachedPasswords).toBeNull();
    const unset = () => isBreached({ config: readConfig({}) }, BREACHED);
    expect(await linesOf(async () => expect(await unset()).toBe(false))).toEqual([]);
    const env = { NODE_ENV: 'production', PUBLIC_URL: 'https://a.example', SMTP_URL: 'smtps://mail.example' };
    const missing = join(emptyFolder(), 'nowhere');
    for (const value of ['http://list.example', missing, 'https://list.example/?key=1']) {
      expect(() => readConfig({ ...env, BREACHED_PASSWORDS: value })).toThrow('BREACHED_PASSWORDS');
    }
  });
});
