import type { Adapter, AdapterPayload } from 'oidc-provider';

type Entry = { payload: AdapterPayload; until: number };

/**
 * Storage for codes, grants and sessions of a local provider: in memory, since it may lose everything at a restart. One
 * store per provider; models share it with their own prefixes.
 */
export const memoryAdapter = () => {
  const store = new Map<string, Entry>();
  return (model: string): Adapter => {
    const keyOf = (id: string) => `${model}:${id}`;
    const find = async (id: string) => {
      const entry = store.get(keyOf(id));
      return entry && entry.until > Date.now() ? entry.payload : undefined;
    };
    return {
      find,
      async upsert(id, payload, expiresIn) {
        for (const [key, entry] of store) if (entry.until <= Date.now()) store.delete(key);
        store.set(keyOf(id), { payload, until: Date.now() + (expiresIn ?? 3600) * 1000 });
      },
      async findByUid(uid) {
        return [...store.values()].find(({ payload }) => payload.uid === uid)?.payload;
      },
      async findByUserCode() {
        return undefined;
      },
      async consume(id) {
        const payload = await find(id);
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        store.delete(keyOf(id));
      },
      async revokeByGrantId(grantId) {
        // Of this model only: the provider's session refers to the grant as well and has to outlive it.
        for (const [key, { payload }] of store) {
          if (key.startsWith(keyOf('')) && payload.grantId === grantId) store.delete(key);
        }
      },
    };
  };
};
