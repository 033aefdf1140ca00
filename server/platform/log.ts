import { pino } from 'pino';
import { StoreUnavailable } from '../store/errors.ts';
import { DAY_MS, MINUTE_MS } from './durations.ts';
import { requestId } from './requestId.ts';

/** Lines of JSON with `at`, the facts, and `event`; there are no levels, since each event is worth a look. */
const logger = pino(
  {
    base: null,
    messageKey: 'event',
    // Without a level the time is the first key, so it needs no comma before it.
    formatters: { level: () => ({}) },
    timestamp: () => `"at":"${new Date().toISOString()}"`,
  },
  process.stderr,
);

/** A full disk, or a reader of the log that has ended, must not end the server: lines are lost until it is over. */
process.stderr.on('error', () => {});

/** What a line says, by name. */
type Facts = Readonly<Record<string, string | number>>;

/**
 * Writes one line to the log: JSON on standard error. It contains names, counts and route templates only: no request
 * URL (it may contain tokens), no body, no user input. Lines of one request have its id, which the response has too
 * (X-Request-Id).
 */
export function log(event: string, facts: Facts = {}): void {
  const request = requestId();
  logger.info({ ...(request && { request }), ...facts }, event);
}

/** Logs an unexpected error with its position in the code. */
export function logError(event: string, error: unknown, facts: Facts = {}): void {
  log(event, errorFacts(error, facts));
}

/** What a line says of an unexpected error; `facts` override it. */
export function errorFacts(error: unknown, facts: Facts = {}): Facts {
  if (!(error instanceof Error)) return { ...facts, error: typeof error };
  return { ...fixedWords(error), ...facts, error: error.constructor.name, stack: placesOf(error) };
}

/** The first places of a stack, without the message above them: it may repeat user input, on several lines. */
function placesOf({ stack = '', message }: Error): string {
  const at = stack.indexOf(message);
  const below = at < 0 ? stack : stack.slice(at + message.length);
  const places = below.split('\n').filter((line) => /^ +at /.test(line));
  return places.slice(0, 5).join(' | ');
}

/** The parts of an error that no request can influence: our own reasons and system error codes. */
function fixedWords(error: Error): Record<string, string> {
  if (error instanceof StoreUnavailable) return { reason: error.reason };
  const code = systemCode(error);
  return code ? { code } : {};
}

/** The code of an error, or of what has caused it: a failed `fetch` has none of its own. */
export function systemCode(error: Error): string | undefined {
  const { code, cause } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') return code;
  return cause instanceof Error ? systemCode(cause) : undefined;
}

/** Upper limit of distinct values that are logged in a day; clients choose the values. */
const MAX_A_DAY = 100;

/**
 * Returns a function that reports whether a value is seen for the first time today, for what is logged once per value.
 * Once a day, so that what strangers made up months ago takes no place from a setting that is missing now.
 */
export function onceADay(): (value: string) => boolean {
  const seen = new Set<string>();
  let dayEnds = 0;
  return (value) => {
    const now = Date.now();
    if (now >= dayEnds) {
      dayEnds = now + DAY_MS;
      seen.clear();
    }
    if (seen.has(value) || seen.size >= MAX_A_DAY) return false;
    seen.add(value);
    return true;
  };
}

/** Lines of one kind in a minute. */
const MAX_A_MINUTE = 100;

/**
 * Returns a function that logs events which anyone can cause at will: one line each, up to a maximum a minute. The
 * first line of a later minute has the number of omitted lines.
 */
export function boundedLog(event: string): (facts: Facts) => void {
  let minuteEnds = 0;
  let lines = 0;
  let unlogged = 0;
  return (facts) => {
    const now = Date.now();
    if (now >= minuteEnds) {
      minuteEnds = now + MINUTE_MS;
      lines = 0;
    }
    lines += 1;
    if (lines > MAX_A_MINUTE) {
      unlogged += 1;
      return;
    }
    log(event, { ...facts, ...(unlogged > 0 && { unlogged }) });
    unlogged = 0;
  };
}
