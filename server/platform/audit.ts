import type { Call } from '#contract/call.ts';
import type { Reply } from '../http/idempotency.ts';
import type { RequestContext } from '../http/requestContext.ts';
import type { OpenSession } from '../login/sessions.ts';
import type { ServerContext } from './context.ts';
import { log } from './log.ts';

/**
 * Logs one line for each mutating call and its outcome: logins, codes, resets, cards, sessions. It has the name of the
 * call in the contract, the network and, if known, the user; no request URL and no body. Silent in local mode, where a
 * developer reads the terminal.
 */
export function audit(
  { config }: ServerContext,
  call: Call,
  requestContext: RequestContext,
  session: OpenSession | null,
  { status, body }: Reply,
): void {
  if (config.mode !== 'production' || call.method === 'get') return;
  const { user_id, errors } = body as { user_id?: unknown; errors?: { code: string }[] };
  const user = session?.userId ?? user_id;
  const code = errors?.[0]?.code;
  log('call', {
    call: `${call.method} ${call.path}`,
    status,
    network: requestContext.network,
    ...(code && { code }),
    ...(typeof user === 'number' && { user }),
  });
}
