import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Config } from '../platform/config.ts';
import { ConfigError } from '../platform/environment.ts';
import { badRequest, sendClientError } from './clientError.ts';
import type { App } from './serve.ts';

/** A client that sends slowly or nothing holds a socket no longer than this. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;
const KEEP_ALIVE_MS = 5_000;
/** Node looks for such sockets every 30 seconds by default. */
const CHECK_EVERY_MS = 1_000;
/** Cookies of other pages on the host come with every request; twice Node's default limit. */
const MAX_HEADER_BYTES = 32 * 1024;
/** Whether a path is that of the liveness or the readiness check. */
export const isHealthPath = (path: string): boolean => /^\/(healthz|readyz)\/?$/.test(path);
/** Time for running requests to finish when the server is stopped. */
const DRAIN_MS = 10_000;

/** This machine does not have the address, or there is no such name. */
const foreignAddress = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL', 'ENOTFOUND', 'EAI_AGAIN']);

/** Another process uses the port. */
export class PortTaken extends Error {}

/**
 * Listens on loopback (IPv4 and IPv6) or on HOST; WebSocket requests go to `upgrades`. Returns a function that drains
 * and stops the server.
 */
export async function listen(app: App, config: Config, upgrades?: Server): Promise<() => Promise<void>> {
  const { host, port } = config;
  const listener = getRequestListener(app.fetch, { errorHandler: () => badRequest(config) });
  const servers: Server[] = [];
  /** Requests that are being handled, even if their client has disconnected: they may still need the database. */
  const running = new Set<Promise<unknown>>();
  for (const address of host ? [host] : ['127.0.0.1', '::1']) {
    const server = createServer(
      {
        headersTimeout: HEADERS_MS,
        requestTimeout: REQUEST_MS,
        keepAliveTimeout: KEEP_ALIVE_MS,
        connectionsCheckingInterval: CHECK_EVERY_MS,
        maxHeaderSize: MAX_HEADER_BYTES,
        // Our own guard rejects requests without a host; the health checks must respond to them.
        requireHostHeader: false,
      },
      (incoming, outgoing) => {
        const path = String(incoming.url).replace(/\?.*/, '');
        // A health check may send no host or an invalid one.
        if (isHealthPath(path)) incoming.headers.host = 'localhost';
        // A connection that is kept alive would delay the stop after its last response.
        outgoing.once('close', () => !server.listening && server.closeIdleConnections());
        const answered = Promise.resolve(listener(incoming, outgoing)).finally(() => running.delete(answered));
        running.add(answered);
        return answered;
      },
    );
    // Node would answer a request that expects anything but to continue by itself, without our headers.
    server.on('checkExpectation', (...request) => server.emit('request', ...request));
    server.on('clientError', (error, socket) => void sendClientError(config, error, socket));
    if (upgrades) server.on('upgrade', (...request) => upgrades.emit('upgrade', ...request));
    try {
      server.listen(port, address);
      await once(server, 'listening');
      servers.push(server);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // A machine without IPv6 has no ::1.
      if (address === '::1' && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) continue;
      await Promise.all(servers.map((server) => stop(server, AbortSignal.timeout(DRAIN_MS))));
      if (code === 'EADDRINUSE' || code === 'EACCES') throw new PortTaken(code);
      if (host !== null && foreignAddress.has(code ?? ''))
        throw new ConfigError(`HOST must be an address or a name of this machine, and ${host} is none (${code}).`);
      throw error;
    }
  }
  return async () => {
    const limit = AbortSignal.timeout(DRAIN_MS);
    await Promise.all(servers.map((server) => stop(server, limit)));
    if (!limit.aborted) await Promise.race([Promise.all(running), once(limit, 'abort')]);
  };
}

async function stop(server: Server, limit: AbortSignal): Promise<void> {
  const closed = once(server, 'close', { signal: limit });
  server.close();
  await closed.catch(() => server.closeAllConnections());
}
