import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { errorCodes } from '#contract/errors.ts';
import { ssoProviders } from '#domain/constants.ts';
import type { Bank, BankOutcome } from '../bank/port.ts';
import { limits } from '../login/limits.ts';
import type { PoolUsage } from '../store/opened.ts';
import type { Store } from '../store/schema.ts';
import { ConfigError } from './environment.ts';
import { logError } from './log.ts';
import { tracedRequest } from './tracing.ts';

/** Time for the database to count mails; a scrape waits no longer. */
const MAX_COUNT_MS = 1_000;

/** What a server counts about itself, for Prometheus. Labels are names of calls, statuses and outcomes only. */
export type Metrics = ReturnType<typeof createMetrics>;

const loginOutcomes = ['success', 'code required', 'rejected', 'limited', 'failed'] as const;
/** What the server limits beside those: requests at once from one network, and passwords that wait. */
const limitsInMemory = ['network-changes', 'network-path', 'network-reads', 'password-queue'];
/** How most single sign-ons end; an alert compares them. */
const signOnOutcomes = ['session', 'challenge', 'registration', 'failed'] as const;
const bankKinds: readonly BankOutcome['kind'][] = ['approved', 'declined', 'challenge', 'cancelled', 'unknown'];

/** The metrics of a server; `poolUsage` only with PostgreSQL. */
export function createMetrics(db: Store, poolUsage?: () => PoolUsage) {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  /** Its values begin at 0: an alert that compares two of them would not fire while one is missing. */
  const counterOf = <Label extends string>(name: string, help: string, label: Label, values: readonly string[]) => {
    const counted = counter(name, help, [label]);
    for (const value of values) counted.inc({ [label]: value } as Record<Label, string>, 0);
    return counted;
  };
  const metrics = {
    registry,
    requests: counter('entry_requests_total', 'Calls of the API by route template and status.', ['route', 'status']),
    duration: new Histogram({
      name: 'entry_request_duration_seconds',
      help: 'Duration of calls of the API by route template.',
      labelNames: ['route'],
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    logins: counterOf('entry_logins_total', 'Logins by outcome.', 'outcome', loginOutcomes),
    codes: counterOf('entry_codes_total', 'Mailed codes that were entered, by outcome.', 'outcome', [
      'accepted',
      'rejected',
    ]),
    signUps: counter('entry_sign_ups_total', 'Submissions that led a sign-up to a step, and completed sign-ups.', [
      'step',
    ]),
    signOns: counter('entry_single_sign_ons_total', 'Single sign-ons that have ended, by provider and outcome.', [
      'provider',
      'outcome',
    ]),
    refusals: counterOf('entry_refusals_total', 'Requests that a limit has refused, by its name.', 'limit', [
      ...Object.values(limits).map(({ name }) => name),
      ...limitsInMemory,
    ]),
    bankAnswers: counterOf('entry_bank_answers_total', 'Answers of the bank by kind.', 'kind', bankKinds),
  };
  for (const provider of ssoProviders) {
    for (const outcome of signOnOutcomes) metrics.signOns.inc({ provider, outcome }, 0);
  }
  new Gauge({
    name: 'entry_mails',
    help: 'Mails in the outbox by state.',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset();
      // While the database is away all other metrics are needed most.
      const rows = await Promise.race([mailsByState(db), wait(MAX_COUNT_MS, null, { ref: false })]);
      if (rows) this.set({ state: 'dead' }, 0);
      for (const { status, count } of rows ?? []) this.set({ state: status }, Number(count));
    },
  });
  new Gauge({
    name: 'entry_database_connections',
    help: 'Connections to PostgreSQL by state, and transactions that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(poolUsage?.() ?? {})) this.set({ state }, count);
    },
  });
  return metrics;
}

/** Null, and a line in the log, if they cannot be counted. */
const mailsByState = (db: Store) =>
  db
    .selectFrom('outbox')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()
    .catch((error) => {
      logError('mails not counted', error);
      return null;
    });

