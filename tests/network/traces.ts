import { Failure } from '#domain/failure.ts';
import { type Decide, exploreFaults } from './explore.ts';
import type { Outcome, Served } from './faults.ts';

/*
 * The explorations of this folder are worth as much as their models of the server. Here the calls that a model has
 * executed are sent to the real server, in the same order, and each answer is compared: status, error code and field,
 * and the parts of the answer that the model has.
 */

/** What a client sees of an answer. */
type Seen = { status: number; error: string; parts: Record<string, unknown> };
/** Executes one call of the model on the real server. */
export type Replay = (served: Served) => Promise<Outcome | null>;

/**
 * The calls of runs with at most one fault or interruption; no sequence is the beginning of another. `npm test` takes
 * one fault of `every`, the deep run all.
 */
export function tracesOf(every: number, run: (decide: Decide, onServed: (served: Served) => void) => void): Served[][] {
  const traces = new Map<string, Served[]>();
  exploreFaults(
    (decide) => {
      const trace: Served[] = [];
      try {
        run(decide, ({ input, ...served }) => trace.push({ ...served, input: structuredClone(input) }));
      } finally {
        traces.set(trace.map(textOf).join('\n'), trace);
      }
    },
    1,
    process.env['DEEP'] === '1' ? 1 : every,
  );
  const texts = [...traces.keys()];
  return [...traces]
    .filter(([text]) => !texts.some((other) => other.startsWith(`${text}\n`)))
    .map(([, trace]) => trace);
}

const textOf = ({ name, input }: Served) => `${name} ${JSON.stringify(input)}`;

const seenOf = (outcome: Outcome): Seen => {
  if ('answer' in outcome) {
    const { status, data } = outcome.answer as { status: number; data: Record<string, unknown> };
    return { status, error: '', parts: partsOf(data) };
  }
  const { status, errors, retryAfter } = outcome.rejection;
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

export const executed = async (call: Promise<unknown>): Promise<Outcome> =>
  call.then(
    (answer) => ({ answer }),
    (error) => {
      if (!(error instanceof Failure)) throw error;
      return { rejection: error };
    },
  );

/** Sends every trace to the real server; returns where its answers differ. */
export async function differences(traces: readonly Served[][], replayOf: (trace: number) => Promise<Replay>) {
  const found = new Map<string, object>();
  for (const [number, trace] of traces.entries()) {
    const replay = await replayOf(number);
    for (const [at, served] of trace.entries()) {
      const outcome = await replay(served);
      if (outcome === null) continue;
      const [model, server] = [seenOf(served.outcome), seenOf(outcome)];
      const differing = Object.keys(model.parts).filter((part) => model.parts[part] !== server.parts[part]);
      const isSame = model.status === server.status && model.error === server.error && differing.length === 0;
      if (isSame) continue;
      const shown = ({ parts, ...answer }: Seen) => ({
        ...answer,
        ...Object.fromEntries(differing.map((part) => [part, parts[part]])),
      });
      const difference = { model: shown(model), server: shown(server) };
      const before = trace.slice(0, at + 1).map(({ name }) => name);
      found.set(`${served.name} ${JSON.stringify(difference)}`, { before, ...difference });
      break;
    }
  }
  return [...found.values()];
}
