import { Failure } from '#domain/failure.ts';
import type { Question } from './doors.ts';

/** What can become of a call instead of its answer. */
export const faults = ['refusal', 'server error', 'lost before', 'lost after', 'late', 'malformed', 'offline'] as const;
export type Fault = (typeof faults)[number];

/** A server as a call sees it: the answer, or a `Failure` that is thrown. */
export type Server = (name: string, input: unknown, key: string) => unknown;

/** Calls that a flight mode swallows, the one at which it begins included. */
const CALLS_OFFLINE = 3;

/**
 * The line between a page and the server. Changing calls carry a key that stays the same until the outcome is known,
 * as the real client does.
 */
export class Line {
  #offline = 0;
  readonly #keys = new Map<string, string>();
  #made = 0;
  readonly #server: Server;
  readonly #page: string;

  constructor(server: Server, page: string) {
    this.#server = server;
    this.#page = page;
  }

  /** Brings one question to its end. A late answer is handed back: it arrives when nobody waits any more. */
  carry({ name, input, answer, refuse }: Question, fault: Fault | null): (() => void) | null {
    if (fault === 'offline') this.#offline = CALLS_OFFLINE;
    if (this.#offline > 0) {
      this.#offline -= 1;
      refuse(new Failure('unreachable'));
      return null;
    }
    if (fault === 'lost before') return nothing(refuse(new Failure('unreachable')));
    if (fault === 'refusal')
      return nothing(refuse(new Failure('refused', { status: 400, message: 'The server says no.' })));
    if (fault === 'server error')
      return nothing(refuse(new Failure('refused', { status: 503, message: 'Out of order.', retryAfter: 5 })));
    const print = JSON.stringify([name, input]);
    const key = this.#keys.get(print) ?? `${this.#page} ${++this.#made}`;
    this.#keys.set(print, key);
    const deliver = this.#ask(name, input, key, { answer, refuse });
    switch (fault) {
      case 'lost after':
        return nothing(refuse(new Failure('unreachable')));
      case 'malformed':
        return nothing(refuse(new Failure('unreadable', { status: 200 })));
      case 'late':
        return deliver;
      default:
        this.#keys.delete(print);
        return nothing(deliver());
    }
  }

  /** The server does its part at once; what comes of it is told when `deliver` is called. */
  #ask(name: string, input: unknown, key: string, { answer, refuse }: Pick<Question, 'answer' | 'refuse'>) {
    try {
      const output = this.#server(name, input, key);
      return () => answer(output);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return () => refuse(error);
    }
  }

  get print(): string {
    return JSON.stringify([this.#offline, [...this.#keys.keys()]]);
  }
}

const nothing = (_: unknown): null => null;
