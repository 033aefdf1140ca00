import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { UsageError } from '#server/admin/command.ts';
import { help } from '#server/admin/commands.ts';
import { runCommand } from '../support/admin.ts';
import { copyOf, emptyFolder, usedFolder } from '../support/dataFolder.ts';
import { newDataFolder } from '../support/newDataFolder.ts';
import { addOwner } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';

const EMAIL = 'ann@example.com';
const link = expect.stringMatching(/^http:\/\/localhost:3000\/.*=[\w-]{43}$/);

/** Every command that works on a database, its arguments, its data, and its lines for people. */
const rows: readonly [command: string, args: string[], data: object, lines: unknown[]][] = [
  [
    'discount',
    [EMAIL, '--percent', '10'],
    { email: EMAIL, percent: 10, campaign: 'operator', link },
    ['Link for 10% off every invoice, to be opened within 90 days:', link],
  ],
  [
    'create-user',
    ['new@example.com', '--first-name', 'A', '--last-name', 'B'],
    { email: 'new@example.com', link },
    ["new@example.com can choose a password here within 30 minutes, or later with 'Forgot password?':", link],
  ],
  ['end-sessions', [EMAIL], { ended: 0 }, ['Sessions ended: 0.']],
  [
    'disable',
    [EMAIL],
    { email: EMAIL, disabled: true, role: 'owner' },
    ['ann@example.com can no longer log in. The other users of the account can still log in.'],
  ],
  ['enable', [EMAIL], { email: EMAIL, disabled: false }, ['ann@example.com can log in again.']],
  [
    'change-email',
    ['gone@example.com', 'new@example.com'],
    { from: 'gone@example.com', to: 'new@example.com' },
    ['gone@example.com is now new@example.com, and can log in after choosing a new password by the mailed link.'],
  ],
  ['unlock', [EMAIL], { email: EMAIL }, ['ann@example.com can try again straight away.']],
  [
    'show',
    ['idle@example.com'],
    { outbox: [expect.objectContaining({ kind: 'invitation', sent_at: null })] },
    [expect.stringMatching(/^{\n {2}"outbox": \[\n/)],
  ],
  [
    'erase',
    ['idle@example.com'],
    { erased: ['idle@example.com'], rows: 1 },
    ['All that was kept about idle@example.com is deleted. Backups still have it (docs/data.md).'],
  ],
  [
    'dead-letters',
    [],
    {
      mails: [
        {
          id: expect.any(Number),
          created_at: '2025-03-05T12:00:00.000Z',
          recipient: EMAIL,
          kind: 'reset',
          next_attempt_at: null,
          reason: 'rejected',
        },
      ],
    },
    [expect.stringMatching(/^\d+ {2}2025-03-05T12:00:00\.000Z {2}ann@example\.com {2}reset {2}given up {2}rejected$/)],
  ],
  ['send-again', ['all'], { queued: 0 }, ['Emails queued again: 0.']],
  ['purge', [], { deleted: { tokens: 1 } }, ['tokens  1']],
];

async function prepared(): Promise<TestServer> {
  const server = await startServer({ DATABASE_URL: '' });
  const { userId } = await addOwner(server, EMAIL);
  await addOwner(server, 'gone@example.com', { user: { disabled_at: 1 } });
  const { db, now } = server.context;
  const created_at = now();
  await db
    .insertInto('tokens')
    .values({ purpose: 'reset', token_hash: 'x', user_id: userId, created_at, expires_at: created_at - 1 } as never)
    .execute();
  await db
    .insertInto('outbox')
    .values({
      kind: 'reset',
      recipient: EMAIL,
      language: 'en',
      message_id: 'm1',
      status: 'dead',
      last_error: 'rejected',
      created_at,
      next_attempt_at: created_at,
      expires_at: created_at,
      attempts: 1,
    } as never)
    .execute();
  await db
    .insertInto('outbox')
    .values({
      kind: 'invitation',
      recipient: 'idle@example.com',
      language: 'en',
      message_id: 'm2',
      status: 'dropped',
      created_at,
      next_attempt_at: created_at,
      expires_at: created_at,
      attempts: 1,
    } as never)
    .execute();
  return server;
}

it('the table has every command; those on the folder are below', () => {
  const names = help().flatMap((line) => /^ {2}([a-z-]+)/.exec(line)?.[1] ?? []);
  expect(names).toEqual([...rows.map(([name]) => name), 'backup', 'restore', 'move-to-postgres', 'rotate-key']);
});

it.each(rows)('%s prints its data as one line of JSON, and refuses wrong arguments', async (name, args, data) => {
  const { context } = await prepared();
  const lines = await runCommand(context, [name, ...args, '--json']);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toEqual(data);
  await expect(runCommand(context, [name, ...args, 'one-too-many'])).rejects.toThrow(UsageError);
  await expect(runCommand(context, [name, ...args, '--unknown'])).rejects.toThrow(UsageError);
});

it.each(rows)('%s prints lines for people without --json', async (name, args, _data, lines) => {
  const { context } = await prepared();
  expect(await runCommand(context, [name, ...args])).toEqual(lines);
});

it('backup and restore say where the data is, and where what was there before', async () => {
  const { context } = await prepared();
  const target = await newDataFolder();
  const fresh = await newDataFolder();
  for (const folder of [target, fresh]) await rm(folder, { recursive: true, force: true });
  const run = (dataDir: string, ...args: string[]) =>
    runCommand({ ...context, config: { ...context.config, dataDir } }, args);
  const backedUp = await run(context.config.dataDir, 'backup', target);
  const size = statSync(join(target, 'store.sqlite')).size / 1024;
  expect(backedUp).toEqual([
    `The backup is in ${target}: database (${size} KiB) and key. Keep it as secret as the data.`,
  ]);
  const restored = `The backup ${target} is restored into ${fresh}. Start the server.`;
  expect(await run(fresh, 'restore', target)).toEqual([restored]);
  expect(await run(fresh, 'restore', target, '--replace')).toEqual([
    restored,
    expect.stringMatching(/^What was there before is in \/.+; delete it when it is no longer needed\.$/),
  ]);
});

it('backup and restore print their data as one line of JSON, with whole paths', async () => {
  const { context } = await prepared();
  const target = join(emptyFolder(), 'backup');
  const fresh = relative(process.cwd(), emptyFolder());
  const run = async (dataDir: string, ...args: string[]) => {
    const lines = await runCommand({ ...context, config: { ...context.config, dataDir } }, [...args, '--json']);
    return lines.map((line) => JSON.parse(line) as object);
  };
  expect(await run(context.config.dataDir, 'backup', target)).toEqual([{ folder: target, bytes: expect.any(Number) }]);
  expect(await run(fresh, 'restore', target)).toEqual([{ restored: target, aside: null }]);
  const aside = expect.stringMatching(/^\/.+/);
  expect(await run(fresh, 'restore', target, '--replace')).toEqual([{ restored: target, aside }]);
  await expect(run(fresh, 'move-to-postgres')).rejects.toThrow('Set DATABASE_URL');
  await expect(run(fresh, 'backup')).rejects.toThrow(UsageError);
});

it.each([
  [
    'without its newest changes',
    async () => copyOf((await prepared()).dataDir, 'store.sqlite', 'key'),
    '--incomplete',
    'is incomplete',
  ],
  ['whose key is lost', async () => copyOf(await usedFolder(), 'store.sqlite'), '--new-key', 'There is no backup in'],
])('restore takes a copy %s only with the option for it', async (_, prepare, option, refusal) => {
  const { context } = await startServer({ DATABASE_URL: '' });
  const [copy, fresh] = [await prepare(), emptyFolder()];
  const restore = (...options: string[]) =>
    runCommand({ ...context, config: { ...context.config, dataDir: fresh } }, ['restore', copy, ...options]);
  await expect(restore()).rejects.toThrow(refusal);
  expect(await restore(option)).toEqual([`The backup ${copy} is restored into ${fresh}. Start the server.`]);
});
