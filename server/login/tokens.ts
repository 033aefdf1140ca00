import type { ServerContext } from '../platform/context.ts';
import { DAY_MS, MINUTE_MS } from '../platform/durations.ts';
import { newToken, tokenHash } from '../platform/secrets.ts';
import type { Store, Tx } from '../store/schema.ts';
import type { TokenTable } from '../store/tables/login.ts';

type TokenPurpose = TokenTable['purpose'];

/** How long a mailed link works. */
export const TOKEN_TTL_MS: Record<TokenPurpose, number> = {
  confirmation: DAY_MS,
  reset: 30 * MINUTE_MS,
  discount: 90 * DAY_MS,
};

/** Who or what the token is for. */
type Bearer = { user_id: number } | { discount_id: number };

/**
 * Creates a token for one purpose and replaces earlier ones. A given `token` makes repeated calls create the same
 * token; its lifetime then starts again, unless it was used or revoked.
 */
export async function issueToken(
  { now }: Pick<ServerContext, 'now'>,
  tx: Tx,
  purpose: TokenPurpose,
  bearer: Bearer,
  token = newToken(),
): Promise<string> {
  const token_hash = tokenHash(token);
  await tx
    .deleteFrom('tokens')
    .where('purpose', '=', purpose)
    .where((row) => row.and(bearer))
    .where('token_hash', '!=', token_hash)
    .execute();
  const expires_at = now() + TOKEN_TTL_MS[purpose];
  await tx
    .insertInto('tokens')
    .values({ purpose, token_hash, ...bearer, expires_at, created_at: now() })
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet({ expires_at }))
    .execute();
  return token;
}

/** The row of a valid token for this purpose; tokens of other purposes are not found. */
export const findToken = (db: Store | Tx, purpose: TokenPurpose, token: string, now: number) =>
  db
    .selectFrom('tokens')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('token_hash', '=', tokenHash(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/**
 * Invalidates tokens: one by its id, or all of a user. The rows stay until they expire, so that resending a mail does
 * not make its token valid again. Returns the number of tokens.
 */
export async function invalidateTokens(tx: Tx, by: { id: number } | { user_id: number }, now: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('tokens')
    .set({ used_at: now })
    .where((row) => row.and(by))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Whether a token was used or revoked. */
export async function isTokenUsed(tx: Tx, token: string): Promise<boolean> {
  const used = await tx
    .selectFrom('tokens')
    .select('id')
    .where('token_hash', '=', tokenHash(token))
    .where('used_at', 'is not', null)
    .executeTakeFirst();
  return used !== undefined;
}
