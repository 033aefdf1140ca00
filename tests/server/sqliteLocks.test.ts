import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { LockWait } from '#server/store/sqlite/lockWait.ts';
import { WriteQueue } from '#server/store/sqlite/writeQueue.ts';
import { emptyFolder } from '#tests/support/dataFolder.ts';
import { sqliteError } from '#tests/support/sqliteError.ts';

/* How changes of this process, and of several processes, take turns. */

describe('the queue of changes', () => {
  const later = () => Date.now() + 60_000;

  it('has one at a time, in the order in which they came', async () => {
    const queue = new WriteQueue();
    const entered: number[] = [];
    const entering = [1, 2, 3].map((one) => queue.enter(later()).then(() => void entered.push(one)));
    await entering[0];
    for (const expected of [[1], [1, 2], [1, 2, 3]]) {
      await wait(0);
      expect(entered).toEqual(expected);
      queue.leave();
    }
    await queue.enter(later());
    const next = queue.enter(later());
    queue.leave();
    await next;
  });

  it('leaves no timer of one that has had its turn', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const queue = new WriteQueue();
    await queue.enter(later());
    const next = queue.enter(later());
    expect(vi.getTimerCount()).toBe(1);
    queue.leave();
    await next;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('refuses who has waited until the deadline, and goes on with the next', async () => {
    const queue = new WriteQueue();
    await queue.enter(later());
    const tooLate = queue.enter(Date.now() + 10);
    const inTime = queue.enter(later());
    await expect(tooLate).rejects.toMatchObject({ reason: 'too many changes are waiting' });
    queue.leave();
    await inTime;
    const other = queue.enter(later());
    queue.leave();
    await other;
  });
});

describe('waiting for the lock of another process', () => {
  it('says why meanwhile, and ends with the result', async () => {
    const waiting = new LockWait(join(emptyFolder(), 'store.sqlite'));
    let isFree = false;
    const work = vi.fn(() => {
      if (!isFree) throw sqliteError(5);
      return 'done';
    });
    expect(waiting.reason).toBeNull();
    const result = waiting.untilFree(work, Date.now() + 60_000);
    expect(waiting.reason).toBe('another process holds its lock');
    isFree = true;
    expect(await result).toBe('done');
    expect([waiting.reason, work.mock.calls.length]).toEqual([null, 2]);
  });

  it('ends at the deadline, and of several each for itself', async () => {
    const waiting = new LockWait(join(emptyFolder(), 'store.sqlite'));
    let isFree = false;
    const work = () => {
      if (!isFree) throw sqliteError(5);
    };
    const [first, second] = [waiting.untilFree(work, Date.now()), waiting.untilFree(work, Date.now() + 60_000)];
    await expect(first).rejects.toMatchObject({ reason: 'another process holds its lock' });
    expect(waiting.reason).toBe('another process holds its lock');
    isFree = true;
    await second;
    expect(waiting.reason).toBeNull();
  });

  it('is tried no more once the deadline is there', async () => {
    const waiting = new LockWait(join(emptyFolder(), 'store.sqlite'));
    const NOW = 1_000;
    const clock = vi.spyOn(Date, 'now').mockReturnValue(NOW);
    onTestFinished(() => clock.mockRestore());
    const work = vi
      .fn(() => 'done')
      .mockImplementationOnce(() => {
        throw sqliteError(5);
      });
    await expect(waiting.untilFree(work, NOW)).rejects.toMatchObject({ reason: 'another process holds its lock' });
  });

  it('is not for any other fault', async () => {
    const waiting = new LockWait(join(emptyFolder(), 'store.sqlite'));
    const work = vi.fn(() => {
      throw sqliteError(13);
    });
    await expect(waiting.untilFree(work, Date.now() + 60_000)).rejects.toMatchObject({ reason: 'the disk is full' });
    const error = new Error('of the statement');
    const other = () => {
      throw error;
    };
    await expect(waiting.untilFree(other, Date.now() + 60_000)).rejects.toBe(error);
    expect([work.mock.calls.length, waiting.reason]).toEqual([1, null]);
  });
});
