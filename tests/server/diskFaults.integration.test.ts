import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { emptyFolder } from '#tests/support/dataFolder.ts';
import { start } from '#tests/support/process.ts';
import { refusedKey, signUp } from '#tests/support/refusedSignUp.ts';

/* Faults of a disk as they really are, for a server in a process of its own; storeFaults.integration.test.ts has all others. */

describe('a disk', () => {
  const mount = (folder: string) => spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m,mode=700', 'tmpfs', folder]);

  it.skipIf(process.geteuid?.() !== 0)('that is full is handled where it really is', { timeout: 60_000 }, async () => {
    const disk = emptyFolder();
    if (mount(disk).status !== 0) return;
    onTestFinished(() => void spawnSync('umount', ['--lazy', disk]));
    const dataDir = join(disk, 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    const server = await start(dataDir);
    const request = (path: string, init?: RequestInit) => fetch(`http://localhost:${server.port}${path}`, init);

    const filling = join(disk, 'filling');
    const { bavail, bsize } = statfsSync(disk);
    expect(() => writeFileSync(filling, Buffer.alloc((bavail + 1) * bsize))).toThrow('ENOSPC');
    await refusedKey({ request });
    expect(server.output()).toContain('"reason":"the disk is full"');
    expect((await request('/readyz')).status).toBe(503);
    expect(await (await request('/readyz')).text()).toContain('the disk is full');
    expect((await request('/healthz')).status).toBe(200);

    rmSync(filling);
    expect((await request('/readyz')).status).toBe(200);
    expect((await signUp({ request })).status).toBe(200);
  });

  it.skipIf(spawnSync('prlimit', ['--version']).status !== 0)(
    'that reports errors is handled where writes really fail',
    { timeout: 60_000 },
    async () => {
      const server = await start(emptyFolder());
      const request = (path: string, init?: RequestInit) => fetch(`http://localhost:${server.port}${path}`, init);
      const limitFiles = (bytes: string) =>
        expect(spawnSync('prlimit', ['--pid', String(server.child.pid), `--fsize=${bytes}:`]).status).toBe(0);
      limitFiles('1');
      const refused = await signUp({ request });
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
      const ready = await request('/readyz');
      expect([ready.status, await ready.text()]).toEqual([
        503,
        'the database takes no changes: the disk reports an error',
      ]);
      expect((await request('/healthz')).status).toBe(200);
      limitFiles('unlimited');
      expect((await request('/readyz')).status).toBe(200);
      expect((await signUp({ request })).status).toBe(200);
    },
  );
});
