import { describe, expect, test } from 'vitest';
import { createApi } from '#adapters/api.ts';
import { type CallName, calls } from '#contract/calls.ts';
import type { Failure, FailureKind } from '#domain/failure.ts';
import { failureNotice } from '#machines/failureNotice.ts';
import { additiveRows } from '../contract/additiveRows.ts';
import { wireRows } from '../contract/wireRows.ts';

/*
 * Every call with every fault of the way to the server. In each case the client sends once, gives up with words for the
 * banner, and the person who presses again ends where they would be without the fault: the repetition is the same
 * submission, so the server has done the work once.
 */

/** One request to the model of a server, which repeats its response to a repeated key. */
type Server = { handle: (request: Request) => Response; done: number; keys: (string | null)[] };

function serverWith(status: number, body: unknown): Server {
  const stored = new Set<string>();
  const server: Server = {
    done: 0,
    keys: [],
    handle(request) {
      const key = request.headers.get('Idempotency-Key');
      if (key === null || !stored.has(key)) server.done += 1;
      if (key !== null) stored.add(key);
      return Response.json(body, { status });
    },
  };
  return server;
}

const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const page = (status: number, headers: Record<string, string> = {}) =>
  new Response('<!doctype html><h1>A page</h1>', { status, headers: { 'Content-Type': 'text/html', ...headers } });
const refusal = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ message: 'The reason.', errors: [] }, { status, headers });

type Fault = {
  name: string;
  /** What the page gets instead of the response; `deliver` passes the request on to the server. */
  respond: (deliver: () => Response) => Response | Promise<Response>;
  kind: FailureKind;
  /** The banner: one of our messages, or the server's own text. */
  says: object;
  waits?: number;
};

const after = (respond: Fault['respond']): Fault['respond'] => {
  return (deliver) => {
    deliver();
    return respond(deliver);
  };
};

const unreachable = { kind: 'unreachable', says: { code: 'unreachable' } } as const;
const unreadable = { kind: 'unreadable', says: { code: 'unreadable' } } as const;
const outOfOrder = { kind: 'unavailable', says: { code: 'outOfOrder' } } as const;
const rejected = { kind: 'rejected', says: { text: 'The reason.' } } as const;

const faults: readonly Fault[] = [
  { name: 'lost before', respond: lost, ...unreachable },
  { name: 'lost after', respond: after(lost), ...unreachable },
  { name: 'offline', respond: lost, ...unreachable },
  { name: '500', respond: () => refusal(500), ...rejected },
  { name: '502', respond: after(() => page(502)), ...outOfOrder },
  {
    name: '503 with Retry-After',
    respond: () => refusal(503, { 'Retry-After': '7' }),
    ...rejected,
    waits: 7,
  },
  {
    name: '503 of a gateway',
    respond: () => page(503, { 'Retry-After': '30' }),
    ...outOfOrder,
    says: { code: 'unavailable' },
    waits: 30,
  },
  ...['soon', '-3', '999999999', 'Fri, 31 Dec 9999 23:59:59 GMT'].map((odd): Fault => {
    return {
      name: `429 with Retry-After ${odd}`,
      respond: () => refusal(429, { 'Retry-After': odd }),
      ...rejected,
    };
  }),
  { name: 'HTML', respond: after(() => page(200)), ...unreadable },
  { name: 'truncated', respond: after(() => new Response('{"data":{"a":')), ...unreadable },
  { name: 'wrong shape', respond: after(() => Response.json('of another product')), ...unreadable },
  { name: 'cut off in the body', respond: after(() => cutOff()), ...unreachable },
];

/** A response whose connection ends after its headers. */
const cutOff = () =>
  new Response(
    new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('{"data":'));
        controller.error(new TypeError('network error'));
      },
    }),
  );

type Call = (input: object, signal?: AbortSignal) => Promise<{ status: number; data: unknown }>;
type Respond = (deliver: () => Response) => Response | Promise<Response>;

/** A client whose requests go through `way`, one after another; without one left they arrive. */
function through(server: Server, name: CallName, way: Respond[]): Call {
  const api = createApi({
    baseUrl: 'https://api.example/v1/phone',
    headers: () => ({}),
    sessionToken: () => 'token',
    fetch: async (input, init) => {
      const request = new Request(input as Request, init);
      server.keys.push(request.headers.get('Idempotency-Key'));
      const deliver = () => server.handle(request);
      return (way.shift() ?? deliver)(deliver);
    },
  });
  return api[name] as Call;
}

const failureOf = (call: Promise<unknown>): Promise<Failure> =>
  call.then(
    () => expect.fail('was answered'),
    (failure) => failure,
  );

const rows = [...wireRows, ...additiveRows];

/** Their success says everything; whatever the body is, it is read as done (§7). */
const ofAnyShape: readonly CallName[] = ['requestReset', 'resendConfirmation', 'resendRegistrationCode', 'logOut'];

describe.each(Object.keys(calls) as CallName[])('%s', (name) => {
  const { question = {}, status, body } = rows.find(({ call }) => call === name) ?? expect.fail(name);
  const changes = calls[name].method !== 'get';

  const possible = faults.filter((fault) => fault.name !== 'wrong shape' || !ofAnyShape.includes(name));
  test.each(possible)('$name', async ({ respond, kind, says, waits }) => {
    const server = serverWith(status, body);
    const call = through(server, name, [respond]);
    const failure = await failureOf(call(question));
    expect(failure.kind).toBe(kind);
    // No second request by itself.
    expect(server.keys).toHaveLength(1);
    const { waitSeconds, ...notice } = failureNotice(failure);
    expect(notice).toMatchObject({ message: says });
    expect(waitSeconds).toBe(waits);

    const again = await call(question);
    expect(again).toEqual(await through(serverWith(status, body), name, [])(question));
    if (!changes) return;
    expect(server.done).toBe(1);
    expect(server.keys[0]).toBe(server.keys[1]);
  });

  test.runIf(changes)('lost after, and then refused as too often, is still done once', async () => {
    const server = serverWith(status, body);
    const tooOften: Respond = () => refusal(429, { 'Retry-After': '1' });
    const call = through(server, name, [after(lost), tooOften]);
    await failureOf(call(question));
    await failureOf(call(question));
    expect(await call(question)).toMatchObject({ status });
    expect(server.done).toBe(1);
  });

  test('slow', async () => {
    const server = serverWith(status, body);
    const release = Promise.withResolvers<void>();
    const answer = through(server, name, [(deliver) => release.promise.then(deliver)])(question);
    release.resolve();
    expect(await answer).toMatchObject({ status });
    expect(server.done).toBe(1);
  });

  test('never', async () => {
    const server = serverWith(status, body);
    // The flow waits for so long, and leaves; the server has done it meanwhile.
    const leaving = new AbortController();
    const { promise: sent, resolve: isSent } = Promise.withResolvers<void>();
    const hanging: Respond = (deliver) => {
      deliver();
      isSent();
      return new Promise((_, reject) => leaving.signal.addEventListener('abort', () => reject(new Error())));
    };
    const call = through(server, name, [hanging]);
    const failure = failureOf(call(question, leaving.signal));
    await sent;
    leaving.abort();
    expect((await failure).kind).toBe('unreachable');
    expect(await call(question)).toMatchObject({ status });
    if (changes) expect(server.done).toBe(1);
  });
});
