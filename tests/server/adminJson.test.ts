import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { UsageError } from '#server/admin/command.ts';
import { help, runCommand } from '#server/admin/commands.ts';
import { newDataFolder } from '../support/newDataFolder.ts';
import { addOwner } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';

const EMAIL = 'ann@example.com';
const link = expect.stringMatching(/^http:\/\/localhost:3000\/.*=[\w-]{43}$/);

/** Every command that works on a database, its arguments, and its data. */
const rows: readonly [command: string, args: string[], data: object][] = [
  ['discount', [EMAIL, '--percent', '10'], { email: EMAIL, percent: 10, campaign: 'operator', link }],
  ['create-user', ['new@example.com', '--first-name', 'A', '--last-name', 'B'], { email: 'new@example.com', link }],
  ['end-sessions', [EMAIL], { ended: 0 }],
  ['disable', [EMAIL], { email: EMAIL, disabled: true, role: 'owner' }],
  ['enable', [EMAIL], { email: EMAIL, disabled: false }],
  ['change-email', ['gone@example.com', 'new@example.com'], { from: 'gone@example.com', to: 'new@example.com' }],
  ['unlock', [EMAIL], { email: EMAIL }],
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
  ],
  ['send-again', ['all'], { queued: 0 }],
  ['purge', [], { deleted: { tokens: 1 } }],
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

it.each(rows)('%s prints lines for people without --json', async (name, args) => {
  const { context } = await prepared();
  const lines = await runCommand(context, [name, ...args]);
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).not.toMatch(/^[[{]/);
});

it('backup and restore, each in its own process: JSON, and exit codes 0, 1 and 2', async () => {
  const server = await prepared();
  const target = await newDataFolder();
  await rm(target, { recursive: true, force: true });
  const run = async (dataDir: string, ...args: string[]) => {
    const options = { env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' } };
    try {
      const { stdout } = await promisify(execFile)(process.execPath, ['server/admin.ts', ...args, '--json'], options);
      return { code: 0, json: JSON.parse(stdout) as object };
    } catch (error) {
      const { code, stderr } = error as { code: number; stderr: string };
      return { code, json: JSON.parse(stderr) as object };
    }
  };
  const dataDir = server.dataDir;
  expect(await run(dataDir, 'backup', target)).toEqual({
    code: 0,
    json: { folder: target, bytes: expect.any(Number) },
  });
  const fresh = await newDataFolder();
  await rm(fresh, { recursive: true, force: true });
  expect(await run(fresh, 'restore', target)).toEqual({ code: 0, json: { restored: target, aside: null } });
  expect(await run(dataDir, 'unlock', 'nobody@example.com')).toEqual({
    code: 1,
    json: { error: 'No user has the email address nobody@example.com.' },
  });
  expect(await run(dataDir, 'move-to-postgres')).toMatchObject({
    code: 1,
    json: { error: expect.stringContaining('DATABASE_URL') },
  });
  expect(await run(dataDir, 'backup')).toMatchObject({ code: 2 });
  expect(await run(dataDir, 'nonsense')).toMatchObject({ code: 2 });
});
