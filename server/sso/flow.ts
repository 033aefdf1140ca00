import type { Language, SsoProvider } from '#domain/constants.ts';
import type { RequestContext } from '../http/requestContext.ts';
import type { CountedAttempt } from '../http/throttle.ts';
import type { ServerContext } from '../platform/context.ts';
import { MINUTE_MS } from '../platform/durations.ts';
import { tokenHash } from '../platform/secrets.ts';
import type { SsoFlowTable } from '../store/tables/sso.ts';
import type { Proof } from './clients.ts';
import { flowCookies } from './flowCookies.ts';
import type { Names } from './identity.ts';

/** The visitor's goal; it decides where a failure leads. */
export type Purpose = SsoFlowTable['purpose'];
/** Where a sign-on comes from. */
export type Journey = {
  provider: SsoProvider;
  purpose: Purpose;
  language: Language;
  /** Token of the invitation where the flow started; known to the browser that started it only. */
  invitation: string | null;
};

/** A flow redeemed by the browser that started it, once and before it expires. */
type Flow = Journey & {
  proof: Proof;
  names: Names | null;
  /** The counts of its start; they are returned if it succeeds. */
  counted: readonly CountedAttempt[];
};

const TTL_MS = 10 * MINUTE_MS;
const SEAL = 'sso flow';

type Sealed = Pick<Flow, 'names' | 'counted' | 'invitation'> & { nonce: string; verifier: string };

/** Starts a flow. Its row is unreadable without the state, which only the browser has. */
export async function beginFlow(
  context: ServerContext,
  requestContext: RequestContext,
  journey: Journey,
  { proof, counted }: Pick<Flow, 'proof' | 'counted'>,
): Promise<void> {
  const now = context.now();
  const { db, keyring } = context;
  const { state, nonce, verifier } = proof;
  const { invitation, ...row } = journey;
  const expiresAt = now + TTL_MS;
  const sealed: Sealed = { nonce, verifier, names: null, counted, invitation };
  await db
    .insertInto('sso_flows')
    .values({
      ...row,
      state_hash: tokenHash(state),
      sealed: keyring.seal(SEAL, JSON.stringify(sealed), state),
      created_at: now,
      expires_at: expiresAt,
    })
    .execute();
  flowCookies(context).set(requestContext, { state, language: journey.language, expiresAt });
}

/** The purpose of a state, even after it has expired, so that errors lead to the right page. */
export const purposeOf = (
  context: ServerContext,
  state: string,
): Promise<Pick<Journey, 'purpose' | 'language'> | undefined> =>
  context.db
    .selectFrom('sso_flows')
    .select(['purpose', 'language'])
    .where('state_hash', '=', tokenHash(state))
    .executeTakeFirst();

/** Stores the names that came by form_post, until the browser returns with its cookie. */
export async function storeNames({ db, keyring }: ServerContext, state: string, names: Names): Promise<void> {
  const row = await db
    .selectFrom('sso_flows')
    .select(['id', 'sealed'])
    .where('state_hash', '=', tokenHash(state))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  const opened = row && keyring.open(SEAL, row.sealed, state);
  if (!row || !opened) return;
  const sealed = keyring.seal(SEAL, JSON.stringify({ ...(JSON.parse(opened) as Sealed), names }), state);
  await db.updateTable('sso_flows').set({ sealed }).where('id', '=', row.id).execute();
}

/** Redeems a flow. Null if it belongs to another browser or provider, was redeemed already or has expired. */
export async function takeFlow(
  context: ServerContext,
  requestContext: RequestContext,
  provider: SsoProvider,
  state: string,
): Promise<Flow | null> {
  if (!flowCookies(context).take(requestContext, state)) return null;
  const now = context.now();
  const row = await context.db
    .updateTable('sso_flows')
    .set({ used_at: now })
    .where('state_hash', '=', tokenHash(state))
    .where('provider', '=', provider)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['purpose', 'language', 'sealed'])
    .executeTakeFirst();
  const opened = row && context.keyring.open(SEAL, row.sealed, state);
  if (!row || !opened) return null;
  const { nonce, verifier, ...rest } = JSON.parse(opened) as Sealed;
  return { provider, purpose: row.purpose, language: row.language, proof: { state, nonce, verifier }, ...rest };
}
