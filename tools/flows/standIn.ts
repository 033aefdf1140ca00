import type { AnyStateMachine } from 'xstate';

/** Effects that a stand-in keeps: XState's own `raise` of a fixed event. */
type Raise = { type?: string; event?: unknown };

/**
 * A flow as a JavaScript module for plain XState: its literal chart with stand-ins for everything that the chart only
 * names. `file` is the machine's source.
 */
export function standInOf(machine: AnyStateMachine, file: string): string {
  const { actors, actions, guards, delays } = machine.implementations;
  const raised = Object.entries(actions).filter(([, action]) => isRaise(action as Raise));
  const parts = {
    actors: Object.keys(actors).map((name) => `${name}: waiting`),
    actions: Object.entries(actions).map(([name, action]) => `${name}: ${actionText(action as Raise)}`),
    guards: Object.keys(guards).map((name) => `${name}: () => guards.${name}`),
    delays: Object.entries(delays).map(([name, delay]) => `${name}: ${JSON.stringify(delay)}`),
  };
  const imports = [parts.actors.length > 0 && 'fromCallback', raised.length > 0 && 'raise', 'setup'].filter(Boolean);
  return `${[
    `/* ${machine.id}: exported from ${file} by \`npm run flows:export\`; README.md says how to run and draw it. */`,
    `import { ${imports.join(', ')} } from 'xstate';`,
    '',
    '/** The result of each guard; change a value before you send an event. */',
    `export const guards = ${object(Object.keys(guards).map((name) => `${name}: true`))};`,
    '',
    ...(parts.actors.length > 0
      ? ['/** A request or a child flow: send its answer yourself. */', 'const waiting = fromCallback(() => {});', '']
      : []),
    'export const machine = setup({',
    ...Object.entries(parts)
      .filter(([, lines]) => lines.length > 0)
      .map(([name, lines]) => `  ${name}: ${object(lines, '  ')},`),
    `}).createMachine(${JSON.stringify(machine.config, null, 2)});`,
  ].join('\n')}\n`;
}

const isRaise = ({ type }: Raise): boolean => type === 'xstate.raise';

const actionText = (action: Raise): string => (isRaise(action) ? `raise(${JSON.stringify(action.event)})` : '() => {}');

const object = (lines: readonly string[], indent = ''): string =>
  lines.length === 0 ? '{}' : `{\n${lines.map((line) => `${indent}  ${line},\n`).join('')}${indent}}`;
