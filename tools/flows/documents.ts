import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { I18n } from '@lingui/core';
import { calls } from '#contract/calls.ts';
import { messageCodes } from '#domain/messages.ts';
import { noticeCodes } from '#domain/notice.ts';
import { type FlowName, flows } from '#machines/registry.ts';
import { errorText, messageText } from '#text/catalogue.ts';
import { loadMessages } from '#text/i18n.ts';
import { type Chart, charts } from './chart.ts';
import { mermaidOf } from './mermaid.ts';
import { standInOf } from './standIn.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** All files of docs/flows by name, generated from the code: each flow as JSON, module and Mermaid, and the tables. */
export async function flowDocuments(): Promise<Record<string, string>> {
  const names = Object.keys(flows) as FlowName[];
  return {
    ...Object.fromEntries(names.map((name) => [`${name}.json`, `${JSON.stringify(flows[name].config, null, 2)}\n`])),
    ...Object.fromEntries(names.map((name) => [`${name}.js`, standInOf(flows[name], fileOf(name))])),
    ...Object.fromEntries(names.map((name) => [`${name}.mmd`, mermaidOf(charts[name])])),
    'README.md': tables(await loadMessages('en')),
  };
}

/** How each file of a flow is used outside this project. */
const OUTSIDE = `| File | Is | Use it for |
| --- | --- | --- |
| \`<flow>.js\` | the chart in \`setup(…).createMachine(…)\`, with stand-ins for guards, effects and actors | running it in plain XState 5; pasting it into Stately Studio (*Import from code*); opening it with the editor extension *Stately*; watching it in Stately’s inspector |
| \`<flow>.json\` | the chart alone, the \`config\` of the machine | drawing it, in any tool that reads the JSON of XState 5; it draws, but stops at its first guard when it is run |
| \`<flow>.mmd\` | a Mermaid state diagram | GitHub, which draws the file; Mermaid’s live editor; Markdown that draws Mermaid |

In a stand-in, effects do nothing, a guard passes until you set it to \`false\`, and a request or a child flow waits until you send its answer. The context stays empty, because only the product’s own functions fill it. **Not tried here:** Stately’s tools, GitHub and Mermaid’s editor need the network.

\`\`\`js
import { createActor } from 'xstate';
import { guards, machine } from './docs/flows/recovery.js';

const recovery = createActor(machine).start();
guards.isComplete = false;
recovery.send({ type: 'SUBMIT' }); // editing: the address is not right
guards.isComplete = true;
recovery.send({ type: 'SUBMIT' }); // requesting
recovery.send({ type: 'xstate.done.actor.requestReset' }); // sent; a failure is xstate.error.actor.requestReset
\`\`\``;

function tables(i18n: I18n): string {
  const all = Object.values(charts);
  return `${[
    '# The flows in tables',
    'Printed from the code by `npm run flows:export`; a test fails when a file here and the code differ. [machines/README.md](../../machines/README.md) says how to read a flow; `npm run flows` draws them.',
    '## Running and drawing a flow elsewhere',
    OUTSIDE,
    '## Flows',
    table(['Flow', 'File', 'States', 'Transitions', 'Guarded', 'Invokes'], all.map(flowRow)),
    '## Calls',
    'The calls of the contract (§7 and the dashboard’s), and what requests them: a flow by its name, or the file that does it for the flows.',
    table(['Call', 'Goes to', 'Answers', 'Session', 'Requested by'], Object.keys(calls).map(callRow)),
    '## Messages',
    'Flows name a code; the text is chosen when it is shown. At a field (§5, §8):',
    table(['Code', 'Text'], fieldRows(i18n)),
    'In the banner (§4, §8), and what shows it:',
    table(['Code', 'Text', 'Shown by'], noticeRows(i18n)),
    '## States',
    ...all.flatMap((chart) => [
      `### ${chart.name}`,
      table(['State', 'Kind', 'Tags', 'Invokes', 'On entry'], stateRows(chart)),
    ]),
    '## Events',
    'In which states an event is accepted, with its guards.',
    ...all.flatMap((chart) => [`### ${chart.name}`, table(['Event', 'Accepted in'], eventRows(chart))]),
  ].join('\n\n')}\n`;
}

const flowRow = ({ name, states, arrows }: Chart): string[] => [
  `\`${name}\``,
  fileOf(name),
  String(states.length),
  String(arrows.length),
  String(arrows.filter(({ guard }) => guard).length),
  codes(states.flatMap(({ invokes }) => invokes.map(({ src }) => src))),
];

