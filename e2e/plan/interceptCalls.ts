import type { Page, Request, Route } from 'playwright/test';
import { calls } from '#contract/calls.ts';
import { until } from '../support/server.ts';

const BASE = '/v1/phone';

/** The shape of a call over HTTP. */
type Shape = { method: string; path: RegExp; query?: (query: URLSearchParams) => boolean };

/** A path may come to a call without the token of its plan, and so with an empty parameter. */
const shapeOf = ({ method, path }: { method: string; path: string }): Shape => ({
  method: method.toUpperCase(),
  path: new RegExp(`^${BASE}${path.replaceAll(/:\w+/g, '[^/]*')}$`),
});
const coverages = (query: (query: URLSearchParams) => boolean): Shape => ({
  method: 'GET',
  path: new RegExp(`^${BASE}/ddipricelistcoverages$`),
  query,
});

/** Requests of flows that combine calls or use part of one, under a name of their own. */
const composed: Record<string, Shape> = {
  listCountries: coverages((query) => query.get('group_by') === 'country_code'),
  listNumberTypes: coverages((query) => query.get('group_by') === 'ddi_type'),
  listAreas: coverages((query) => !query.has('group_by')),
  readDictionaries: shapeOf(calls.readDictionaries),
  readCoverageDictionaries: shapeOf(calls.readCoverageDictionaries),
  readCoverage: { method: 'GET', path: new RegExp(`^${BASE}/ddipricelistcoverages/\\d+$`) },
  listNumbers: { method: 'GET', path: new RegExp(`^${BASE}/.*numbers/\\d+$`) },
};

/** Whether a flow's request is a call to the server. */
export const isCall = (id: string): boolean => id in composed || id in calls;

const shapeNamed = (id: string): Shape => composed[id] ?? shapeOf(calls[id as keyof typeof calls]);

/** Whether a request of a page is this call, or this use of a call. */
export const isRequestFor = (id: string, request: Request): boolean => fits(request, shapeNamed(id));

/** A response as golden plans write it. */
type Reply = { output?: unknown; error?: { kind?: string; [part: string]: unknown } };

/** Holds all calls of a page until the test responds to them. */
export async function interceptCalls(page: Page) {
  const pending: Route[] = [];
  await page.route(
    ({ pathname }) => pathname.startsWith(`${BASE}/`),
    (route) => {
      pending.push(route);
    },
  );
  // A call that the page has aborted, as after a timeout, is not there for a later answer to the same call.
  page.on('requestfailed', (request) => {
    const at = pending.findIndex((route) => route.request() === request);
    if (at >= 0) pending.splice(at, 1);
  });

  const answered = new Map<string, Reply>();
  const answer = async (id: string, reply: Reply): Promise<void> => {
    answered.set(id, reply);
    const { output, error } = reply;
    const route = await until(async () => {
      const at = pending.findLastIndex((one) => isRequestFor(id, one.request()));
      return at < 0 ? undefined : pending.splice(at, 1)[0];
    }, `the call ${id}`);
    if (error) return reject(route, error);
    const { status, data } = id in composed ? { status: 200, data: { data: output } } : (output as Answered);
    await route.fulfill({ status, json: data });
  };
  /** Repeats the previous response. */
  const answerAgain = (id: string) => answer(id, answered.get(id) ?? {});
  return { answer, answerAgain };
}

type Answered = { status: number; data: unknown };

function fits(request: Request, { method, path, query }: Shape): boolean {
  const url = new URL(request.url());
  return request.method() === method && path.test(url.pathname) && (query?.(url.searchParams) ?? true);
}

function reject(route: Route, { kind, status, message, errors, retryAfter }: Record<string, unknown>): Promise<void> {
  if (kind === 'rejected')
    return route.fulfill({
      status: status as number,
      json: { message, errors },
      headers: retryAfter ? { 'Retry-After': String(retryAfter) } : {},
    });
  return kind === 'unreadable' ? route.fulfill({ status: 200, body: 'no JSON' }) : route.abort('internetdisconnected');
}
