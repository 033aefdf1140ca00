import type { AnyEventObject } from 'xstate';
import { afterEvent, doneEvent, errorEvent, snapshotEvent } from './outcomes.ts';
import type { Plain } from './plain.ts';

type Payload = { [key: string]: Plain };

/** The start of paths: the state as written by `stateText`, and the immediate effects, one line per fact. */
export type GoldenStart = { name: string; input: Plain; state: string; facts: readonly string[] };

/** One event of a path, the resulting state and the changes on the way. */
export type GoldenStep = {
  /** The readable form of the event: `SUBMIT`, `done login`, `after answer`. */
  label: string;
  /** Its payload; errors by name and message. */
  payload: Payload;
  /** The event in XState's form. */
  event: AnyEventObject;
  state: string;
  facts: readonly string[];
};

export type GoldenPath = { title: string; start: GoldenStart; steps: readonly GoldenStep[] };

export type GoldenPlan = {
  starts: readonly GoldenStart[];
  paths: readonly GoldenPath[];
  unreachable: readonly string[];
};

/** Parses the output of `describePlan`. Throws on any other text, with the line. */
export function parsePlan(text: string): GoldenPlan {
  const lines = text.split('\n').filter((line) => line !== '');
  const values = new Map<string, string>();
  for (const line of lines) {
    const [, name, json] = /^(@\d+) (.+)$/.exec(line) ?? [];
    if (name && json) values.set(name, json);
  }
  const read = (json: string | undefined): Plain => (json ? JSON.parse(values.get(json) ?? json) : null);

  const starts: GoldenStart[] = [];
  const paths: { title: string; start: GoldenStart; steps: GoldenStep[] }[] = [];
  const unreachable: string[] = [];
  const last = new Map<string, readonly string[]>();

  for (const line of lines) {
    const [head = '', ...facts] = line.split(' | ');
    const [, name = '', input, first] = /^start(?: (.*?))??(?: (@\d+|\{.*\}))?→ (.+)$/.exec(head) ?? [];
    const [, from, label, payload, state] =
      /^ {2}(.+?) —((?:done |error |snapshot |after )?\S+(?: in \S+)?)(?: (@\d+|\{.*\}))?→ (.+)$/.exec(head) ?? [];
    if (first !== undefined) starts.push({ name, input: read(input), state: first, facts });
    else if (line.startsWith('path '))
      paths.push({ title: line.slice(5), start: startOf(starts, line.slice(5)), steps: [] });
    else if (from !== undefined && label !== undefined && state !== undefined) {
      const known = facts[0] === 'as before' ? (last.get(head) ?? []) : facts;
      last.set(head, known);
      paths.at(-1)?.steps.push({ ...eventOf(label, (read(payload) ?? {}) as Payload), state, facts: known });
    } else if (line.startsWith('unreachable ')) unreachable.push(line.slice(12));
    else if (!line.startsWith('@')) throw new Error(`No line of a plan: ${line}`);
  }
  return { starts, paths, unreachable };
}

/** A path's title begins with the name of its start, unless there is only one. */
function startOf(starts: readonly GoldenStart[], title: string): GoldenStart {
  const start = starts
    .filter(({ name }) => name === '' || title === name || title.startsWith(`${name}: `))
    .sort((a, b) => b.name.length - a.name.length)[0];
  if (!start) throw new Error(`No start for the path ${title}`);
  return start;
}

function eventOf(text: string, payload: Payload): Pick<GoldenStep, 'label' | 'payload' | 'event'> {
  const [kind = '', name = '', , state = ''] = text.split(' ');
  switch (kind) {
    case 'done':
      return { label: text, payload, event: doneEvent(name, payload['output']) };
    case 'error':
      return { label: text, payload, event: errorEvent(name, payload['error']) };
    case 'snapshot':
      return { label: text, payload, event: snapshotEvent(name, payload['snapshot']) };
    case 'after':
      return { label: `after ${name}`, payload, event: afterEvent(name, state) };
    default:
      return { label: text, payload, event: { ...payload, type: text } };
  }
}
