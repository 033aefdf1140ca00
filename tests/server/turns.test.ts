import { afterEach, expect, it, vi } from 'vitest';
import { Turns } from '#server/platform/turns.ts';

afterEach(() => void vi.useRealTimers());

/** Asks for a place and notes the name once there is one, or that there was none in time. */
function asking(turns: Turns) {
  const entered: string[] = [];
  const ask = (party: string, name: string, timeoutMs?: number) =>
    turns.enter(party, timeoutMs).then((isIn) => void entered.push(isIn ? name : `${name} too late`));
  return { entered, ask, settled: () => vi.advanceTimersByTimeAsync(0) };
}

it('places are given out until there are no more, then in the order of the parties', async () => {
  vi.useFakeTimers();
  const turns = new Turns(2);
  const { entered, ask, settled } = asking(turns);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void ask('a', name);
  void ask('b', 'b1');
  void ask('b', 'b2');
  await settled();
  expect(entered).toEqual(['a1', 'a2']);
  expect([turns.waiting(), turns.waiting('a'), turns.waiting('b'), turns.waiting('c')]).toEqual([5, 3, 2, 0]);
  for (let left = 0; left < 5; left += 1) turns.leave();
  await settled();
  expect(entered).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'b2', 'a5']);
  expect(turns.waiting()).toBe(0);
  // Those who came last give their places back too.
  turns.leave();
  turns.leave();
  for (const name of ['c1', 'c2', 'c3']) void ask('c', name);
  await settled();
  expect(entered.slice(7)).toEqual(['c1', 'c2']);
});

it('a place that nobody waits for is kept for the next', async () => {
  vi.useFakeTimers();
  const turns = new Turns(1);
  const { entered, ask, settled } = asking(turns);
  void ask('a', 'a1');
  turns.leave();
  void ask('a', 'a2');
  void ask('a', 'a3');
  await settled();
  expect(entered).toEqual(['a1', 'a2']);
  turns.leave();
  await settled();
  expect(entered).toEqual(['a1', 'a2', 'a3']);
});

it('who has waited too long gets no place, and keeps nobody from one', async () => {
  vi.useFakeTimers();
  const turns = new Turns(1);
  const { entered, ask, settled } = asking(turns);
  void ask('a', 'a1');
  void ask('a', 'a2', 1_000);
  void ask('b', 'b1', 2_000);
  void ask('a', 'a3');
  await vi.advanceTimersByTimeAsync(999);
  expect(entered).toEqual(['a1']);
  await vi.advanceTimersByTimeAsync(1);
  expect(entered).toEqual(['a1', 'a2 too late']);
  expect(turns.waiting()).toBe(2);
  turns.leave();
  turns.leave();
  await vi.advanceTimersByTimeAsync(5_000);
  await settled();
  expect(entered).toEqual(['a1', 'a2 too late', 'a3', 'b1']);
});

it('a party whose last one has waited too long has no turn', async () => {
  vi.useFakeTimers();
  const turns = new Turns(1);
  const { entered, ask, settled } = asking(turns);
  void ask('a', 'a1');
  void ask('b', 'b1', 1_000);
  void ask('c', 'c1');
  await vi.advanceTimersByTimeAsync(1_000);
  turns.leave();
  await settled();
  expect(entered).toEqual(['a1', 'b1 too late', 'c1']);
  turns.leave();
  expect(turns.taken).toBe(0);
});

it('who has had a place in time leaves no timer behind', async () => {
  vi.useFakeTimers();
  const turns = new Turns(1);
  const { entered, ask, settled } = asking(turns);
  void ask('a', 'a1');
  void ask('a', 'a2', 1_000);
  expect(vi.getTimerCount()).toBe(1);
  turns.leave();
  await settled();
  expect([entered, vi.getTimerCount()]).toEqual([['a1', 'a2'], 0]);
});

it('work has a place until it ends, also by a failure', async () => {
  const turns = new Turns(1);
  const first = Promise.withResolvers<string>();
  const second = vi.fn(async () => turns.taken);
  const [failing, following] = [turns.run(() => first.promise), turns.run(second)];
  expect([turns.taken, turns.waiting(), second.mock.calls.length]).toEqual([1, 1, 0]);
  first.reject(new Error('of the work'));
  await expect(failing).rejects.toThrow('of the work');
  expect([await following, turns.taken, turns.waiting()]).toEqual([1, 0, 0]);
});
