import * as v from 'valibot';
import type { KeyValueStore } from '#adapters/storage.ts';
import { UNSAVED_INPUT_KEY } from '#contract/browser.ts';
import { UnsavedInput } from '#machines/registration/unsavedInput.ts';

const StoredInput = v.object({ token: v.nullable(v.string()), unsavedInput: UnsavedInput });

/** Data that another build has written may have another shape: then at least its token is used. */
const AnyStoredInput = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ ...StoredInput.entries, unsavedInput: v.fallback(UnsavedInput, {}) }),
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
