import type { CallInput } from '#contract/call.ts';
import type { Calls } from '#contract/calls.ts';
import { asFailure } from '#domain/failure.ts';
import { inputActor } from '../promiseActor.ts';
import type { AppServices } from '../services.ts';

type Input = CallInput<Calls['openRegistrationSession']>;

/**
 * §4: the login after the sign-up, which the server allows once. Where another tab has completed the same sign-up, this
 * browser is logged in already (§2).
 */
export const openingSession = ({ api, cookies }: Pick<AppServices, 'api' | 'cookies'>) =>
  inputActor(async (input: Input, signal) => {
    try {
      return await api.openRegistrationSession(input, signal);
    } catch (error) {
      // 404: it was opened before. Another refusal, or no answer, says nothing about whose login that is.
      const login = asFailure(error).status === 404 ? cookies.auth.read() : null;
      if (login) return { status: 201 as const, data: login };
      throw error;
    }
  });
