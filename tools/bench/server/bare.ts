/* A Node HTTP server that does nothing: it answers with as many bytes as the path says (`/20000`). */
import { createServer } from 'node:http';

const bodies = new Map<string, Buffer>();

createServer((request, response) => {
  const path = request.url ?? '/';
  const body = bodies.get(path) ?? Buffer.alloc(Number(path.slice(1)) || 1, 'a');
  bodies.set(path, body);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.byteLength }).end(body);
}).listen(Number(process.env['PORT']), 'localhost');
