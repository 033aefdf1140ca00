import * as v from 'valibot';
import type { Keeper } from '#adapters/storage.ts';
import { currencies, MAX_USERS, packageTypes } from '#domain/constants.ts';
import type { Typed } from '#machines/registration/typed.ts';

const KEY = 'signup';

const Line = v.string();
const Option = v.nullable(v.object({ id: v.string(), name: v.string() }));
const Count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_USERS));

/** W5: what may stand in the session storage; no password, no code, no card data has a place here. */
const TypedDraft = v.object({
  token: v.nullable(v.string()),
  typed: v.object({
    account: v.exactOptional(
      v.object({ first_name: Line, last_name: Line, email: Line, terms: v.exactOptional(v.boolean()) }),
    ),
    order: v.exactOptional(v.object({ packageType: v.picklist(packageTypes), nbUsers: Count, nbCxBundles: Count })),
    choice: v.exactOptional(v.object({ country: Option, type: Option, state: Option, area: Option, number: Option })),
    billing: v.exactOptional(
      v.object({
        card_name: Line,
        card_country: Line,
        card_postcode: Line,
        card_currency: v.picklist(currencies),
        customer_name: Line,
        customer_country: Line,
        customer_postcode: Line,
        customer_address: Line,
        customer_city: Line,
        customer_vat: Line,
      }),
    ),
    bankDeadline: v.exactOptional(v.number()),
    bankIsOver: v.exactOptional(v.literal(true)),
  }),
});

/** What was typed but not sent, for the draft of a token (null: no draft yet). Rubbish, and another draft's, reads as nothing. */
export function typedDrafts(keeper: Keeper) {
  return {
    read: (token: string | null): Typed => {
      try {
        const kept = v.safeParse(TypedDraft, JSON.parse(keeper.read(KEY) ?? ''));
        return kept.success && kept.output.token === token ? kept.output.typed : {};
      } catch {
        return {};
      }
    },
    /** Only what the schema names is written. */
    write: (token: string | null, typed: Typed) => {
      const kept = v.safeParse(TypedDraft, { token, typed });
      if (kept.success) keeper.write(KEY, JSON.stringify(kept.output));
    },
    forget: () => keeper.remove(KEY),
  };
}
