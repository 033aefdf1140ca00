import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { LockWait } from '#server/store/sqlite/lockWait.ts';
import { emptyFolder } from '#tests/support/dataFolder.ts';
import { sqliteError } from '#tests/support/sqliteError.ts';

/* How changes of several processes take turns. */

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
