import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { flows } from '#machines/registry.ts';
import { flowCases } from './cases.ts';

test('every flow has its golden plan, and every golden plan its flow', () => {
  const plans = readdirSync('tests/machines/golden').map((file) => file.replace(/\.plan$/, ''));
  const names: string[] = Object.keys(flows);
  const lacking = names.filter((name) => !plans.includes(name));
  expect(lacking, 'flows without testFlow(…), or without UPDATE_GOLDEN=1').toEqual([]);
  expect(plans.filter((name) => !names.includes(name))).toEqual([]);
});

test('every flow has its cases', () => {
  const lacking = Object.keys(flows).filter((name) => !(name in flowCases));
  expect(lacking, 'flows that tests/machines/cases.ts lacks').toEqual([]);
});

test('a flow has the same name in the list and in its chart', () => {
  const ids = Object.values(flows).map(({ id }) => id as string);
  expect(ids).toEqual(Object.keys(flows));
});

test('every machine is in the list', () => {
  const files = readdirSync('machines', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.machine.ts'))
    .map((file) => file.replace(/^.*\//, '').replace(/\.machine\.ts$/, ''));
  expect(files.sort()).toEqual(Object.keys(flows).sort());
});
