import type { Call } from '#contract/call.ts';
import type { Reply } from '../http/idempotency.ts';
import type { RequestContext } from '../http/requestContext.ts';
import type { OpenSession } from '../login/sessions.ts';
import type { ServerContext } from './context.ts';
import { log } from './log.ts';

/**
 * One line for each call that tries to change something, and how it ended: logins, codes, resets, cards,
 * sessions. It names the row of the contract, the network and, where known, the user; no address that was asked, no
 * body. In local mode, where a developer reads the terminal, it is silent.
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
