import { stateNodesOf } from '@xstate/test';
import { type AnyStateMachine, type AnyStateNode, not, StateMachine } from 'xstate';

/**
 * A machine with one change. `name` describes position and change, unique within its machine. The machine is created
 * only when it is checked, because hundreds of machines with XState's caches would fill the heap.
 */
export type Mutant = { name: string; make: () => AnyStateMachine };

/** A candidate as charts write it: a target alone, or an object. */
type Candidate = { target?: string; guard?: unknown; actions?: unknown; [part: string]: unknown };
type Path = readonly (string | number)[];
/** A change of the config: sets the value at `path`; undefined removes it. */
type Change = { name: string; path: Path; value: unknown };

/** A mutant with an endless `always` loop is stopped after this many microsteps. */
const MAX_MICROSTEPS = 100;

/**
 * Every mutant of a machine, each with one change: retarget or remove a transition, drop or negate a guard, drop an
 * action, swap two candidates, change the initial state. Created from the config in memory; no file is changed.
 */
export function mutantsOf(machine: AnyStateMachine): Mutant[] {
  return stateNodesOf(machine)
    .flatMap(changesOf)
    .map(({ name, path, value }) => ({
      name,
      make: () =>
        new StateMachine(
          { ...(replaced(machine.config, path, value) as object), options: { maxIterations: MAX_MICROSTEPS } } as never,
          machine.implementations as never,
        ) as unknown as AnyStateMachine,
    }));
}

function changesOf(node: AnyStateNode): Change[] {
  const name = [node.machine.id, ...node.path].join('.');
  const path = node.path.flatMap((key) => ['states', key]);
  return [
    ...initialChanges(node, name, path),
    ...(['entry', 'exit'] as const).flatMap((key) =>
      actionChanges(node.config[key], `${name} ${key}`, [...path, key], (value) => value),
    ),
    ...transitionLists(node).flatMap(({ title, at, list }) =>
      listChanges(node, list, `${name} ${title}`, [...path, ...at]),
    ),
  ];
}

function initialChanges({ config, states }: AnyStateNode, name: string, path: Path): Change[] {
  if (typeof config.initial !== 'string') return [];
  return Object.keys(states)
    .filter((key) => key !== config.initial && states[key]?.type !== 'history')
    .map((key) => ({ name: `${name}: begins in ${key}`, path: [...path, 'initial'], value: key }));
}

/** Where a state's config lists candidates: `on`, `after`, `always`, `onDone`, and the outcomes of its invokes. */
function transitionLists({ config }: AnyStateNode): { title: string; at: Path; list: Candidate[] }[] {
  const lists: { title: string; at: Path; given: unknown }[] = [
    ...Object.entries(config.on ?? {}).map(([key, given]) => ({ title: key, at: ['on', key], given })),
    ...Object.entries(config.after ?? {}).map(([key, given]) => ({ title: `after ${key}`, at: ['after', key], given })),
    { title: 'always', at: ['always'], given: config.always },
    { title: 'completed', at: ['onDone'], given: config.onDone },
    ...asList(config.invoke).flatMap((invoke, index) => {
      const at: Path = Array.isArray(config.invoke) ? ['invoke', index] : ['invoke'];
      const { id, ...parts } = invoke as { id: string; onDone?: unknown; onError?: unknown; onSnapshot?: unknown };
      return [
        { title: `done ${id}`, at: [...at, 'onDone'], given: parts.onDone },
        { title: `error ${id}`, at: [...at, 'onError'], given: parts.onError },
        { title: `snapshot ${id}`, at: [...at, 'onSnapshot'], given: parts.onSnapshot },
      ];
    }),
  ];
  return lists
    .filter(({ given }) => given !== undefined)
    .map(({ given, ...place }) => ({
      ...place,
      list: asList(given).map((one) => (typeof one === 'string' ? { target: one } : (one as Candidate))),
    }));
}

function listChanges(source: AnyStateNode, list: Candidate[], title: string, path: Path): Change[] {
  return list.flatMap((candidate, index): Change[] => {
    const name = list.length > 1 ? `${title} #${index + 1}` : title;
    const instead = (...others: Candidate[]) => {
      const value = list.toSpliced(index, 1, ...others);
      return value.length > 0 ? value : undefined;
    };
    const { target, guard, ...rest } = candidate;
    const unguarded = { ...rest, ...(target !== undefined && { target }) };
    const aimless = { ...rest, ...(guard !== undefined && { guard }) };
    const next = list[index + 1];
    return [
      { name: `${name}: removed`, path, value: instead() },
      ...(guard === undefined
        ? []
        : [
            { name: `${name}: guard dropped`, path, value: instead(unguarded) },
            { name: `${name}: guard negated`, path, value: instead({ ...candidate, guard: not(guard as never) }) },
          ]),
      ...(next === undefined
        ? []
        : [{ name: `${name}: swapped with the next`, path, value: list.toSpliced(index, 2, next, candidate) }]),
      ...(target === undefined
        ? []
        : [
            { name: `${name}: goes nowhere`, path, value: instead(aimless) },
            ...othersThan(source, target).map((id) => ({
              name: `${name}: goes to ${id}`,
              path,
              value: instead({ ...candidate, target: `#${id}` }),
            })),
          ]),
      ...actionChanges(candidate.actions, name, path, (actions) => instead({ ...candidate, actions })),
    ];
  });
}

/** One change per action, which drops it. */
function actionChanges(given: unknown, title: string, path: Path, place: (actions: unknown[]) => unknown): Change[] {
  const actions = asList(given);
  return actions.map((action, index) => ({
    name: `${title}: action ${nameOfAction(action)} dropped${actions.length > 1 ? ` (${index + 1})` : ''}`,
    path,
    value: place(actions.toSpliced(index, 1)),
  }));
}

/** The ids of the target's sibling states. */
function othersThan(source: AnyStateNode, target: string): string[] {
  const goal = resolved(source, target);
  if (!goal.parent || goal.parent.type === 'parallel') return [];
  return Object.values(goal.parent.states)
    .filter((node) => node !== goal && node.type !== 'history')
    .map(({ id }) => id);
}

function resolved(source: AnyStateNode, target: string): AnyStateNode {
  if (target.startsWith('#')) return source.machine.getStateNodeById(target.slice(1));
  const base = target.startsWith('.') ? source : source.parent;
  const keys = target.split('.').filter((key) => key !== '');
  const goal = keys.reduce<AnyStateNode | undefined>((node, key) => node?.states[key], base);
  if (!goal) throw new Error(`${source.id} has no way to ${target}`);
  return goal;
}

/** A copy of a value with a replaced part at the path; everything outside the path is shared. */
function replaced(value: unknown, [key, ...rest]: Path, part: unknown): unknown {
  if (key === undefined) return part;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>;
  const next = replaced(copy[key], rest, part);
  if (next === undefined) delete copy[key];
  else copy[key] = next;
  return copy;
}

const asList = (given: unknown): unknown[] => (given === undefined ? [] : [given].flat());

const nameOfAction = (action: unknown): string =>
  typeof action === 'string' ? action : String((action as { type?: unknown }).type);
