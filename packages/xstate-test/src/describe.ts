import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, StateValue } from 'xstate';
import type { Effects } from './effects.ts';
import { readable } from './outcomes.ts';
import { alike, type Plain, plain } from './plain.ts';
import type { CoveragePlan, PlannedPath, PlannedStart } from './plan.ts';

/** A value with longer JSON is written once, at the end of the file, and referred to as `@1`. */
const MAX_INLINE = 80;

/**
 * A plan as text, for a golden file and for reviews: one line for each start and each step.
 *
 *     path SUBMIT → done login
 *       credentials —SUBMIT→ loggingIn | form.touched=["email"] | request login body.email="a@example.org" | timer answer 15000
 *       loggingIn —done login {"status":200}→ loggedIn | effect goTo family="dashboard"
 *
 * After the states come the changed parts of the context, the requests with their input, the effects with their params
 * and the timers in milliseconds. `parsePlan` reads it back.
 */
export function describePlan<M extends AnyStateMachine>(plan: CoveragePlan<M>): string {
  const values = new Map<string, string>();
  const write = (value: Plain): string => {
    const json = JSON.stringify(value);
    if (json.length <= MAX_INLINE && !/[→|]/.test(json)) return json;
    const name = values.get(json) ?? `@${values.size + 1}`;
    values.set(json, name);
    return name;
  };
  const shorten = createShortener();
  const blocks = [
    plan.starts.map((start) => startLine(start, write)),
    ...plan.paths.map((path) => [`path ${path.title}`, ...stepLines(path, write).map(shorten)]),
    plan.unreachable.map((goal) => `unreachable ${goal}`),
  ];
  const lines = [...blocks, [...values].map(([json, name]) => `${name} ${json}`)].filter(({ length }) => length > 0);
  return `${lines.map((block) => block.join('\n')).join('\n\n')}\n`;
}

type Write = (value: Plain) => string;

/** Shortens a step that has the same effects as at its previous occurrence to `as before`. */
function createShortener() {
  const last = new Map<string, string>();
  return (line: string): string => {
    const [arrow = '', ...facts] = line.split(' | ');
    const isKnown = last.get(arrow) === line;
    last.set(arrow, line);
    return facts.length > 0 && isKnown ? `${arrow} | as before` : line;
  };
}

/** `start invited {"token":"t1"}→ loading | email="" | request readInvitation`. */
function startLine<M extends AnyStateMachine>(start: PlannedStart<M>, write: Write): string {
  const { value, context } = start.state as AnyMachineSnapshot;
  const input = plain(start.input);
  const head = ['start', start.name, ...(input === null ? [] : [write(input)])].filter(Boolean).join(' ');
  return [`${head}→ ${stateText(value)}`, ...leaves(plain(context), write), ...effectFacts(start, write)].join(' | ');
}

function stepLines<M extends AnyStateMachine>({ start, steps }: PlannedPath<M>, write: Write): string[] {
  const states = [start, ...steps].map(({ state }) => state as AnyMachineSnapshot);
  return steps.map((step, index) => {
    const before = states[index] as AnyMachineSnapshot;
    const after = step.state as AnyMachineSnapshot;
    const facts = [
      ...changes(plain(before.context), plain(after.context), write),
      ...effectFacts(step, write),
      ...(after.status === 'done' && after.output !== undefined ? [`output ${write(plain(after.output))}`] : []),
    ];
    const transition = `${stateText(before.value)} —${eventText(step.event, write)}→ ${stateText(after.value)}`;
    return `  ${[transition, ...facts].join(' | ')}`;
  });
}

/** `SUBMIT`, `done login {"status":200}`, `after answer in saving`. */
function eventText({ type, actorId: _, ...payload }: AnyEventObject, write: Write): string {
  const timer = /^xstate\.after\.([^.]+)\.(.+)$/.exec(type);
  if (timer) return `after ${timer[1]} in ${timer[2]}`;
  const given = plain(payload) as { [key: string]: Plain };
  return [readable(type), ...(Object.keys(given).length > 0 ? [write(given)] : [])].join(' ');
}

/** A state value in compact form: `editing`, `filling.creatingAccount`, `asking{prices.shown, submission.open}`. */
export function stateText(value: StateValue): string {
  if (typeof value === 'string') return value;
  const regions = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, inner]) => {
      const text = inner === undefined ? '' : stateText(inner);
      return text === '' || text.startsWith('{') ? key + text : `${key}.${text}`;
    });
  return regions.length === 1 ? (regions[0] ?? '') : `{${regions.join(', ')}}`;
}

const effectFacts = ({ requests, effects, timers }: Effects, write: Write): string[] => [
  ...requests.map(({ name, id, input }) =>
    ['request', name, ...(id === name ? [] : [`as ${id}`]), ...leaves(plain(input), write)].join(' '),
  ),
  ...effects.map(({ name, params }) => ['effect', name, ...leaves(plain(params), write)].join(' ')),
  ...timers.map(({ type, ms }) => `timer ${readable(type).replace(/^after /, '')} ${ms}`),
];

/** The differences between two contexts, by path: `form.values.email="a@example.org"`. */
function changes(before: Plain, after: Plain, write: Write, path = ''): string[] {
  if (alike(before, after)) return [];
  if (!isRecord(before) || !isRecord(after)) return leaves(after, write, path);
  return Object.keys({ ...before, ...after }).flatMap((key) =>
    key in after
      ? changes(before[key] ?? null, after[key] ?? null, write, join(path, key))
      : [`${join(path, key)} removed`],
  );
}

/** The leaves of a value, each with its path; nothing for a top-level null. */
function leaves(value: Plain, write: Write, path = ''): string[] {
  if (isRecord(value) && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([key, part]) => leaves(part, write, join(path, key)));
  return path === '' ? (value === null || isRecord(value) ? [] : [write(value)]) : [`${path}=${write(value)}`];
}

const join = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

const isRecord = (value: Plain): value is { [key: string]: Plain } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
