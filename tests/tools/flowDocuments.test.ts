import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { calls } from '#contract/calls.ts';
import { type FlowName, flows } from '#machines/registry.ts';
import { type Chart, chartFrom, charts } from '../../tools/flows/chart.ts';
import { flowDocuments } from '../../tools/flows/documents.ts';

const FOLDER = 'docs/flows';
const documents = await flowDocuments();
const committed = (file: string) => readFileSync(`${FOLDER}/${file}`, 'utf8');
const names = Object.keys(flows) as FlowName[];

test('docs/flows contains one file for each document, and no other', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(Object.keys(documents).sort());
});

test.each(Object.keys(documents))('%s is up to date (npm run flows:export writes it)', (file) => {
  expect(committed(file)).toBe(documents[file]);
});

/** States and arrows, without what only XState's functions could say. */
const drawn = ({ states, arrows }: Chart) => ({ states, arrows });

test.each(names)('the JSON of %s draws the same chart in any visualiser', (name) => {
  const read = createMachine(JSON.parse(documents[`${name}.json`] ?? ''));
  expect(drawn(chartFrom(read))).toEqual(drawn(charts[name]));
});

test.each(names)('the Mermaid diagram of %s has every state and every transition', (name) => {
  const lines = (documents[`${name}.mmd`] ?? '').split('\n').map((line) => line.trim());
  const { states, arrows } = charts[name];
  for (const state of states) {
    expect(lines.some((line) => line.startsWith(`state "${state.key}`))).toBe(true);
  }
  const leading = arrows.flatMap(({ targets }) => targets);
  expect(lines.filter((line) => / --> \S+ : /.test(line))).toHaveLength(leading.length);
});

test('the tables list every flow, every call with its path, every state and every event', () => {
  const tables = documents['README.md'] ?? '';
  for (const call of Object.keys(calls)) expect(tables).toContain(`| \`${call}\` |`);
  for (const { path } of Object.values(calls)) expect(tables).toContain(`${path} |`);
  for (const { name, states, arrows } of Object.values(charts)) {
    expect(tables).toContain(`### ${name}`);
    for (const state of states) expect(tables).toContain(`| \`${state.name}\` |`);
    for (const { event } of arrows) expect(tables).toContain(`| \`${event}\` |`);
  }
});

test('the tables quote the specification', () => {
  const tables = documents['README.md'] ?? '';
  for (const words of ['This value should not be blank.', 'Two Factor Authentication nonce not found.']) {
    expect(tables).toContain(words);
  }
});