/** What an answered call means beyond its status. */
export function countCall(
  { requests, duration, logins, codes, signUps, refusals }: Metrics,
  call: Call,
  { status, body, limit }: { status: number; body: unknown; limit?: string | undefined },
  seconds: number,
): void {
  const route = `${call.method.toUpperCase()} ${call.path}`;
  requests.inc({ route, status });
  duration.observe({ route }, seconds);
  if (limit) refusals.inc({ limit });
  const { errors, step, completed_at } = (body ?? {}) as {
    errors?: { code: string }[];
    step?: string;
    completed_at?: string | null;
  };
  if (call === calls.login || call === calls.loginWithCode) logins.inc({ outcome: loginOutcome(status) });
  if (call === calls.loginWithCode && status === 200) codes.inc({ outcome: 'accepted' });
  if (errors?.some(({ code }) => code === errorCodes.codeWrong.code)) codes.inc({ outcome: 'rejected' });
  const isSubmission = call === calls.createRegistration || call === calls.updateRegistration;
  // A completion is counted where it happens: after a check of the bank, no submission is answered with it.
  if (isSubmission && status === 200 && step && !completed_at) signUps.inc({ step });
}

function loginOutcome(status: number): (typeof loginOutcomes)[number] {
  if (status === 200) return 'success';
  if (status === 202) return 'code required';
  if (status === 429) return 'limited';
  return status < 500 ? 'rejected' : 'failed';
}

/** Counts what a bank answers, and traces its calls. */
export function measuredBank(bank: Bank, { bankAnswers }: Metrics): Bank {
  const counted = async <Outcome extends { kind: string }>(outcome: Promise<Outcome>): Promise<Outcome> => {
    const known = await outcome;
    bankAnswers.inc({ kind: known.kind });
    return known;
  };
  const traced = <Outcome extends { kind: string }>(name: string, call: () => Promise<Outcome>) =>
    tracedRequest(
      name,
      () => counted(call()),
      ({ kind }) => kind,
    );
  return {
    ...bank,
    authorise: (attempt) => traced('bank authorise', () => bank.authorise(attempt)),
    settle: (key) => traced('bank settle', () => bank.settle(key)),
  };
}

/** Stands for an address that cannot be parsed. */
const unknownPage = { pathname: '', searchParams: new URLSearchParams() };

/**
 * METRICS_LISTEN: an address of its own for /metrics, and for pages of the operator, so that they are not public. Returns
 * how to stop it.
 */
export async function listenForMetrics(
  { registry }: Metrics,
  address: { host: string; port: number },
  pages: Readonly<Record<string, (query: URLSearchParams) => Response | Promise<Response>>> = {},
): Promise<() => void> {
  // Event loop lag, memory and garbage collection of the process.
  collectDefaultMetrics({ register: registry });
  const server = createServer(async (request, response) => {
    try {
      const { pathname, searchParams } = URL.parse(request.url ?? '', 'http://metrics') ?? unknownPage;
      const page = Object.hasOwn(pages, pathname) ? await pages[pathname]?.(searchParams) : undefined;
      if (page) {
        response.writeHead(page.status, Object.fromEntries(page.headers)).end(Buffer.from(await page.arrayBuffer()));
        return;
      }
      if (pathname !== '/metrics') {
        response.writeHead(404).end();
        return;
      }
      response.setHeader('Content-Type', registry.contentType).end(await registry.metrics());
    } catch (error) {
      logError('metrics failed', error);
      response.writeHead(503).end();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(address.port, address.host, resolve);
  }).catch(({ code }: NodeJS.ErrnoException) => {
    const { host, port } = address;
    throw new ConfigError(
      `Cannot listen for METRICS_LISTEN at port ${port} of ${host} (${code}); set it to a free port, at an address of this machine.`,
    );
  });
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
