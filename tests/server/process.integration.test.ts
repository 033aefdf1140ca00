import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:net';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { API_PATH } from '#domain/hosts.ts';
import { emptyFolder } from '#tests/support/dataFolder.ts';
import { newDataFolder } from '#tests/support/newDataFolder.ts';
import { mailedCode, run, start } from '#tests/support/process.ts';
import { account, read } from '#tests/support/signUp.ts';
import { freePort } from '../../tools/freePort.ts';

/*
 * The server as a process of its own: how it starts, refuses to start, is killed and goes on.
 */

const isRoot = process.geteuid?.() === 0;

const inUse = (dataDir: string) =>
  `The data folder ${dataDir} is in use by another server; stop that server or set DATA_DIR to another folder.`;

/** The answer to a request from an address of this machine by way of a proxy that is not trusted, which is logged. */
async function statusFrom(localAddress: string, port: number): Promise<number | undefined> {
  const headers = { 'X-Forwarded-For': '203.0.113.1' };
  const sent = request({ host: '127.0.0.1', port, path: '/healthz', localAddress, headers, agent: false }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

describe('the process', { timeout: 60_000 }, () => {
  it('prints address, inbox, users and cards at the start, and ends cleanly on SIGTERM', async () => {
    const dataDir = emptyFolder();
    const { child, output, ended, port } = await start(dataDir);
    for (const words of [
      `http://localhost:${port}/login/`,
      `http://localhost:${port}/inbox`,
      'owner@example.com',
      '4000 0000 0000 3220',
    ]) {
      expect(output()).toContain(words);
    }
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('ends with 1 and says so if its database cannot be closed', async () => {
    const fault = join(emptyFolder(), 'fault.mjs');
    writeFileSync(
      fault,
      `import { DatabaseSync } from 'node:sqlite';
      process.once('SIGTERM', () => {
        DatabaseSync.prototype.close = () => { throw Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR' }); };
      });`,
    );
    const { child, output, ended } = await start(await newDataFolder(), [], { NODE_OPTIONS: `--import=${fault}` });
    child.kill('SIGTERM');
    expect(await ended).toBe(1);
    expect(output()).toMatch(/\{.*"code":"ERR_SQLITE_ERROR".*"event":"the server could not be stopped cleanly"\}\n$/);
  });

  it.runIf(process.platform === 'linux')('gives the threads that hash passwords a lower priority', async () => {
    const { child } = await start(await newDataFolder());
    const threads = `/proc/${child.pid}/task`;
    const pool = readdirSync(threads).filter((id) =>
      readFileSync(join(threads, id, 'comm'), 'utf8').startsWith('libuv-worker'),
    );
    expect(pool).not.toEqual([]);
    for (const id of pool) expect(getPriority(Number(id))).toBeGreaterThan(getPriority(child.pid));
  });

  it('finishes a running request on SIGTERM and ends with it, although its connection is kept alive', async () => {
    const { child, ended, port } = await start(await newDataFolder());
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const body = JSON.stringify(account);
    const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length, Expect: '100-continue' };
    const options = { port, agent, path: `${API_PATH}/registrations`, method: 'POST', headers };
    const sent = request({ host: '127.0.0.1', ...options });
    sent.flushHeaders();
    await once(sent, 'continue');
    child.kill('SIGTERM');
    await vi.waitFor(() => expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow(), { timeout: 5_000 });
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    expect(await json(answer)).toMatchObject({ step: '2' });
    const answered = performance.now();
    expect(await ended).toBe(0);
    expect(performance.now() - answered).toBeLessThan(4_000);
  });

  it.skipIf(!existsSync('/dev/full'))('goes on where its log cannot be written, because the disk is full', async () => {
    const { port, child } = await start(emptyFolder(), ['sh', '-c', 'exec "$@" 2>/dev/full', 'sh']);
    // Each address is a line of the log.
    for (const address of ['127.0.0.1', '127.0.0.2']) {
      expect(await statusFrom(address, port)).toBe(200);
      expect(await statusFrom(address, port)).toBe(200);
    }
    expect(child.exitCode).toBeNull();
  });

  it('goes on when what reads its log has ended', async () => {
    const { port, child } = await start(emptyFolder());
    child.stderr?.destroy();
    for (const address of ['127.0.0.1', '127.0.0.2']) {
      expect(await statusFrom(address, port)).toBe(200);
      expect(await statusFrom(address, port)).toBe(200);
    }
    expect(child.exitCode).toBeNull();
  });

  it('continues with the same data after it is killed: no registration is lost', async () => {
    const dataDir = emptyFolder();
    const first = await start(dataDir);
    const { data } = await first.api.createRegistration({ body: account });
    const token = 'token' in data ? (data.token ?? '') : '';
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await start(dataDir);
    expect(await read(second.api, token)).toMatchObject({ step: '2', data: { email: account.email } });
    expect(await mailedCode(second, account.email)).toMatch(/^\d{6}$/);
  });

  it('a second one on the same data exits with one sentence until the first is killed', async () => {
    const dataDir = await newDataFolder();
    const first = await start(dataDir);
    const second = run({ PORT: String(await freePort()), DATA_DIR: dataDir });
    expect(await second.ended).toBe(1);
    expect(second.output().trim()).toBe(inUse(dataDir));
    first.child.kill('SIGKILL');
    await first.ended;
    await start(dataDir);
  });

  it.skipIf(!isRoot)('a second one in another container, which cannot see the first, exits too', async () => {
    const dataDir = await newDataFolder();
    const container = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
    await start(dataDir, container);
    const second = run({ PORT: String(await freePort()), DATA_DIR: dataDir }, container);
    expect(await second.ended).toBe(1);
    expect(second.output().trim()).toBe(inUse(dataDir));
  });

  it.skipIf(!existsSync('/proc/self/stat'))(
    'a killed one that its parent has not reaped does not block the next',
    async () => {
      const dataDir = await newDataFolder();
      // The shell becomes a program that never waits for its children.
      const parent = ['sh', '-c', '"$@" & echo "pid $!"; exec sleep 60', 'sh'];
      const first = await start(dataDir, parent);
      const pid = Number(/^pid (\d+)$/m.exec(first.output())?.[1]);
      process.kill(pid, 'SIGKILL');
      await vi.waitFor(() => expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z '));
      await start(dataDir);
      expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
    },
  );

  it('a port in use is reported in one sentence', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    onTestFinished(() => void taken.close());
    const { port: number } = taken.address() as { port: number };
    const { ended, output } = run({ PORT: String(number), DATA_DIR: emptyFolder() });
    expect(await ended).toBe(1);
    expect(output().trim()).toMatch(new RegExp(`^Cannot use port ${number}: [^\n]+$`));
  });

  it.each([
    [{ DATA_DIR: '/dev/null/data' }, 'Cannot use the data folder /dev/null/data'],
    [{ DATA_DIR: `/${'a'.repeat(300)}` }, '(ENAMETOOLONG); set DATA_DIR to a writable folder.'],
    [{ HOST: '203.0.113.9', SMTP_URL: 'smtp://127.0.0.1:9' }, 'HOST must be an address or a name of this machine'],
    [{ METRICS_LISTEN: '203.0.113.9:9464' }, 'METRICS_LISTEN at port 9464 of 203.0.113.9'],
    [{ PORT: 'many' }, 'PORT must be a whole number from 1 to 65535, but it is "many".'],
    [{ NODE_ENV: 'production' }, 'PUBLIC_URL is required when NODE_ENV is production.'],
  ])('%o is reported in one sentence', async (env, words) => {
    const { ended, output } = run({ PORT: String(await freePort()), DATA_DIR: emptyFolder(), ...env });
    expect(await ended).toBe(1);
    expect(output().trim().split('\n')).toHaveLength(1);
    expect(output()).toContain(words);
  });
});
