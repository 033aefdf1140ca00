import { describe, expect, test } from 'vitest';
import { addOwner, codeFor, otherThan, PASSWORD } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { FaultCoverage } from './faultCoverage.ts';
import type { Outcome, Served } from './faults.ts';
import { type Variant as LogInWay, logIn, variants as logInWays } from './logIn.ts';
import { codeOf, person } from './logInServer.ts';
import { differences, executed, type Replay, tracesOf } from './traces.ts';

describe('the model of the login responds as the server does', { timeout: 120_000 }, () => {
  async function replayOf(server: TestServer, { isUnconfirmed }: LogInWay, email: string): Promise<Replay> {
    const { api, context, clock } = server;
    const user = isUnconfirmed ? { confirmed_at: null } : {};
    const { userId } = await addOwner(server, email, { user });
    const nonces = new Map<unknown, string>();
    const codes = new Map<unknown, string>();
    /** A nonce of the model stands for the server's nonce and for the code that was mailed with it. */
    const opened = async (served: Served, outcome: Outcome) => {
      if (!('answer' in outcome) || !('answer' in served.outcome)) return;
      const { nonce } = (served.outcome.answer as { data: { nonce?: string } }).data;
      const own = (outcome.answer as { data: { nonce?: string } }).data.nonce;
      if (!nonce || !own) return;
      nonces.set(nonce, own);
      codes.set(nonce, await codeFor(server, email));
    };
    return async (served) => {
      clock.forward(31);
      const { params = {}, body = {} } = (served.input ?? {}) as {
        params?: Record<string, string>;
        body?: Record<string, string>;
      };
      const { nonce = '' } = { ...params, ...body };
      const own = nonces.get(nonce) ?? 'unknown';
      const call = (): Promise<unknown> | null => {
        switch (served.name) {
          case 'login':
            return api.login({
              body: {
                email,
                password: body['password'] === person.password ? PASSWORD : 'something else',
                remember_me: false,
              },
            });
          case 'resendLoginCode':
            return api.resendLoginCode({ params: { nonce: own } });
          case 'loginWithCode': {
            const code = codes.get(nonce) ?? '000000';
            return api.loginWithCode({
              body: { nonce: own, code: body['code'] === codeOf(nonce) ? code : otherThan(code) },
            });
          }
          default:
            return null;
        }
      };
      if (served.name === 'confirm' || served.name === 'confirmCustomer')
        await context.db.updateTable('users').set({ confirmed_at: clock.now() }).where('id', '=', userId).execute();
      const request = call();
      if (!request) return null;
      const outcome = await executed(request);
      await opened(served, outcome);
      return outcome;
    };
  }

  const { 'a server that is out of order at first': _, ...others } = logInWays;
  const variants: Record<string, LogInWay> = {
    ...others,
    'six wrong codes, and a new code in between': { maxCodes: 5, slips: { wrongCodes: 6, resends: 1 } },
  };

  test.each(Object.entries(variants).filter(([, { maxCodes = 5 }]) => maxCodes === 5))('%s', async (_name, variant) => {
    const coverage = new FaultCoverage();
    const traces = tracesOf(3, (decide, onServed) => logIn(variant, decide, coverage, onServed));
    const server = await startServer({ TWO_FACTOR: variant.requiresCode === false ? 'off' : 'new-device' });
    expect(await differences(traces, (trace) => replayOf(server, variant, `ann-${trace}@acme.example`))).toEqual([]);
  });
});
