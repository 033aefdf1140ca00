import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { json } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { API_PATH } from '#domain/hosts.ts';
import { DECLINED_CARD } from '#tests/support/bankCheck.ts';
import { eventually } from '#tests/support/mailing.ts';
import { type MailServer, startMailServer } from '#tests/support/mailServer.ts';
import { newDataFolder } from '#tests/support/newDataFolder.ts';
import { type RunningServer, start } from '#tests/support/process.ts';
import { AREA, account, billing } from '#tests/support/signUp.ts';
import { fromLogin, providerPerson, sendForm } from '#tests/support/ssoWalk.ts';
import { newVisitor } from '#tests/support/visitor.ts';

/*
 * Whatever is secret is looked for, byte by byte, in everything that a server leaves when it is killed: the database
 * file with its free pages and its write-ahead file, the key, and the log with its errors. A code or a link can be read
 * in its mail only.
 */

const EMAIL = 'marked@example.com';
const PASSWORD = 'marker-of-the-first-password';
const NEW_PASSWORD = 'marker-of-the-second-password';
const WRONG_PASSWORD = 'marker-of-a-wrong-password';
const CARD = '4000056655665556';
const CVV = '917';

/** Secrets by what they are. */
class Secrets {
  readonly all = new Map<string, string>([
    ['password', PASSWORD],
    ['new password', NEW_PASSWORD],
    ['wrong password', WRONG_PASSWORD],
    ['card', CARD],
    ['declined card', DECLINED_CARD],
  ]);

  /** Adds one that only comes up in the run. */
  found(what: string, value: unknown): string {
    if (typeof value !== 'string' || value.length < 6) throw new Error(`There is no ${what}.`);
    this.all.set(what, value);
    return value;
  }

  /** Those that a text has oftener than before the run, in clear or in a common notation. */
  leakedInto(bytes: string, before = ''): string[] {
    return [...this.all].flatMap(([what, secret]) => {
      const notations = [
        secret,
        secret.replaceAll(/(.{4})(?=.)/g, '$1 '),
        encodeURIComponent(secret),
        Buffer.from(secret).toString('hex'),
        Buffer.from(secret).toString('base64').replace(/=+$/, ''),
      ];
      return notations.some((text) => bytes.split(text).length > before.split(text).length) ? [what] : [];
    });
  }
}

const contentOf = (folder: string): string =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n');

/** A security code is too short to be looked for in bytes: it is named as one, or stored as a value of its own. */
const namedSecurityCode = /cvv\W{1,6}917\b/;

/** How often it is stored as a value; area codes look alike. */
function storedSecurityCodes(folder: string): number {
  const database = new DatabaseSync(join(folder, 'store.sqlite'));
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all() as { name: string }[];
  const values = tables.flatMap(({ name }) => database.prepare(`select * from "${name}"`).all().flatMap(Object.values));
  database.close();
  return values.filter((value) => String(value) === CVV).length;
}

/** A client that gathers the tokens and cookies of the answers. */
function clientOf({ port }: RunningServer, secrets: Secrets) {
  return async (method: string, path: string, body?: object, userToken = '') => {
    const headers = {
      Host: 'localhost',
      ...(body && { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() }),
      ...(userToken && { Authorization: `Bearer ${userToken}` }),
    };
    const answer = await new Promise<{ status: number; body: Record<string, unknown> }>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, method, path: API_PATH + path, headers }, (response) => {
        for (const line of response.headers['set-cookie'] ?? []) {
          const value = /^[^=]+=([^;]*)/.exec(line)?.[1];
          if (value) secrets.found(`cookie of ${path.split('/')[1]}`, value);
        }
        json(response).then(
          (data) => resolve({ status: response.statusCode ?? 0, body: data as Record<string, unknown> }),
          reject,
        );
      });
      sent.on('error', reject);
      sent.end(body && JSON.stringify(body));
    });
    for (const [name, value] of Object.entries(answer.body)) {
      if (/token|nonce|fingerprint/.test(name)) secrets.found(`${name} of ${method} ${path.split('/')[1]}`, value);
    }
    return answer;
  };
}

type Client = ReturnType<typeof clientOf>;

/** Finds a secret in the mail that has arrived last, and waits for the next. */
function mailboxOf({ mails }: MailServer, secrets: Secrets) {
  return async (what: string, pattern: RegExp): Promise<string> => {
    const text = await eventually(() => {
      const raw = mails.at(-1)?.raw ?? '';
      const plain = raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
      return pattern.exec(plain)?.[1] ?? expect.fail(`no ${what}`);
    });
    mails.length = 0;
    return secrets.found(what, text);
  };
}

const CODE = /^(\d{6})\r?$/m;

