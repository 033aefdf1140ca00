import type { Api } from '#adapters/api.ts';
import type { ProductCookies } from '#adapters/cookies.ts';
import { Failure } from '#domain/failure.ts';

/** If the browser accepts no cookies, a login is not requested: it would only return to the login screen. */
export function needingCookies(api: Api, cookies: Pick<ProductCookies, 'work'>): Api {
  const needing =
    <CallInput, CallOutput>(call: (input: CallInput, signal?: AbortSignal) => Promise<CallOutput>) =>
    async (input: CallInput, signal?: AbortSignal) => {
      if (!cookies.work()) throw new Failure('cookiesNeeded');
      return call(input, signal);
    };
  return {
    ...api,
    login: needing(api.login),
    loginWithCode: needing(api.loginWithCode),
    acceptInvitation: needing(api.acceptInvitation),
    joinTeam: needing(api.joinTeam),
    openRegistrationSession: needing(api.openRegistrationSession),
  };
}
