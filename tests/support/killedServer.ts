import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { persistentClient } from './persistent.ts';
import { type RunningServer, start } from './process.ts';

const killAt = join(import.meta.dirname, 'killAt.ts');

/** A busy machine takes seconds for each start, and of several clients one may have to wait for many of them. */
const GIVE_UP_MS = 900_000;

/**
 * How often one act is cut off before it is left to end. An attempt that a kill cuts off stays counted: five use up a
 * code, and ten pause a login.
 */
const MOST_CUTS = 4;

/** The data of a server, and its settings. */
export type Place = { dataDir: string; env: Record<string, string> };

type Point = Record<string, string>;

/** Any statement, or a commit, at which it is decided what a repetition finds; each of them before, during and after. */
const kinds = [0, 1, 2].flatMap((moment): fc.Arbitrary<Point>[] => [
  fc.integer({ min: 1, max: 19 }).map((at) => ({ KILL_AT: String(3 * at + moment) })),
  fc.integer({ min: 1, max: 4 }).map((at) => ({ KILL_AT: String(3 * at + moment - 2), KILL_COMMIT: 'yes' })),
]);
/** One point of each kind after another, so that a short run has them all. */
const points = fc.tuple(...kinds);

/** A server that is killed repeatedly, and started again on the same port and data. */
export class KilledServer {
  readonly #place: Place;
  /** Seconds that the clock moves on at each start. */
  readonly #restartS: number;
  readonly #points: Iterator<Point>;
  /** The only element is the server that runs now. */
  readonly servers: RunningServer[] = [];
  /** Keys of acts that a kill has cut off. */
  readonly cut = new Set<string>();
  /** Those of them that are not answered yet, and how often each was cut off. */
  readonly #waiting = new Map<string, number>();
  readonly act = persistentClient(this.servers, {
    cut: (key) => {
      this.cut.add(key);
      this.#waiting.set(key, (this.#waiting.get(key) ?? 0) + 1);
    },
    ended: (key) => void this.#waiting.delete(key),
    giveUpMs: GIVE_UP_MS,
  });
  kills = 0;

  constructor(place: Place, { restartS, seed }: { restartS: number; seed: number }) {
    this.#place = place;
    this.#restartS = restartS;
    this.#points = fc.sample(points, { numRuns: 400, seed }).flat()[Symbol.iterator]();
  }

  async start(): Promise<void> {
    const { dataDir, env } = this.#place;
    const again = this.servers[0] && { PORT: String(this.servers[0].port) };
    this.servers[0] = await start(dataDir, [], {
      ...env,
      ...again,
      NODE_OPTIONS: `--import=${killAt}`,
      ...this.#points.next().value,
      CLOCK_AHEAD_S: String(this.#restartS * this.kills),
    });
  }

  /** Kills at generated points of some work, one after another, until it is over or it is enough. */
  async killDuring(work: Promise<unknown>, isEnough: () => boolean): Promise<void> {
    let isOver = false;
    const over = work.finally(() => {
      isOver = true;
    });
    // A clock that jumps at each start must not let a stored response expire while its client still waits for it.
    const most = this.#restartS > 0 ? 1 : MOST_CUTS;
    const mostCut = () => Math.max(0, ...this.#waiting.values());
    while (!isOver && !isEnough()) {
      await expect.poll(mostCut, { timeout: 60_000 }).toBeLessThan(most);
      const [server] = this.servers as [RunningServer];
      server.child.kill('SIGUSR2');
      await Promise.race([server.ended, over]);
      // The work is over, so nothing reaches the point any more.
      if (isOver) server.child.kill('SIGKILL');
      await server.ended;
      this.kills += 1;
      await this.start();
    }
  }
}
