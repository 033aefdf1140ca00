import type { Page, Route } from 'playwright/test';
import { inFirefox } from '../../tools/browsers.ts';

/** What the page says where no server has answered, or not in a way that it can read (§8). */
const unreachable = "We couldn't connect. Check your internet connection and try again.";
const unreadable = 'We got an unexpected response. Reload this page and try again.';

const RETRY_AFTER_S = 7;

/** How long a page waits for an answer, in ms: 15 s, a card 60 s. */
export const timeLimits = { call: 15_000, card: 60_000 } as const;

export type Fault = {
  name: string;
  /** What becomes of the request. */
  respond: (route: Route) => Promise<unknown>;
  says: string;
  /** Before the person presses, and after the message has come. */
  begin?: (page: Page) => Promise<unknown>;
  end?: (page: Page) => Promise<unknown>;
  /** The server has received the request. */
  isDone?: boolean;
  /** The page waits until it gives up. */
  isEndless?: boolean;
};

const page = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers,
  contentType: 'text/html',
  body: '<!doctype html><h1>A page of something in between</h1>',
});

/** The server does it. A kept connection that the server closes at this moment has not brought it the request. */
const received = (route: Route) => route.fetch({ maxRetries: 2 });

/**
 * The faults that a call can fail with. Neighbours differ in their words, so that a message is seen to be new. The
 * server has done the work after 'never' and 'lost after'; the faults that follow meet the repetition.
 */
const all: readonly Fault[] = [
  { name: 'lost before', respond: (route) => route.abort('connectionreset'), says: unreachable },
  {
    name: '500',
    respond: (route) => route.fulfill({ status: 500, json: { message: 'Our mistake.', errors: [] } }),
    says: 'Our mistake.',
  },
  {
    name: 'offline',
    respond: (route) => route.fallback(),
    begin: (where) => where.context().setOffline(true),
    end: (where) => where.context().setOffline(false),
    says: unreachable,
  },
  {
    name: '502',
    respond: (route) => route.fulfill(page(502)),
    says: 'Something went wrong on our side. Try again in a moment.',
  },
  {
    name: 'never',
    respond: received,
    isDone: true,
    isEndless: true,
    says: unreachable,
  },
  {
    name: '503',
    respond: (route) => route.fulfill(page(503, { 'Retry-After': String(RETRY_AFTER_S) })),
    end: (where) => where.clock.fastForward((RETRY_AFTER_S + 1) * 1000),
    says: `This isn't available right now. Try again in ${RETRY_AFTER_S} seconds.`,
  },
  { name: 'HTML', respond: (route) => route.fulfill(page(200)), says: unreadable },
  {
    name: 'lost after',
    respond: (route) => received(route).then(() => route.abort('connectionreset')),
    isDone: true,
    says: unreachable,
  },
  { name: 'truncated', respond: (route) => route.fulfill({ body: '{"data":{"id":' }), says: unreadable },
  {
    name: '429',
    respond: (route) =>
      route.fulfill({
        status: 429,
        headers: { 'Retry-After': 'soon' },
        json: { message: 'Too many requests.', errors: [] },
      }),
    says: 'Too many requests.',
  },
  { name: 'wrong shape', respond: (route) => route.fulfill({ json: 'of another product' }), says: unreadable },
];

/** Those that Playwright can cause: in Firefox it cannot send a request on with its body. */
export const faults = all.filter(({ isDone }) => !(isDone && inFirefox));
