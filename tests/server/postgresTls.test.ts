import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, Socket } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openPool } from '#server/store/postgres/connection.ts';
import type { DatabaseSettings } from '#server/store/postgres/settings.ts';
import { emptyFolder } from '#tests/support/dataFolder.ts';

/* What a database receives before its certificate is verified: the request for TLS, and no name or password. */

/** The message that asks a PostgreSQL server for TLS. */
const TLS_REQUEST = '\0\0\0\x08\x04\xd2\x16/';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** A self-signed certificate for a host, and its key. */
function certificate(host: string) {
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(emptyFolder(), name)) as [string, string];
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
    ...['-keyout', key, '-out', cert, '-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`],
  ]);
  expect(made.status).toBe(0);
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

/** A server that answers the request for TLS and keeps what it receives. */
async function listen(tls: { key: string; cert: string } | null) {
  const received: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.once('data', (request) => {
      received.push(request.toString('latin1'));
      socket.write(tls ? 'S' : 'N');
      const stream = tls ? new TLSSocket(socket, { isServer: true, ...tls }) : socket;
      stream.on('error', () => {});
      stream.on('data', (bytes) => {
        received.push(bytes.toString('latin1'));
        stream.destroy();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, received };
}

/** Tries to connect; why that failed, and what the server received. */
async function connect(tls: Parameters<typeof listen>[0], settings: DatabaseSettings['tls']) {
  const { port, received } = await listen(tls);
  const login = { name: 'phone', user: 'entry', password: 'secret', connections: 1 };
  const pool = openPool({ host: 'localhost', port, ...login, tls: settings });
  onTestFinished(() => pool.end());
  const reason = await pool.connect().then(
    () => null,
    (error: { reason?: string }) => error.reason,
  );
  return { reason, received };
}

describe('the connection to a database', () => {
  const test = it.skipIf(!hasOpenssl);
  const unverified = { reason: 'its certificate cannot be verified', received: [TLS_REQUEST] };

  test('is refused with a certificate that no authority has signed', async () => {
    expect(await connect(certificate('localhost'), { authorities: null })).toEqual(unverified);
  });

  test('is refused with the certificate of another host', async () => {
    const other = certificate('db.example');
    expect(await connect(other, { authorities: other.cert })).toEqual(unverified);
  });

  test('is made by TLS with a certificate of the authorities that the operator names', async () => {
    const ours = certificate('localhost');
    const { received } = await connect(ours, { authorities: ours.cert });
    expect(received[0]).toBe(TLS_REQUEST);
    expect(received[1]).toContain('cloud-phone-entry');
  });

  it('is refused where TLS is required and not offered', async () => {
    expect(await connect(null, { authorities: null })).toEqual({
      reason: 'it offers no TLS',
      received: [TLS_REQUEST],
    });
  });

  it('is kept alive while nothing is sent on it', async () => {
    const keep = vi.spyOn(Socket.prototype, 'setKeepAlive');
    onTestFinished(() => keep.mockRestore());
    await connect(null, null);
    expect(keep).toHaveBeenCalledExactlyOnceWith(true, expect.anything());
  });

  it('is in clear text where the operator has set that', async () => {
    const { received } = await connect(null, null);
    expect(received[0]).toContain('cloud-phone-entry');
  });
});
