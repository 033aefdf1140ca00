import { createHarness } from '@xstate/test';
import { expect, test } from 'vitest';
import { progressWatchMachine } from '#machines/registration/progressWatch.machine.ts';
import { unreachable } from '../../support/flow.ts';

const watch = () => createHarness(progressWatchMachine, { input: { token: 't1', step: '2', url: null } });
const returned = { type: 'RETURNED' } as const;
const unchanged = { status: 200, data: { data: { data: {}, step: '2', completed_at: null } } };
const reads = ({ requests }: ReturnType<typeof watch>) => requests.filter(({ id }) => id === 'readRegistration').length;

test('the progress is read once for each return of the visitor, and not before', () => {
  const flow = watch();
  flow.wait(600_000);
  expect(reads(flow)).toBe(0);
  for (const times of [1, 2, 3]) {
    flow.drive(returned);
    flow.pending.find(({ id }) => id === 'readRegistration')?.answer(unchanged);
    expect(reads(flow)).toBe(times);
    expect(flow.state.value).toBe('waiting');
  }
});

test('a return during a request is followed by another read, because the response may be older', () => {
  const flow = watch();
  for (let times = 0; times < 10; times += 1) flow.drive(returned);
  expect(reads(flow)).toBe(1);
  flow.pending.find(({ id }) => id === 'readRegistration')?.answer(unchanged);
  expect(reads(flow)).toBe(2);
  flow.pending.find(({ id }) => id === 'readRegistration')?.answer(unchanged);
  expect(reads(flow)).toBe(2);
  expect(flow.state.value).toBe('waiting');
});

test('a failed read shows no message, and the next return reads again', () => {
  const flow = watch();
  flow.drive(returned);
  flow.pending.find(({ id }) => id === 'readRegistration')?.reject(unreachable);
  expect(flow.effects).toEqual([]);
  flow.drive(returned);
  flow.wait(15_000);
  expect(flow.effects).toEqual([]);
  expect(flow.state.value).toBe('waiting');
  flow.drive(returned);
  expect(reads(flow)).toBe(3);
});
