import ky from 'ky';
import * as v from 'valibot';
import type { Call, CallInput, CallOutput } from '#contract/call.ts';
import { type CallName, type Calls, calls } from '#contract/calls.ts';
import { ErrorBody } from '#contract/errors.ts';
import { Failure } from '#domain/failure.ts';
import type { TimedAnswer } from '#domain/serverTime.ts';
import { IdempotencyKeys } from './idempotencyKeys.ts';

/** The typed client: one function for each row of the contract. Rejects with `Failure` only. */
export type Api = {
  [Name in keyof Calls]: (question: CallInput<Calls[Name]>, signal?: AbortSignal) => Promise<CallOutput<Calls[Name]>>;
};

type Options = {
  /** Where the API stands: origin and base path, without a slash at the end. */
  baseUrl: string;
  /** X-Language, X-Currency, and X-Device where the API stands on another site. */
  headers: () => Record<string, string>;
  /** The token of the session that is open, for calls after login. */
  sessionToken: () => string | null;
  /** Told of every answer that the server has given, with its time. */
  onAnswer?: (answer: TimedAnswer) => void;
  /**
   * Told of an answer of the API's own, in JSON, whose shape the contract does not know, before its call fails.
   * Returns whether the document is being left: then the call stays open.
   */
  onUnreadable?: (name: CallName, body: unknown) => boolean;
  fetch?: typeof globalThis.fetch;
};

type Loose = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };

/** §7: no retry, no refetch; an unreadable or unexpected answer is a failure, never an exception in a screen. */
export function createApi({
  baseUrl,
  headers,
  sessionToken,
  onAnswer = () => {},
  onUnreadable = () => false,
  fetch = globalThis.fetch.bind(globalThis),
}: Options): Api {
  const http = ky.create({ fetch, retry: 0, timeout: false, throwHttpErrors: false, credentials: 'include' });
  const keys = new IdempotencyKeys();

  async function ask(name: CallName, question: Loose, signal?: AbortSignal) {
    const call: Call = calls[name];
    const address = baseUrl + pathOf(call, question);
    // Bodies are remembered as digests only.
    const asked = call.method === 'get' ? null : `${call.method} ${await digest(question.body)}`;
    let response: Response;
    let text: string;
    const sentAt = Date.now();
    let receivedAt: number;
    const tellTime = () => {
      const date = dateOf(response);
      if (date !== null) onAnswer({ date, sentAt, receivedAt, isFresh: isFresh(call, question, response) });
    };
    try {
      response = await http(address, {
        method: call.method,
        headers: {
          ...headers(),
          ...authorization(call, sessionToken()),
          ...(asked !== null && { 'Idempotency-Key': keys.of(address, asked) }),
        },
        ...(question.body === undefined ? {} : { json: question.body }),
        ...(signal && { signal }),
      });
      receivedAt = Date.now();
      text = await response.text();
    } catch {
      throw new Failure('unreachable');
    }
    try {
      const answer = read(call, response, text);
      tellTime();
      if (asked !== null) keys.answered(address);
      return answer;
    } catch (failure) {
      // The page of some gateway tells its own time, if any.
      if (failure instanceof Failure && failure.kind === 'refused') tellTime();
      // What cannot be read, or what broke on the way, may have been done all the same: then a repeat keeps its key.
      if (asked !== null && isRefused(failure)) keys.answered(address);
      const body = parseJson(text);
      if (isUnknownShape(failure, body) && !signal?.aborted && onUnreadable(name, body)) return new Promise(() => {});
      throw failure;
    }
  }

  return Object.fromEntries(
    Object.keys(calls).map((name) => [
      name,
      (question: Loose, signal?: AbortSignal) => ask(name as CallName, question, signal),
    ]),
  ) as unknown as Api;
}

/** The server has looked at the question and done nothing; a gateway that gave up (5xx) does not know. */
const isRefused = (failure: unknown): boolean =>
  failure instanceof Failure && failure.kind === 'refused' && failure.status < 500;

/** The API has answered, not some gateway in its place, and what it says cannot be read. */
const isUnknownShape = (failure: unknown, body: unknown): boolean =>
  failure instanceof Failure && failure.kind === 'unreadable' && body !== undefined;

async function digest(body: unknown): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(body) ?? ''));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const authorization = (call: Call, token: string | null): Record<string, string> =>
  call.session && token ? { Authorization: `Bearer ${token}` } : {};

function pathOf(call: Call, { params = {}, query = {} }: Loose): string {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();
  return search ? `${path}?${search}` : path;
}

/**
 * Reads an answer by its status; anything that the row does not name is a failure. A 5xx that is none of the API's own
 * comes from a gateway before a server that is down.
 */
function read(call: Call, response: Response, text: string) {
  const kind = response.status >= 500 ? 'unavailable' : 'unreadable';
  const notOurs = new Failure(kind, { status: response.status, retryAfter: retryAfter(response) });
  const body = parseJson(text);
  if (body === undefined) throw notOurs;
  const status = response.ok && call.anySuccess && !call.answers[response.status] ? 200 : response.status;
  const schema = call.answers[status];
  if (schema) {
    const answer = v.safeParse(schema, body);
    if (answer.success) return { status, data: answer.output };
    throw notOurs;
  }
  const refusal = v.safeParse(ErrorBody, body);
  if (response.status < 400 || !refusal.success) throw notOurs;
  const { message, errors } = refusal.output;
  const saysNothing = message === '' && errors.length === 0;
  if (kind === 'unavailable' && saysNothing) throw notOurs;
  throw new Failure('refused', {
    status: response.status,
    message,
    errors,
    retryAfter: retryAfter(response),
  });
}

/** Undefined: no JSON. An empty body is null. */
function parseJson(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Seconds; whoever asks for more than a day is not believed. */
const MAX_WAIT = 86_400;

/** When the server gave an answer, by its own clock: ms since the epoch, in whole seconds; null where it does not say. */
const dateOf = ({ headers }: Response): number | null => Date.parse(headers.get('Date') ?? '') || null;

/** Whether no cache can have kept an answer: it changes something, is not to be kept, or was asked for with a timestamp. */
const isFresh = ({ method }: Call, { query = {} }: Loose, { headers }: Response): boolean =>
  method !== 'get' || 'timestamp' in query || /no-store/i.test(headers.get('Cache-Control') ?? '');

/** Seconds to wait; the header may carry seconds or a date, by the server's clock. Anything else counts as absent. */
function retryAfter(response: Response): number | null {
  const value = response.headers.get('Retry-After');
  if (!value) return null;
  const now = dateOf(response) ?? Date.now();
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - now) / 1000;
  return seconds > 0 && seconds <= MAX_WAIT ? Math.ceil(seconds) : null;
}
