import { flushCompileCache } from 'node:module';
import { StatementSync } from 'node:sqlite';
import pg from 'pg';

/*
 * Loaded into a server before its own code (NODE_OPTIONS=--import), so that the product needs no hook for tests. After
 * SIGUSR2 the server kills itself at its KILL_AT-th statement of the database, or KILL_AT-th commit if KILL_COMMIT is
 * set: before it, after it, or (PostgreSQL) while the database works on it. CLOCK_AHEAD_S moves its clock forward.
 */

const { KILL_AT, KILL_COMMIT, CLOCK_AHEAD_S = '0' } = process.env;

let left = Number.POSITIVE_INFINITY;
process.on('SIGUSR2', () => {
  // Otherwise written at the end, which this process does not reach.
  flushCompileCache();
  left = Number(KILL_AT);
});

const clock = Date.now;
Date.now = () => clock() + Number(CLOCK_AHEAD_S) * 1000;

const moment = (['after', 'before', 'during'] as const)[Number(KILL_AT) % 3];
/** Ends the process at once: no handler runs, nothing is flushed. */
const kill = () => process.kill(process.pid, 'SIGKILL');

type Method = (this: unknown, ...parameters: unknown[]) => unknown;

/** Counts the calls of a method as statements; `textOf` finds their SQL. */
function count<Name extends string>(
  prototype: Record<Name, unknown>,
  name: Name,
  textOf: (self: unknown, first: unknown) => unknown,
): void {
  const original = prototype[name] as Method;
  prototype[name] = function (this: unknown, ...parameters: unknown[]) {
    if (!KILL_COMMIT || textOf(this, parameters[0]) === 'commit') left -= 1;
    if (left !== 0) return original.apply(this, parameters);
    if (moment === 'before') return kill();
    const result = original.apply(this, parameters);
    if (moment === 'during' || !(result instanceof Promise)) return kill();
    return result.finally(kill);
  } satisfies Method;
}

const prepared = StatementSync.prototype as unknown as Record<'run' | 'all', unknown>;
const textOfPrepared = (self: unknown) => (self as StatementSync).sourceSQL;
count(prepared, 'run', textOfPrepared);
count(prepared, 'all', textOfPrepared);
count(pg.Client.prototype as unknown as Record<'query', unknown>, 'query', (_self, sql) => sql);
