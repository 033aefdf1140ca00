import type { Call } from '#contract/call.ts';
import type { SsoProvider } from '#domain/constants.ts';
import type { Reply } from '../http/idempotency.ts';
import type { RequestContext } from '../http/requestContext.ts';
import { rowId } from '../http/rowId.ts';
import type { OpenSession } from '../login/sessions.ts';
import type { Config } from './config.ts';
import type { ServerContext } from './context.ts';
import { boundedLog, log } from './log.ts';

/** What a call was, besides its outcome. */
type Audited = {
  requestContext: RequestContext;
  session: OpenSession | null;
  params: Readonly<Record<string, string>>;
};

type WriteLine = ReturnType<typeof boundedLog>;

/** The logs of a server for what changes nothing: anyone can repeat it without end, and must not fill the log. */
const boundedLogs = new WeakMap<Config, { read: WriteLine; signOn: WriteLine; pace: WriteLine }>();

function boundedLogsOf(config: Config): { read: WriteLine; signOn: WriteLine; pace: WriteLine } {
  const logs = boundedLogs.get(config) ?? {
    read: boundedLog('call'),
    signOn: boundedLog('single sign-on'),
    pace: boundedLog('request refused with 429'),
  };
  boundedLogs.set(config, logs);
  return logs;
}

/**
 * Logs one line for each mutating call and its outcome: logins, codes, resets, cards, sessions, removals; and for any
 * other call that a limit rejects. It has the name of the call in the contract, the network and, if known, the user and
 * the rows that the call is about; no request URL and no body. Silent in local mode, where a developer reads the
 * terminal.
 */
export function audit(
  { config }: ServerContext,
  call: Call,
  { requestContext, session, params }: Audited,
  { status, body, limit }: Reply,
): void {
  if (config.mode !== 'production' || (call.method === 'get' && status !== 429)) return;
  const { user_id, errors } = body as { user_id?: unknown; errors?: { code: string }[] };
  const user = session?.userId ?? user_id;
  const code = errors?.[0]?.code;
  const facts = {
    call: `${call.method} ${call.path}`,
    status,
    network: requestContext.network,
    ...(code && { code }),
    ...(limit && { limit }),
    ...(typeof user === 'number' && { user }),
    ...rowsOf(params),
  };
  if (call.method === 'get') boundedLogsOf(config).read(facts);
  else log('call', facts);
}

/** Parameters that are ids of rows, such as the user who is removed; tokens are not. */
const rowsOf = (params: Readonly<Record<string, string>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => (rowId(value) > 0 ? [[name, rowId(value)]] : [])),
  );

/** Counts each single sign-on that has ended by its outcome, and logs a line of it. */
export function auditSignOn(
  { config, metrics }: ServerContext,
  { network }: RequestContext,
  facts: { provider: SsoProvider; outcome: string; user?: number | undefined; limit?: string | undefined },
): void {
  metrics.signOns.inc({ provider: facts.provider, outcome: facts.outcome });
  if (facts.limit) metrics.refusals.inc({ limit: facts.limit });
  if (config.mode !== 'production') return;
  const { user, limit, ...rest } = facts;
  const line = { ...rest, network, ...(user !== undefined && { user }), ...(limit && { limit }) };
  if (limit || facts.outcome === 'over') boundedLogsOf(config).signOn(line);
  else log('single sign-on', line);
}

/** Counts and logs a request that was refused before its call, because its network sends too many at once. */
export function auditPace(
  { config, metrics }: Pick<ServerContext, 'config' | 'metrics'>,
  facts: { method: string; network: string; limit: string },
): void {
  metrics.refusals.inc({ limit: facts.limit });
  if (config.mode === 'production') boundedLogsOf(config).pace(facts);
}
