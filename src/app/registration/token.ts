import type { AppServices } from '../services.ts';

/** Writes and removes the token of the registration in the address. */
export const tokenEffects = ({ navigation }: AppServices) => ({
  removeToken: () => navigation.amend({ token: null }),
  storeToken: (_: unknown, { token }: { token: string | null }) => token && navigation.amend({ token }),
});
