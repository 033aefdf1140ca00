import type { Call } from '#contract/call.ts';
import { type CallName, calls } from '#contract/calls.ts';

/** What a row sends. Without `key`, a changing call gets an Idempotency-Key of its own. */
export type Input = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  token?: string;
  key?: string;
};
/** An answer as it came; `body` is undefined if it is not JSON. */
export type Answer = { status: number; body: unknown; headers: Headers };
export type Send = (call: CallName, input: Input) => Promise<Answer>;
export type Fetch = (request: Request) => Promise<Response>;

/** Sends the calls of the contract to any server, and reads no more of an answer than its JSON. */
export const createClient =
  (base: string, fetch: Fetch): Send =>
  async (name, { params = {}, query, body, token, key = crypto.randomUUID() }) => {
    const { method, path }: Call = calls[name];
    const address = path.replace(/:(\w+)/g, (_, parameter: string) => encodeURIComponent(params[parameter] ?? ''));
    const search = query ? `?${new URLSearchParams(query)}` : '';
    const request = new Request(`${base}${address}${search}`, {
      method: method.toUpperCase(),
      headers: {
        Accept: 'application/json',
        'X-Language': 'en',
        'X-Currency': 'USD',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(method !== 'get' && { 'Idempotency-Key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { status, headers, ...response } = await answerOf(fetch, request);
    return { status, headers, body: parsed(response.text) };
  };

async function answerOf(fetch: Fetch, request: Request) {
  try {
    const response = await fetch(request);
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch {
    return { status: 0, headers: new Headers(), text: '' };
  }
}

function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
}
