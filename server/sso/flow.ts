import type { Language, SsoProvider } from '#domain/constants.ts';
import type { Context } from '../context.ts';
import { sameDigest, tokenHash } from '../secrets.ts';
import type { SsoFlowTable } from '../store/schema.ts';
import type { Visit } from '../visit.ts';
import type { Proof } from './clients.ts';
import type { Names } from './identity.ts';

/** What the visitor set out for; it decides where a failure leads to. */
export type Purpose = SsoFlowTable['purpose'];
export type Journey = { provider: SsoProvider; purpose: Purpose; language: Language };

/** A flow that came back, to the browser that it left from, once and in time. */
export type Flow = Journey & { proof: Proof; names: Names | null };

const LIFE_MS = 600_000;
const SEAL = 'sso flow';

type Sealed = { nonce: string; verifier: string; names: Names | null };

/** I1: binds a flow to the browser. Lax, so that it comes along when the provider sends the visitor back. */
function cookieOf({ config, keyring }: Context) {
  const isHttps = config.publicUrl.startsWith('https:');
  const name = isHttps ? '__Host-sso' : 'sso';
  const write = (value: string, seconds: number) =>
    `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${isHttps ? '; Secure' : ''}`;
  const signature = (state: string) => keyring.digest('sso cookie', state);
  return {
    set: (state: string) => write(`${state}.${signature(state)}`, LIFE_MS / 1000),
    gone: write('', 0),
    /** Whether the browser of this visit is the one that set out with this state. */
    holds(visit: Visit, state: string): boolean {
      const [kept = '', signed = ''] = (visit.cookie(name) ?? '').split('.');
      return sameDigest(state, kept) && sameDigest(signature(kept), signed);
    },
  };
}

/** Starts a flow: a row that holds nothing readable without the state, which only the browser has. */
export async function beginFlow(context: Context, visit: Visit, journey: Journey, proof: Proof): Promise<void> {
  const now = context.now();
  const { db, keyring } = context;
  const sealed: Sealed = { nonce: proof.nonce, verifier: proof.verifier, names: null };
  await db
    .insertInto('sso_flows')
    .values({
      ...journey,
      state_hash: tokenHash(proof.state),
      sealed: keyring.seal(SEAL, JSON.stringify(sealed), proof.state),
      created_at: now,
      expires_at: now + LIFE_MS,
    })
    .execute();
  visit.setCookie(cookieOf(context).set(proof.state));
}

/** What a state was started for, even if it is over: failures then speak the right language. */
export const journeyOf = (context: Context, state: string): Promise<Journey | undefined> =>
  context.db
    .selectFrom('sso_flows')
    .select(['provider', 'purpose', 'language'])
    .where('state_hash', '=', tokenHash(state))
    .executeTakeFirst();

/** Keeps the names that came by form, until the browser itself comes back with its cookie. */
export async function keepNames({ db, keyring }: Context, state: string, names: Names): Promise<void> {
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

/** I1: uses a flow up. Null when it is another browser's, another provider's, used already or too old. */
export async function takeFlow(
  context: Context,
  visit: Visit,
  provider: SsoProvider,
  state: string,
): Promise<Flow | null> {
  const cookie = cookieOf(context);
  if (!cookie.holds(visit, state)) return null;
  visit.setCookie(cookie.gone);
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
  const { nonce, verifier, names } = JSON.parse(opened) as Sealed;
  return { provider, purpose: row.purpose, language: row.language, proof: { state, nonce, verifier }, names };
}
