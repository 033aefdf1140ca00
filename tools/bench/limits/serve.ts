import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** Serves a folder from memory, compressed: the least that a server can do. Returns its origin and how to stop it. */
export async function serveFolder(folder: string): Promise<{ url: string; stop: () => void }> {
  const compressed = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    const type = types[extname(file)];
    if (!type || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    const body = compressed.get(file) ?? brotliCompressSync(readFileSync(file));
    compressed.set(file, body);
    response
      .writeHead(200, { 'content-type': type, 'content-encoding': 'br', 'content-length': body.byteLength })
      .end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  return {
    url: `http://localhost:${address.port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
