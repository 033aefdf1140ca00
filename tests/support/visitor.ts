import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { onTestFinished } from 'vitest';
import { type Clock, startServer, type TestServer } from './server.ts';

/** The server on its own port, as providers and browsers need it; stops after the test. */
export async function startServerOnPort(env: Record<string, string> = {}): Promise<TestServer> {
  let answer: ReturnType<typeof getRequestListener> | undefined;
  const web = createServer((request, response) => answer?.(request, response));
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const { port } = web.address() as AddressInfo;
  onTestFinished(async () => {
    web.closeAllConnections();
    await new Promise((resolve) => web.close(resolve));
  });
  const server = await startServer({ PORT: String(port), ...env }, { clock: runningClock() });
  answer = getRequestListener(server.app.fetch);
  return server;
}

/** A running clock, because providers sign with the real time; it can be moved forward. */
function runningClock(): Clock {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    forward: (seconds) => {
      ahead += seconds * 1000;
    },
  };
}

/** The end of a chain of redirects. */
export type FinalResponse = { url: URL; status: number; headers: Headers; text: string };

/** A browser without a screen: cookies by host, redirects followed, forms submitted. */
export type Visitor = {
  go: (address: string | URL, form?: Record<string, string>) => Promise<FinalResponse>;
  /** Cookies that would be sent to the root of this host, by name, undecoded. */
  cookies: (host: string) => Map<string, string>;
  /** Received Set-Cookie lines, newest last. */
  received: string[];
};

const MAX_REDIRECTS = 20;

/** `stopsAt`: URLs that are not fetched, such as pages of the app, which is not served. */
export function newVisitor(stopsAt: (url: URL) => boolean = () => false): Visitor {
  const jar = new Map<string, Map<string, string>>();
  const received: string[] = [];
  const cookiesAt = (host: string, path: string) => {
    const stored = jar.get(host + path) ?? new Map<string, string>();
    jar.set(host + path, stored);
    return stored;
  };
  const cookies = (host: string) => cookiesAt(host, '/');
  /** A cookie is sent to its path and paths below it (RFC 6265, 5.1.4). */
  const sentTo = ({ hostname, pathname }: URL): string =>
    [...jar]
      .filter(([place]) => {
        const path = place.slice(hostname.length);
        return (
          place.startsWith(`${hostname}/`) && (pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')))
        );
      })
      .flatMap(([, stored]) => [...stored].map(([name, value]) => `${name}=${value}`))
      .join('; ');
  const keep = (host: string, lines: string[]) => {
    for (const line of lines) {
      received.push(line);
      const [pair = '', ...attributes] = line.split(/;\s*/);
      const name = pair.slice(0, pair.indexOf('='));
      const isExpired = attributes.some((attribute) => /^max-age=0$/i.test(attribute) || /1970/.test(attribute));
      const path = attributes.find((attribute) => /^path=\//i.test(attribute))?.slice('path='.length) ?? '/';
      if (isExpired) cookiesAt(host, path).delete(name);
      else cookiesAt(host, path).set(name, pair.slice(name.length + 1));
    }
  };

  const go: Visitor['go'] = async (address, form) => {
    let url = new URL(address);
    let body = form ? new URLSearchParams(form).toString() : undefined;
    for (let step = 0; step < MAX_REDIRECTS; step += 1) {
      const cookie = sentTo(url);
      const response = await fetch(url, {
        method: body === undefined ? 'GET' : 'POST',
        redirect: 'manual',
        headers: {
          cookie,
          ...(body !== undefined && { 'Content-Type': 'application/x-www-form-urlencoded' }),
        },
        ...(body !== undefined && { body }),
      });
      keep(url.hostname, response.headers.getSetCookie());
      const location = response.headers.get('Location');
      const stop = { url, status: response.status, headers: response.headers, text: await response.text() };
      if (response.status < 300 || response.status > 399 || !location) return stop;
      url = new URL(location, url);
      body = undefined;
      if (stopsAt(url)) return { ...stop, url };
    }
    throw new Error('Too many redirects');
  };
  return { go, cookies, received };
}

/** Fields of a page's self-submitting form (OpenID form_post). */
export function formOf(text: string): { action: string; fields: Record<string, string> } {
  const action = /<form method="post" action="([^"]+)"/.exec(text)?.[1] ?? '';
  const inputs = [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return {
    action: unescaped(action),
    fields: Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, unescaped(value)])),
  };
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
