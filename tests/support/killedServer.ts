import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { persistentClient } from './persistent.ts';
import { type RunningServer, start } from './process.ts';

const killAt = join(import.meta.dirname, 'killAt.ts');

/** The data of a server, and its settings. */
export type Place = { dataDir: string; env: Record<string, string> };

/** Any statement, or a commit: there it is decided what a repetition finds. */
const points = fc.oneof(
  fc.integer({ min: 3, max: 120 }).map((at) => ({ KILL_AT: String(at) })),
  fc.integer({ min: 1, max: 12 }).map((at) => ({ KILL_AT: String(at), KILL_COMMIT: 'yes' })),
);
type Point = Record<string, string>;

/** A server that is killed again and again, and started anew on the same port and data. */
export class KilledServer {
  readonly #place: Place;
  /** Seconds that the clock moves on at each start. */
  readonly #restartS: number;
  readonly #points: Iterator<Point>;
  /** The only element is the server that runs now. */
  readonly servers: RunningServer[] = [];
  /** Keys of acts that a kill has cut off, and those of them that are not answered yet. */
  readonly cut = new Set<string>();
  readonly #waiting = new Set<string>();
  readonly act = persistentClient(this.servers, {
    cut: (key) => {
      this.cut.add(key);
      this.#waiting.add(key);
    },
    ended: (key) => void this.#waiting.delete(key),
  });
  kills = 0;

  constructor(place: Place, { restartS, seed }: { restartS: number; seed: number }) {
    this.#place = place;
    this.#restartS = restartS;
    this.#points = fc.sample(points, { numRuns: 2_000, seed })[Symbol.iterator]();
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

  /** Kills at generated points, one after another, until `isOver`. */
  async killUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      // A clock that jumps at each start must not let a stored response expire while its client still waits for it.
      if (this.#restartS > 0) await expect.poll(() => this.#waiting.size, { timeout: 60_000 }).toBe(0);
      const [server] = this.servers as [RunningServer];
      server.child.kill('SIGUSR2');
      await server.ended;
      this.kills += 1;
      await this.start();
    }
  }
}
