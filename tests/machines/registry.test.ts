import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { flows } from '#machines/registry.ts';

test('every flow has its golden plan, and every golden plan its flow', () => {
  const plans = readdirSync('tests/machines/golden').map((file) => file.replace(/\.plan$/, ''));
  expect(plans.sort()).toEqual(Object.keys(flows).sort());
});

test('a flow is called alike everywhere: in the list and in its chart', () => {
  const ids = Object.values(flows).map(({ id }) => id as string);
  expect(ids).toEqual(Object.keys(flows));
});

test('every machine stands in the list', () => {
  const files = readdirSync('machines', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.machine.ts'))
    .map((file) => file.replace(/^.*\//, '').replace(/\.machine\.ts$/, ''));
  expect(files.sort()).toEqual(Object.keys(flows).sort());
});
