import { type AnyStateMachine, createMachine } from 'xstate';
import { chartOf, nameOf, stateNodesOf } from './branches.ts';

/**
 * Whether a machine's `config` is a plain literal that every visualiser can read: after a round trip through JSON it
 * gives the same chart (states, events, targets, names of guards, actions and actors). Functions that compute params,
 * input, output or context may be lost; inline guards, actions and actors may not.
 */
export const isPlainLiteral = (config: AnyStateMachine['config']): boolean => lostInJson(config).length === 0;

/** What a round trip through JSON loses or changes, line by line; empty for a plain literal. */
export function lostInJson(config: AnyStateMachine['config']): string[] {
  const drawn = linesOf(createMachine(config as never));
  const attempted = new Set(attemptLines(config));
  return drawn.filter((line) => !attempted.has(line));
}

function attemptLines(config: AnyStateMachine['config']): string[] {
  try {
    return linesOf(createMachine(JSON.parse(JSON.stringify(config))));
  } catch {
    return [];
  }
}

/** The chart as lines, one per fact. */
function linesOf(machine: AnyStateMachine): string[] {
  return stateNodesOf(machine).flatMap((node) => {
    const name = nameOf(node);
    const own = (actions: unknown) => [actions ?? []].flat().map(actionName).join(', ');
    const transitions = [...[...node.transitions.values()].flat(), ...(node.always ?? [])];
    return [
      `${name} is ${node.type}`,
      ...(node.initial ? [`${name} begins in ${node.initial.target.map(nameOf)}`] : []),
      ...node.tags.map((tag) => `${name} is tagged ${tag}`),
      `${name} enters with ${own(node.config.entry)}`,
      `${name} leaves with ${own(node.config.exit)}`,
      ...[node.config.invoke ?? []]
        .flat()
        .map(({ src }, i) => `${name} invokes ${actorName(src)} as ${node.invoke[i]?.id}`),
      ...transitions.map((transition) => {
        const branch = chartOf(machine).branchOf(transition);
        return `${branch?.name} does ${transition.actions.map(actionName).join(', ')}`;
      }),
    ];
  });
}

function actionName(action: unknown): string {
  if (typeof action === 'string') return action;
  if (typeof action === 'function') return `a function ${action.name}`;
  return String((action as { type?: unknown }).type);
}

const actorName = (src: unknown): string =>
  typeof src === 'string' ? src : `an actor of ${Object.keys(src as object)}`;
