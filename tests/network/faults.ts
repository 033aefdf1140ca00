import { IdempotencyKeys } from '#adapters/idempotencyKeys.ts';
import { type CallName, calls } from '#contract/calls.ts';
import { errorCodes } from '#contract/errors.ts';
import { Failure } from '#domain/failure.ts';
import type { PendingCall } from './ports.ts';

/**
 * What can happen to a call instead of its response. `gateway error`: the server has done it, but a proxy has timed
 * out.
 */
export const faults = [
  'rejection',
  'server error',
  'gateway error',
  'lost before',
  'lost after',
  'late',
  'malformed',
  'offline',
] as const;
export type Fault = (typeof faults)[number];

export const isFault = (what: string): what is Fault => (faults as readonly string[]).includes(what);

export type Outcome = { answer: unknown } | { rejection: Failure };
/** A call that a server has executed, for comparing it with another server. */
export type Served = { name: string; input: unknown; outcome: Outcome };

/** A model of a server with its own state; it repeats a stored response for a repeated idempotency key. */
export abstract class ModelServer {
  readonly #outcomes = new Map<string, Outcome>();
  /** Called for each executed call. */
  onServed: (served: Served) => void = () => {};

  /** Executes one call. Throws a `Failure` to reject it. */
  protected abstract serve(name: string, input: unknown): unknown;

  handle(name: string, input: unknown, key: string | null): unknown {
    const outcome = this.#outcomes.get(`${name} ${key}`) ?? this.#outcomeOf(name, input);
    const isTransient = 'rejection' in outcome && outcome.rejection.status >= 429;
    if (key !== null && !isTransient) this.#outcomes.set(`${name} ${key}`, outcome);
    if ('rejection' in outcome) throw outcome.rejection;
    return outcome.answer;
  }

  #outcomeOf(name: string, input: unknown): Outcome {
    const outcome = this.#execute(name, input);
    this.onServed({ name, input, outcome });
    return outcome;
  }

  #execute(name: string, input: unknown): Outcome {
    try {
      return { answer: this.serve(name, input) };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { rejection: error };
    }
  }
}

/** An error of the contract, as the client gets it. */
export function rejection(error: keyof typeof errorCodes, field = '', retryAfter: number | null = null): Failure {
  const { code, status } = errorCodes[error];
  return new Failure('rejected', { status, retryAfter, errors: [{ code, field, message: `No (${code}).` }] });
}

const rejected = (status: number, message: string) => new Failure('rejected', { status, message, retryAfter: 5 });

/** How many calls in a row fail once the device is offline, the first one included. */
const CALLS_OFFLINE = 3;

/**
 * The connection between a page and the server. Mutating calls have an idempotency key, handled as in the real client.
 */
export class Connection {
  #offline = 0;
  #made = 0;
  readonly #keys: IdempotencyKeys;
  readonly #server: ModelServer;

  constructor(server: ModelServer, page: string) {
    this.#server = server;
    this.#keys = new IdempotencyKeys(() => `${page} ${++this.#made}`);
  }

  /** Completes one pending call. Returns a late response, which arrives after the page has stopped waiting for it. */
  carry(pendingCall: PendingCall, fault: Fault | null): (() => void) | null {
    const { reject } = pendingCall;
    if (fault === 'offline') this.#offline = CALLS_OFFLINE;
    if (this.#offline > 0) {
      this.#offline -= 1;
      return nothing(reject(new Failure('unreachable')));
    }
    if (fault === 'lost before') return nothing(reject(new Failure('unreachable')));
    if (fault === 'rejection') return nothing(reject(rejected(400, 'The server says no.')));
    if (fault === 'server error') return nothing(reject(rejected(503, 'Out of order.')));
    const deliver = this.#ask(pendingCall, fault === null);
    switch (fault) {
      case 'gateway error':
        return nothing(reject(rejected(504, 'Nobody answered the gateway.')));
      case 'lost after':
        return nothing(reject(new Failure('unreachable')));
      case 'malformed':
        return nothing(reject(new Failure('unreadable', { status: 200 })));
      case 'late':
        return deliver;
      default:
        return nothing(deliver());
    }
  }

  /** The server executes the call at once; the response is sent when `deliver` is called. */
  #ask({ name, input, answer, reject }: PendingCall, isReceived: boolean) {
    const { method = 'get', path = name } = calls[name as CallName] ?? {};
    const { params, body } = (input ?? {}) as { params?: object; body?: object };
    const address = `${path} ${JSON.stringify(params)}`;
    const request = `${method} ${JSON.stringify(body)}`;
    try {
      const output = this.#server.handle(name, input, method === 'get' ? null : this.#keys.of(address, request));
      if (isReceived && method !== 'get') this.#keys.answered(address);
      return () => answer(output);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (isReceived && error.status < 500) this.#keys.answered(address);
      return () => reject(error);
    }
  }

  get print(): string {
    return JSON.stringify([this.#offline, this.#keys.open]);
  }
}

const nothing = (_: unknown): null => null;
