import { describe, expect, test } from 'vitest';
import { Failure } from '#domain/failure.ts';
import { addOwner, codeFor, otherThan, PASSWORD } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type Decide, exploreFaults } from './explore.ts';
import { FaultCoverage } from './faultCoverage.ts';
import type { Outcome, Served } from './faults.ts';
import { type Way as LogInWay, logIn, ways as logInWays } from './logIn.ts';
import { person } from './logInServer.ts';

/*
 * The explorations of this folder are worth as much as their models of the server. Here the calls that a model has
 * executed are sent to the real server, in the same order, and each answer is compared: status, error code and field,
 * and the parts of the answer that the model has.
 */

/** What a client sees of an answer. */
type Seen = { status: number; error: string; parts: Record<string, unknown> };
/** Executes one call of the model on the real server. */
type Replay = (served: Served) => Promise<Outcome | null>;

/** `npm test` sends every third trace, the deep run all. */
const share = process.env['DEEP'] === '1' ? 1 : 3;

/** The calls of runs with at most one fault or interruption; no sequence is the beginning of another. */
function tracesOf(run: (decide: Decide, onServed: (served: Served) => void) => void): Served[][] {
  const traces = new Map<string, Served[]>();
  exploreFaults((decide) => {
    const trace: Served[] = [];
    try {
      run(decide, ({ input, ...served }) => trace.push({ ...served, input: structuredClone(input) }));
    } finally {
      traces.set(trace.map(textOf).join('\n'), trace);
    }
  }, 1);
  const texts = [...traces.keys()];
  const whole = [...traces].filter(([text]) => !texts.some((other) => other.startsWith(`${text}\n`)));
  return whole.filter((_, index) => index % share === 0).map(([, trace]) => trace);
}

const textOf = ({ name, input }: Served) => `${name} ${JSON.stringify(input)}`;

const seenOf = (outcome: Outcome): Seen => {
  if ('answer' in outcome) {
    const { status, data } = outcome.answer as { status: number; data: Record<string, unknown> };
    return { status, error: '', parts: partsOf(data) };
  }
  const { status, errors, retryAfter } = outcome.refusal;
  const [{ code = '', field = '' } = {}] = errors;
  return { status, error: `${code} ${field}`.trim(), parts: retryAfter === null ? {} : { retryAfter: true } };
};

/** Steps, identities and amounts by value; tokens, instants and texts only as present. */
const comparedByValue = new Set([
  'step',
  'sso',
  'nb_users',
  'nb_cx_bundles',
  'package_type',
  'first_name',
  'last_name',
]);
function partsOf(data: object, prefix = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, value]): [string, unknown][] => {
      if (value !== null && typeof value === 'object' && !Array.isArray(value))
        return Object.entries(partsOf(value, `${prefix}${key}.`));
      return [[prefix + key, comparedByValue.has(key) ? value : value !== null]];
    }),
  );
}

const executed = async (call: Promise<unknown>): Promise<Outcome> =>
  call.then(
    (answer) => ({ answer }),
    (refusal) => {
      if (!(refusal instanceof Failure)) throw refusal;
      return { refusal };
    },
  );

/** Sends every trace to the real server; returns where its answers differ. */
async function differences(traces: readonly Served[][], replayOf: (trace: number) => Promise<Replay>) {
  const found = new Map<string, object>();
  for (const [number, trace] of traces.entries()) {
    const replay = await replayOf(number);
    for (const [at, served] of trace.entries()) {
      const outcome = await replay(served);
      if (outcome === null) continue;
      const [model, server] = [seenOf(served.outcome), seenOf(outcome)];
      const known = Object.fromEntries(Object.keys(model.parts).map((part) => [part, server.parts[part]]));
      const compared = { ...server, parts: known };
      if (JSON.stringify(model) === JSON.stringify(compared)) continue;
      const before = trace.slice(0, at + 1).map(({ name }) => name);
      found.set(`${served.name} ${JSON.stringify({ model, compared })}`, { before, model, server: compared });
      break;
    }
  }
  return [...found.values()];
}

describe('the model of the login responds as the server does', { timeout: 120_000 }, () => {
  const mailedCode = (nonce: unknown) => String(123_450 + (Number(String(nonce).slice(1)) % 10));

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
      const { nonce } = { ...params, ...body };
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
              body: { nonce: own, code: body['code'] === mailedCode(nonce) ? code : otherThan(code) },
            });
          }
          default:
            return null;
        }
      };
      if (served.name === 'confirm' || served.name === 'confirmCustomer')
        await context.db.updateTable('users').set({ confirmed_at: clock.now() }).where('id', '=', userId).execute();
      const asked = call();
      if (!asked) return null;
      const outcome = await executed(asked);
      await opened(served, outcome);
      return outcome;
    };
  }

  const { 'a server that is out of order at first': _, ...others } = logInWays;
  const ways: Record<string, LogInWay> = {
    ...others,
    'six wrong codes, and a new code in between': { mostCodes: 5, slips: { wrongCodes: 6, resends: 1 } },
  };

  test.each(Object.entries(ways).filter(([, { mostCodes = 5 }]) => mostCodes === 5))('%s', async (_name, way) => {
    const coverage = new FaultCoverage();
    const traces = tracesOf((decide, onServed) => logIn(way, decide, coverage, onServed));
    const server = await startServer({ TWO_FACTOR: way.asksCode === false ? 'off' : 'new-device' });
    expect(await differences(traces, (trace) => replayOf(server, way, `ann-${trace}@acme.example`))).toEqual([]);
  });
});
