import ky from 'ky';
import * as v from 'valibot';
import type { Call, CallInput, CallOutput } from '#contract/call.ts';
import { type CallName, type Calls, calls } from '#contract/calls.ts';
import { ErrorBody } from '#contract/errors.ts';
import { Failure, isFinal, isNotNow } from '#domain/failure.ts';
import type { TimedAnswer } from '#domain/serverTime.ts';
import { hex } from './hex.ts';
import { IdempotencyKeys } from './idempotencyKeys.ts';
import { readAnswer } from './readAnswer.ts';

/** The typed client: one function for each call of the contract. Rejects with `Failure` only. */
export type Api = {
  [Name in keyof Calls]: (input: CallInput<Calls[Name]>, signal?: AbortSignal) => Promise<CallOutput<Calls[Name]>>;
};

type Options = {
  /** Base of the API: origin and path, without a trailing slash. */
  baseUrl: string;
  /** X-Language, X-Currency, and X-Device if the API is on another site. */
  headers: () => Record<string, string>;
  /** The token of the open session, for calls after login. */
  sessionToken: () => string | null;
  /** Called for every answer of the server, with its time. */
  onAnswer?: (answer: TimedAnswer) => void;
  /**
   * Called for a successful JSON answer of the API whose shape the contract does not cover, before the call fails.
   * Returns whether the document is being left: then the call stays pending.
   */
  onUnreadable?: (name: CallName, body: unknown) => boolean;
  /** Whether the document is being left: then a call that is broken off stays pending. */
  isBeingLeft?: () => boolean;
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
  isBeingLeft = () => false,
  fetch = globalThis.fetch.bind(globalThis),
}: Options): Api {
  const http = ky.create({ fetch, retry: 0, timeout: false, throwHttpErrors: false, credentials: 'include' });
  const keys = new IdempotencyKeys();

  async function send(name: CallName, input: Loose, signal?: AbortSignal) {
    const call: Call = calls[name];
    const address = baseUrl + pathOf(call, input);
    // Only a digest of the body is kept.
    const fingerprint = call.method === 'get' ? null : `${call.method} ${await digest(input.body)}`;
    let response: Response;
    let text: string;
    const sentAt = Date.now();
    let receivedAt: number;
    const reportTime = () => {
      const date = dateOf(response);
      if (date !== null) onAnswer({ date, sentAt, receivedAt, isFresh: isFresh(call, input, response) });
    };
    try {
      response = await http(address, {
        method: call.method,
        headers: {
          ...headers(),
          ...authorization(call, sessionToken()),
          ...(fingerprint !== null && { 'Idempotency-Key': keys.of(address, fingerprint) }),
        },
        json: input.body,
        ...(signal && { signal }),
        ...(call.outlastsPage && { keepalive: true }),
      });
      receivedAt = Date.now();
      text = await response.text();
    } catch {
      if (isBeingLeft()) return new Promise(() => {});
      throw new Failure('unreachable');
    }
    try {
      const answer = await read(call, response, text);
      reportTime();
      if (fingerprint !== null) keys.answered(address);
      return answer;
    } catch (failure) {
      // The error page of a gateway may carry a different time, so only the API's own answers count.
      if (failure instanceof Failure && failure.kind === 'rejected') reportTime();
      // Otherwise the change may still take effect, or an earlier attempt has made it: a repeat keeps its key.
      if (fingerprint !== null && failure instanceof Failure && isFinal(failure)) keys.answered(address);
      const body = parseJson(text);
      if (isUnknownShape(failure, body, response) && !signal?.aborted && onUnreadable(name, body))
        return new Promise(() => {});
      throw failure;
    }
  }

  return Object.fromEntries(
    Object.keys(calls).map((name) => [
      name,
      (input: Loose, signal?: AbortSignal) => send(name as CallName, input, signal),
    ]),
  ) as unknown as Api;
}

/**
 * The API itself has answered, not a gateway, but the shape of the answer is unknown. An error does not count: a server
 * that lacks a call answers 404 in any shape, and a newer page would get the same.
 */
const isUnknownShape = (failure: unknown, body: unknown, { ok }: Response): boolean =>
  failure instanceof Failure && ok && body !== undefined;

/** Identifies a body: by its digest, which the browser computes only for pages of https and of localhost. */
async function digest(body: unknown): Promise<string> {
  const text = JSON.stringify(body) ?? '';
  return crypto.subtle ? hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))) : text;
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
 * Reads an answer by its status; a status or shape that the call does not name is a failure. A 5xx that is not the
 * API's own comes from a gateway whose server is down, a 429 from one that has had too many requests.
 */
async function read(call: Call, response: Response, text: string) {
  const kind = response.status >= 500 || isNotNow(response.status) ? 'unavailable' : 'unreadable';
  const unexpected = new Failure(kind, { status: response.status, retryAfter: retryAfter(response) });
  const body = parseJson(text);
  if (body === undefined) throw unexpected;
  const status = response.ok && call.anySuccess && !call.answers[response.status] ? 200 : response.status;
  const schema = call.answers[status];
  if (schema) {
    const answer = await readAnswer(schema, body);
    if (answer) return { status, data: answer.output };
    throw unexpected;
  }
  const errorBody = v.safeParse(ErrorBody, body);
  if (response.status < 400 || !errorBody.success) throw unexpected;
  const { message, errors } = errorBody.output;
  const isBlank = message === '' && errors.length === 0;
  if (kind === 'unavailable' && isBlank) throw unexpected;
  throw new Failure('rejected', {
    status: response.status,
    message,
    errors,
    retryAfter: retryAfter(response),
  });
}

/** Undefined: not JSON. An empty body is null. */
function parseJson(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A longer wait is ignored as implausible. */
const MAX_RETRY_AFTER_S = 86_400;

/**
 * When the server answered, by its own clock: ms since the epoch, in whole seconds; null without a valid Date header.
 */
const dateOf = ({ headers }: Response): number | null => Date.parse(headers.get('Date') ?? '') || null;

/** Whether no cache can have stored an answer: the call changes something, must not be stored, or has a timestamp. */
const isFresh = ({ method }: Call, { query = {} }: Loose, { headers }: Response): boolean =>
  method !== 'get' || 'timestamp' in query || /no-store/i.test(headers.get('Cache-Control') ?? '');

/** Seconds to wait; the header holds seconds or a date by the server's clock. Anything else counts as absent. */
function retryAfter(response: Response): number | null {
  const value = response.headers.get('Retry-After');
  if (!value) return null;
  const now = dateOf(response) ?? Date.now();
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - now) / 1000;
  return seconds > 0 && seconds <= MAX_RETRY_AFTER_S ? Math.ceil(seconds) : null;
}
