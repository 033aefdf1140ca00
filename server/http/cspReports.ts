import { bodyLimit } from 'hono/body-limit';
import { readPath } from '#domain/routes.ts';
import { boundedLog } from '../platform/log.ts';
import { REPORTS_PATH } from './pagePolicy.ts';
import type { App } from './serve.ts';

const MAX_BYTES = 16 * 1024;
/** Reports that are read of one request. */
const MAX_REPORTS = 10;

/** A violation in the two formats that browsers send: of `report-uri`, and of `report-to`. */
type Violation = Partial<
  Record<'effective-directive' | 'violated-directive' | 'blocked-uri' | 'document-uri', unknown> &
    Record<'effectiveDirective' | 'blockedURL' | 'documentURL', unknown>
>;

/**
 * Takes the reports of browsers about blocked content, and logs one line for each: directive, blocked origin and kind
 * of page. Addresses are not logged, for they may hold tokens. Anyone can send reports, so lines are limited.
 */
export function mountCspReports(app: App): void {
  const logLine = boundedLog('content security policy violated');
  const done = new Response(null, { status: 204 });
  app.post(REPORTS_PATH, bodyLimit({ maxSize: MAX_BYTES, onError: () => done.clone() }), async (request) => {
    for (const violation of violationsOf(await request.req.json().catch(() => null))) logLine(factsOf(violation));
    return request.body(null, 204);
  });
}

function violationsOf(body: unknown): Violation[] {
  if (Array.isArray(body)) {
    const reports = body.filter((one) => one?.type === 'csp-violation' && isObject(one.body));
    return reports.slice(0, MAX_REPORTS).map((one) => one.body as Violation);
  }
  const report = isObject(body) ? (body as Record<string, unknown>)['csp-report'] : null;
  return isObject(report) ? [report as Violation] : [];
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

const factsOf = (violation: Violation) => ({
  directive: word(
    violation.effectiveDirective ?? violation['effective-directive'] ?? violation['violated-directive'] ?? '',
  ),
  blocked: originOf(String(violation.blockedURL ?? violation['blocked-uri'] ?? '')),
  page: familyOf(String(violation.documentURL ?? violation['document-uri'] ?? '')),
});

/** A directive or a keyword such as `inline`; anything else is left out. */
const word = (value: unknown): string => /^[a-z-]{1,40}/.exec(String(value))?.[0] ?? 'unknown';

const originOf = (address: string): string =>
  URL.canParse(address) && /^(https?|wss?):/.test(address) ? new URL(address).origin.slice(0, 100) : word(address);

const familyOf = (address: string): string =>
  (URL.canParse(address) && readPath(new URL(address).pathname)?.family) || 'other';
