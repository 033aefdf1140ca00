import { once } from 'node:events';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { listen } from '#server/http/listen.ts';
import { freePort } from '../../tools/freePort.ts';
import { startServer, type TestServer } from './server.ts';

/** A raw HTTP response. */
type WireAnswer = { status: number; header: (name: string) => string | null; body: string };

/** The server on a port, with raw requests. */
type WireServer = TestServer & { port: number; send: (request: string) => Promise<WireAnswer> };

/** The whole server, listening; stops after the test. */
export async function listenServer(env: Record<string, string> = {}): Promise<WireServer> {
  const port = await freePort();
  const server = await startServer({ PORT: String(port), ...env });
  const stop = await listen(server.app, server.context.config);
  onTestFinished(stop);
  return { ...server, port, send: (request) => send(port, request) };
}

async function send(port: number, request: string): Promise<WireAnswer> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  socket.write(request);
  await once(socket, 'close');
  const [head = '', ...body] = text.split('\r\n\r\n');
  const lines = head.split('\r\n');
  const header = (name: string) =>
    lines.find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}: `))?.slice(name.length + 2) ?? null;
  return { status: Number(lines[0]?.split(' ')[1]), header, body: body.join('\r\n\r\n') };
}
