import { expect, onTestFinished, test, vi } from 'vitest';
import { boundedLog, log, logError, onceADay } from '#server/platform/log.ts';
import { requestId, withRequestId } from '#server/platform/requestId.ts';
import { StoreUnavailable } from '#server/store/errors.ts';
import { linesOf, requestLinesOf } from '../support/logLines.ts';

test('a line is an event with its facts, and with the id of the request that is being worked on', async () => {
  let id = '';
  const lines = await requestLinesOf(async () => {
    log('started');
    await withRequestId(async (given) => {
      id = given;
      await Promise.resolve();
      log('answered', { status: 200 });
    });
    log('ended', { reason: 'signal' });
  });
  expect(id).toMatch(/^[\da-f-]{36}$/);
  expect(lines).toEqual([
    { event: 'started' },
    { event: 'answered', request: id, status: 200 },
    { event: 'ended', reason: 'signal' },
  ]);
  expect(withRequestId((other) => [other === id, requestId() === other])).toEqual([false, true]);
  expect(requestId()).toBeUndefined();
});

test('an error is logged with its kind and its place, never with its message', async () => {
  const typed = 'ann@example.com\nsecret\n    at secret';
  const fault = Object.assign(new TypeError(typed), { code: 'ENOSPC' });
  const lines = await linesOf(async () => {
    logError('failed', fault, { kind: 'reset' });
    logError('failed', new StoreUnavailable('the disk is full', { cause: fault }));
    logError('failed', Object.assign(new RangeError(typed), { code: 7 }));
    logError('failed', new Error(typed, { cause: new TypeError(typed, { cause: fault }) }));
    logError('failed', new Error(typed, { cause: { code: typed } }));
    logError('failed', typed, { kind: 'reset' });
  });
  const stack = expect.stringMatching(/^ +at .*log\.test\.ts:\d+/);
  expect(lines).toEqual([
    { event: 'failed', error: 'TypeError', code: 'ENOSPC', kind: 'reset', stack: expect.any(String) },
    { event: 'failed', error: 'StoreUnavailable', reason: 'the disk is full', stack },
    { event: 'failed', error: 'RangeError', stack: expect.any(String) },
    { event: 'failed', error: 'Error', code: 'ENOSPC', stack: expect.any(String) },
    { event: 'failed', error: 'Error', stack: expect.any(String) },
    { event: 'failed', error: 'string', kind: 'reset' },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/ann@example|secret/);
});

test('an error whose message was changed after it was thrown is logged with its place, and with neither message', async () => {
  const fault = new Error('ann looked at another secret, '.repeat(10));
  fault.stack = 'Error: ann looked at a secret\n    at first (here.ts:1:1)\n    at second (here.ts:2:1)';
  const lines = await linesOf(async () => logError('failed', fault));
  expect(lines).toEqual([
    { event: 'failed', error: 'Error', stack: '    at first (here.ts:1:1) |     at second (here.ts:2:1)' },
  ]);
});

test('of the place of an error five lines are logged at most, and none if it has none', async () => {
  const deep = Object.assign(new Error('x'), {
    stack: ['Error: x', ...Array.from({ length: 9 }, (_, at) => `    at ${at}`)].join('\n'),
  });
  const lines = await linesOf(async () => {
    logError('failed', deep);
    logError('failed', Object.assign(new Error('x'), { stack: undefined }));
  });
  expect(lines.map(({ stack }) => stack)).toEqual(['    at 0 |     at 1 |     at 2 |     at 3 |     at 4', '']);
});

test('what is logged once a day for each value is so for a hundred values, and anew the next day', () => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2025-03-05T12:00:00Z'));
  onTestFinished(() => clock.mockRestore());
  const isNew = onceADay();
  expect([isNew('a'), isNew('a'), isNew('b'), onceADay()('a')]).toEqual([true, false, true, true]);
  const more = Array.from({ length: 200 }, (_, at) => isNew(`value ${at}`));
  expect(more.filter(Boolean)).toHaveLength(98);
  clock.mockReturnValue(Date.parse('2025-03-06T11:59:59Z'));
  expect([isNew('a'), isNew('late')]).toEqual([false, false]);
  clock.mockReturnValue(Date.parse('2025-03-06T12:00:00Z'));
  expect([isNew('late'), isNew('a'), isNew('a')]).toEqual([true, true, false]);
});

test('what anyone can cause is logged a hundred times a minute; the next minute says how many were left out', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2025-03-05T12:00:30Z') });
  onTestFinished(() => void vi.useRealTimers());
  const logLine = boundedLog('refused');
  const other = boundedLog('reported');
  const lines = await linesOf(async () => {
    for (let count = 1; count <= 103; count += 1) logLine({ count });
    other({ count: 1 });
    vi.advanceTimersByTime(59_999);
    logLine({ count: 104 });
    vi.advanceTimersByTime(1);
    logLine({ count: 105 });
    logLine({ count: 106 });
    for (let count = 107; count <= 204; count += 1) logLine({ count });
    logLine({ count: 205 });
    vi.advanceTimersByTime(60_000);
    logLine({ count: 206 });
  });
  const refused = lines.filter(({ event }) => event === 'refused');
  expect(refused.slice(0, 100).map(({ count }) => count)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
  expect(refused.slice(0, 100).filter((line) => 'unlogged' in line)).toEqual([]);
  expect(refused.slice(100, 102)).toEqual([
    { event: 'refused', count: 105, unlogged: 4 },
    { event: 'refused', count: 106 },
  ]);
  expect(refused.slice(-2)).toEqual([
    { event: 'refused', count: 204 },
    { event: 'refused', count: 206, unlogged: 1 },
  ]);
  expect(lines).toContainEqual({ event: 'reported', count: 1 });
});
