import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openKeyring } from '#server/platform/secrets.ts';
import { backUp } from '#server/store/sqlite/backup.ts';
import { credentials, EMAIL } from '#tests/support/account.ts';
import { admin } from '#tests/support/admin.ts';
import { emptyFolder } from '#tests/support/dataFolder.ts';
import { startIssuer } from '#tests/support/issuer.ts';
import { eventually, outbox, queue } from '#tests/support/mailing.ts';
import { startMailServer } from '#tests/support/mailServer.ts';
import { newDataFolder } from '#tests/support/newDataFolder.ts';
import { addOwner } from '#tests/support/people.ts';
import { binaries, preparedDatabase } from '#tests/support/postgres.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { begin } from '#tests/support/signUp.ts';

const kinds = [
  { name: 'SQLite', isThere: true, database: async () => '' },
  { name: 'PostgreSQL', isThere: binaries !== null, database: preparedDatabase },
];
/** Nobody listens there, so mails wait. */
const noMailServer = { SMTP_URL: 'smtp://127.0.0.1:9' };

const keyOf = (dataDir: string) => readFileSync(join(dataDir, 'key'), 'utf8');
const rotate = (server: TestServer, ...options: string[]) => admin(server, 'rotate-key', ...options);

describe.each(kinds.filter(({ isThere }) => isThere))(
  'npm run admin -- rotate-key on $name',
  { timeout: 120_000 },
  ({ name, database }) => {
    async function place() {
      const dataDir = await newDataFolder();
      const DATABASE_URL = await database(dataDir);
      const start = (env: Record<string, string> = noMailServer, given: Partial<Pick<TestServer, 'clock'>> = {}) =>
        startServer({ ...env, DATABASE_URL }, { dataDir, ...given });
      return { dataDir, start };
    }

    it('is refused while a server runs; then accounts, sessions and mails that wait stay, and codes expire', async () => {
      const { dataDir, start } = await place();
      const before = await start({ ...noMailServer, TWO_FACTOR: 'off' });
      await addOwner(before, EMAIL);
      const session = (await before.api.login({ body: credentials })).data;
      await before.close();
      const asking = await start();
      const challenge = (await asking.api.login({ body: credentials })).data;
      await queue(asking, { to: EMAIL, kind: 'passwordChanged', language: 'en' });
      const old = { text: keyOf(dataDir), keyring: openKeyring(dataDir) };
      const contents = (await outbox(asking)).map((mail) => old.keyring.open('mail', mail.sealed ?? ''));
      expect(contents).toEqual([expect.stringMatching(/"code":"\d{6}"/), '{}']);
      await expect(rotate(asking)).rejects.toThrow(name === 'SQLite' ? 'in use by another server' : 'stop all of its');
      expect([keyOf(dataDir), existsSync(join(dataDir, 'key.next'))]).toEqual([old.text, false]);
      await asking.close();

      expect((await rotate(asking))[0]).toMatch(/ is new; mails sealed anew: 2\. Make a backup\.$/);
      expect(keyOf(dataDir)).not.toBe(old.text);
      expect(existsSync(join(dataDir, 'key.next'))).toBe(false);

      const waiting = await start();
      const sealed = (await outbox(waiting)).map((mail) => mail.sealed ?? '');
      expect(sealed.map((text) => old.keyring.open('mail', text))).toEqual([null, null]);
      expect(sealed.map((text) => waiting.context.keyring.open('mail', text))).toEqual(contents);
      await waiting.close();

      const mailServer = await startMailServer();
      asking.clock.forward(60);
      const after = await start({ SMTP_URL: mailServer.url }, { clock: asking.clock });
      await eventually(() => expect(mailServer.mails).toHaveLength(1));
      expect(mailServer.mails[0]?.raw).toContain('Your Ringwell password was changed');
      await eventually(async () =>
        expect((await outbox(after)).map(({ kind, status }) => [kind, status])).toEqual([
          ['loginCode', 'dropped'],
          ['passwordChanged', 'sent'],
        ]),
      );
      const userToken = 'user_token' in session ? session.user_token : '';
      expect((await after.client({ userToken }).readAccount({})).status).toBe(200);
      const nonce = 'nonce' in challenge ? challenge.nonce : '';
      const resent = await after.api.resendLoginCode({ params: { nonce } });
      const newest = () => mailServer.mails.find(({ raw }) => /^\d{6}\r?$/m.test(raw))?.raw ?? '';
      await eventually(() => expect(newest()).not.toBe(''));
      const code = /^\d{6}/m.exec(newest())?.[0] ?? '';
      const body = { nonce: resent.data.nonce, code };
      expect((await after.api.loginWithCode({ body })).status).toBe(200);
    });

    it('ends codes and sign-ons under way, leaves out a mail that cannot be read, and says what to do next', async () => {
      const { start } = await place();
      const before = await start({ ...noMailServer, ...(await startIssuer()).env('GOOGLE') });
      await addOwner(before, EMAIL);
      await before.api.login({ body: credentials });
      await begin(before);
      await begin(before, { email: 'verified@example.com' });
      await before.request('/v1/phone/sso/connect/google');
      const { db } = before.context;
      await db
        .updateTable('registrations')
        .set({ code_hash: null, code_expires_at: null })
        .where('email', '=', 'verified@example.com')
        .execute();
      expect(await db.selectFrom('sso_flows').selectAll().execute()).toHaveLength(1);
      await queue(before, { to: EMAIL, kind: 'passwordChanged', language: 'en' });
      await db.updateTable('outbox').set({ sealed: 'by a lost key' }).where('kind', '=', 'passwordChanged').execute();
      const codes = (server: TestServer) =>
        server.context.db.selectFrom('registrations').select(['code_hash', 'code_expires_at']).orderBy('id').execute();
      const [, verified] = await codes(before);
      await db.insertInto('facts').values({ name: 'other', value: 'stays' }).execute();
      await before.close();

      const lines = await rotate(before);
      expect(lines[0]).toMatch(/^The key \/.+\/key is new; mails sealed anew: 3\. Make a backup\.$/);
      expect(lines.slice(1)).toEqual(
        name === 'SQLite' ? [] : ['Copy the key to every other server of this database, then start them.'],
      );
      const after = await start();
      const challenges = await after.context.db.selectFrom('login_challenges').select('code_expires_at').execute();
      expect(challenges).toEqual([{ code_expires_at: 0 }]);
      expect(await codes(after)).toEqual([{ code_hash: expect.any(String), code_expires_at: 0 }, verified]);
      expect(await after.context.db.selectFrom('sso_flows').selectAll().execute()).toEqual([]);
      const facts = after.context.db.selectFrom('facts').select('value').where('name', '=', 'other');
      expect(await facts.execute()).toEqual([{ value: 'stays' }]);
      const unread = (await outbox(after)).filter(({ kind }) => kind === 'passwordChanged');
      expect(unread).toMatchObject([{ sealed: 'by a lost key' }]);
    });

    it('that was cut off before or after the change of the database is continued by any start', async () => {
      const { dataDir, start } = await place();
      const [key, next] = ['key', 'key.next'].map((file) => join(dataDir, file)) as [string, string];
      const server = await start();
      await server.close();
      const old = keyOf(dataDir);
      openKeyring(dataDir, 'key.next');
      await (await start()).close();
      expect(keyOf(dataDir)).toBe(old);

      expect(await rotate(server, '--json')).toEqual(['{"mails":0}']);
      const made = keyOf(dataDir);
      renameSync(key, next);
      writeFileSync(key, old);
      if (name === 'SQLite') backUp(dataDir, join(emptyFolder(), 'backup'));
      await (await start()).close();
      expect([keyOf(dataDir), existsSync(next)]).toEqual([made, false]);
    });
  },
);
