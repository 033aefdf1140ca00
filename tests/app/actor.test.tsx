import { expect, test, vi } from 'vitest';
import { createMachine, fromPromise } from 'xstate';
import { createActor } from '#app/actor.ts';
import { Failure } from '#domain/failure.ts';
import { started } from '../support/started.ts';

const rejecting = (error: unknown) =>
  createMachine({
    initial: 'rejecting',
    states: { rejecting: { invoke: { src: fromPromise(() => Promise.reject(error)), onError: 'failed' } }, failed: {} },
  });

async function logged(error: unknown) {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const actor = started(createActor(rejecting(error)));
  await vi.waitFor(() => expect(actor.getSnapshot().value).toBe('failed'));
  const lines = log.mock.calls.map((words) => words.join(' '));
  log.mockRestore();
  return lines;
}

test('an error inside a flow that continues is logged to the console once', async () => {
  const [line, ...more] = await logged(new TypeError('digest is not a function'));
  expect(line).toContain('TypeError: digest is not a function');
  expect(more).toEqual([]);
});

test('an e-mail address and a token in it are redacted', async () => {
  const token = 'dG9rZW4tdG9rZW4tdG9rZW4tdG9rZW4tdG9rZW4tdG8';
  const [line] = await logged(new Error(`at http://localhost/signup/?token=short and ${token}`));
  expect(line).toContain('at http://localhost/signup/?… and …');
  expect(line).not.toContain('short');
});

test('a rejected call is not logged', async () => {
  expect(await logged(new Failure('rejected', { status: 404 }))).toEqual([]);
});