async function signUp(act: Client, mailed: ReturnType<typeof mailboxOf>): Promise<string> {
  const created = await act('POST', '/registrations', { ...account, email: EMAIL, password: PASSWORD });
  const path = `/registrations/${created.body['token']}`;
  await act('PATCH', path, { step: '2', verification_code: await mailed('verification code', CODE) });
  const numbers = await act('GET', `${path}/numbers/${AREA}`);
  const [{ e164: number }] = (numbers.body as { data: { numbers: [{ e164: string }] } }).data.numbers;
  expect((await act('PATCH', path, { step: '3', number, number_id: AREA, nb_users: 1 })).status).toBe(200);
  const card = { ...billing, card_cvv: CVV };
  for (const card_number of [DECLINED_CARD, CARD]) await act('PATCH', path, { ...card, card_number });
  return path;
}

async function recoverAndLogIn(act: Client, mails: MailServer, mailed: ReturnType<typeof mailboxOf>): Promise<string> {
  const guess = { email: EMAIL, password: WRONG_PASSWORD, remember_me: true };
  expect((await act('POST', '/login', guess)).status).toBe(401);
  mails.mails.length = 0;
  await act('POST', '/password', { email: EMAIL });
  const token = await mailed('link of the reset', /[?&]token=([\w-]{43})/);
  expect((await act('POST', '/reset', { token, password: NEW_PASSWORD })).status).toBe(200);
  await eventually(() => expect(mails.mails).toHaveLength(1));
  mails.mails.length = 0;
  const login = await act('POST', '/login', { email: EMAIL, password: NEW_PASSWORD, remember_me: true });
  expect(login.status).toBe(202);
  const code = await mailed('login code', CODE);
  const { status, body } = await act('POST', '/login2fa', { nonce: login.body['nonce'], code });
  expect(status).toBe(200);
  return String(body['user_token']);
}

/** A sign-on at the local provider; its code, state and the cookies that it leaves are secret, too. */
async function signOn({ port }: RunningServer, secrets: Secrets): Promise<void> {
  const app = `http://localhost:${port}`;
  const visitor = newVisitor((url) => {
    for (const name of ['code', 'state']) {
      const value = url.searchParams.get(name);
      if (value) secrets.found(`${name} of a sign-on`, value);
    }
    return url.origin === app && !url.pathname.startsWith('/v1/');
  });
  const choice = await visitor.go(app + fromLogin('google'));
  await sendForm(visitor, await visitor.go(choice.url, providerPerson('signed-on@example.com')));
  expect(secrets.all.has('code of a sign-on')).toBe(true);
}

/** An error that nobody foresaw, which is logged with its place in the code. */
async function breakDown(act: Client, dataDir: string): Promise<void> {
  const beside = new DatabaseSync(join(dataDir, 'store.sqlite'), { timeout: 5_000 });
  beside.exec('alter table users rename to gone');
  beside.close();
  const guess = { email: EMAIL, password: NEW_PASSWORD, remember_me: true };
  expect((await act('POST', '/login', guess)).status).toBe(500);
}

test('a whole run leaves no secret in clear', { timeout: 120_000 }, async () => {
  const mailServer = await startMailServer();
  const dataDir = await newDataFolder();
  const before = contentOf(dataDir);
  const codesBefore = storedSecurityCodes(dataDir);
  const server = await start(dataDir, [], { SMTP_URL: mailServer.url, COOL_DOWN_S: '0' });
  // It begins with the cards to try.
  const beginning = server.output();
  const secrets = new Secrets();
  const act = clientOf(server, secrets);
  const mailed = mailboxOf(mailServer, secrets);

  const registration = await signUp(act, mailed);
  expect((await act('POST', `${registration}/token`, {})).status).toBe(201);
  await signOn(server, secrets);
  const userToken = await recoverAndLogIn(act, mailServer, mailed);
  expect((await act('GET', '/account', undefined, userToken)).status).toBe(200);
  await act('POST', '/logout', {}, userToken);
  await breakDown(act, dataDir);
  server.child.kill('SIGKILL');
  await server.ended;

  expect(secrets.all.size).toBeGreaterThanOrEqual(17);
  expect(server.output()).toContain('handler failed');
  expect(secrets.leakedInto(server.output(), beginning)).toEqual([]);
  expect(secrets.leakedInto(contentOf(dataDir), before)).toEqual([]);
  expect(server.output() + contentOf(dataDir)).not.toMatch(namedSecurityCode);
  expect(storedSecurityCodes(dataDir)).toBe(codesBefore);
});

test('a secret that is left would be found, in clear or in another notation', () => {
  const secrets = new Secrets();
  secrets.found('token', 'a-token-of-a-session');
  for (const notation of ['a-token-of-a-session', '61', Buffer.from('a-token-of-a-session').toString('base64')]) {
    const isWhole = notation !== '61';
    expect(secrets.leakedInto(`before ${notation} after`)).toEqual(isWhole ? ['token'] : []);
  }
  expect(secrets.leakedInto('4000 0566 5566 5556')).toEqual(['card']);
  expect(secrets.leakedInto(PASSWORD, PASSWORD)).toEqual([]);
});