function callRow(name: string): string[] {
  const { method, path, answers, session } = calls[name as keyof typeof calls] as (typeof calls)['login'] & {
    session?: true;
  };
  const requesters = Object.values(charts)
    .filter(({ states }) => states.some(({ invokes }) => invokes.some(({ src }) => src === name)))
    .map((chart) => chart.name);
  const through = sources('src').filter(({ text }) => new RegExp(`\\bapi\\.${name}\\b`).test(text));
  const requestedBy = requesters.length > 0 ? codes(requesters) : through.map(({ file }) => file).join(', ');
  const statuses = Object.keys(answers).join(', ');
  return [`\`${name}\``, `${method.toUpperCase()} ${path}`, statuses, session ? 'yes' : '', requestedBy];
}

const fieldRows = (i18n: I18n): string[][] =>
  Object.values(messageCodes).map((code) => [`\`${code}\``, errorText(i18n, code) ?? '']);

const noticeRows = (i18n: I18n): string[][] =>
  noticeCodes.map((code) => {
    const action = `'notify${code.charAt(0).toUpperCase()}${code.slice(1)}'`;
    const files = sources('machines', 'src/contract').filter(
      ({ text }) => text.includes(`'${code}'`) || text.includes(action),
    );
    return [
      `\`${code}\``,
      messageText(i18n, { code }),
      [...new Set(files.map(({ file }) => shortName(file)))].join(', '),
    ];
  });

/** The name of a flow, for each of its files; the file name of anything else. */
const shortName = (file: string): string => {
  const flow = /(\w+)\.\w+\.ts$/.exec(file)?.[1];
  return flow ? `\`${flow}\`` : file;
};

const stateRows = ({ states }: Chart): string[][] =>
  states.map(({ name, kind, isInitial, tags, invokes, entry }) => [
    `\`${name}\``,
    isInitial ? `${kind}, initial` : kind,
    tags.join(', '),
    codes(invokes.map(({ src }) => src)),
    codes(entry),
  ]);

function eventRows({ arrows }: Chart): string[][] {
  const events = [...new Set(arrows.map(({ event }) => event))].sort();
  return events.map((event) => {
    const counting = Map.groupBy(
      arrows.filter((arrow) => arrow.event === event),
      ({ source }) => source,
    );
    const places = [...counting].map(([source, list]) => {
      const guards = list.flatMap(({ guard }) => guard ?? []);
      return guards.length > 0 ? `\`${source}\` [${guards.join(', ')}]` : `\`${source}\``;
    });
    return [`\`${event}\``, places.join(', ')];
  });
}

const codes = (names: readonly string[]): string => [...new Set(names)].map((name) => `\`${name}\``).join(', ');

const table = (head: string[], rows: readonly string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const fileOf = (flow: string): string =>
  sources('machines').find(({ file }) => file.endsWith(`/${flow}.machine.ts`))?.file ?? '';

/** Source files in some folders, by their path from the root. */
function sources(...folders: string[]): { file: string; text: string }[] {
  return folders.flatMap((folder) => {
    const known = read.get(folder) ?? sourcesIn(folder);
    read.set(folder, known);
    return known;
  });
}

const read = new Map<string, { file: string; text: string }[]>();

const sourcesIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .sort()
    .map((name) => ({
      file: `${folder}/${name.replaceAll('\\', '/')}`,
      text: readFileSync(join(ROOT, folder, name), 'utf8'),
    }));
