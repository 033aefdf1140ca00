import type { Api } from '#adapters/api.ts';
import type { ProductCookies } from '#adapters/cookies.ts';
import { Failure } from '#domain/failure.ts';

/** A login whose answer the browser could not keep is not asked for: it would only end where it began. */
export function needingCookies(api: Api, cookies: Pick<ProductCookies, 'work'>): Api {
  const needing =
    <CallInput, CallOutput>(ask: (question: CallInput, signal?: AbortSignal) => Promise<CallOutput>) =>
    async (question: CallInput, signal?: AbortSignal) => {
      if (!cookies.work()) throw new Failure('cookiesNeeded');
      return ask(question, signal);
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
