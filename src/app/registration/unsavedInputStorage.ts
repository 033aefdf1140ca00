import * as v from 'valibot';
import type { KeyValueStore } from '#adapters/storage.ts';
import { UNSAVED_INPUT_KEY } from '#contract/browser.ts';
import { currencies, MAX_USERS, packageTypes } from '#domain/constants.ts';
import type { UnsavedInput } from '#machines/registration/unsavedInput.ts';

const Line = v.string();
const Option = v.nullable(v.object({ id: v.string(), name: v.string() }));
const Count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_USERS));

/** What may be written to the session storage: never a password, a code or card data. */
const StoredParts = v.object({
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
  cardSent: v.exactOptional(v.literal(true)),
  bankDeadline: v.exactOptional(v.number()),
  bankIsOver: v.exactOptional(v.literal(true)),
  startsOwn: v.exactOptional(v.literal(true)),
});

const StoredInput = v.object({ token: v.nullable(v.string()), unsavedInput: StoredParts });

/** Data that another build has written may have another shape: then at least its token is used. */
const AnyStoredInput = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ ...StoredInput.entries, unsavedInput: v.fallback(StoredParts, {}) }),
);

/**
 * The sign-up that was started in this tab, by the token of its registration (null: none yet), with the input that was
 * typed but not sent. Invalid data, and that of another registration, reads as nothing.
 */
export function unsavedInputStorage(store: KeyValueStore) {
  const readStored = () => {
    const { success, output } = v.safeParse(AnyStoredInput, store.read(UNSAVED_INPUT_KEY));
    return success ? output : null;
  };
  return {
    /** The token of the registration, however the tab was left. */
    token: (): string | null => readStored()?.token ?? null,
    read: (token: string | null): UnsavedInput => {
      const stored = readStored();
      return stored?.token === token ? stored.unsavedInput : {};
    },
    /** Only fields named by the schema are written. */
    write: (token: string | null, unsavedInput: UnsavedInput) => {
      const stored = v.safeParse(StoredInput, { token, unsavedInput });
      if (stored.success) store.write(UNSAVED_INPUT_KEY, JSON.stringify(stored.output));
    },
    remove: () => store.remove(UNSAVED_INPUT_KEY),
  };
}
