/*
 * `npm run bench:server -- [rounds] [seconds] [registrations]`: the reference server beside the limits of the machine, in
 * the same run and in turn: a Node server that does nothing, and the password hashing that each login needs. Prints
 * ratios and writes them down (`report.ts`). Keep the machine idle meanwhile; it takes about ten minutes.
 */
import { cpus } from 'node:os';
import { argumentsOf, counts } from '../commandLine.ts';
import { findPostgres } from '../postgres.ts';
import { Cluster } from '../postgresCluster.ts';
import { buildProduct } from './buildProduct.ts';
import { writeReport } from './report.ts';
import { measureAnswers } from './server/answers.ts';
import { measureGrowth } from './server/growth.ts';
import { addPeople, measureLogins } from './server/logins.ts';
import { measureMemory, measureOverload } from './server/overload.ts';
import { type Measured, newFolder, startFilled, startProduct } from './server/processes.ts';
import { markdownTable, spread } from './table.ts';

const usage = 'npm run bench:server -- [rounds] [seconds] [registrations]';
const [rounds = 3, seconds = 4, registrations = 1_000_000] = argumentsOf(usage, counts(3)).map(Number);
const MEMORY_CALLS = 50_000;
const STARTS = 5;

buildProduct();

const folders: (() => void)[] = [];
const cluster = findPostgres() ? await Cluster.start() : null;
const placeOf = async (kind: string): Promise<Record<string, string>> => {
  const { folder, remove } = newFolder();
  folders.push(remove);
  return { DATA_DIR: folder, ...(kind === 'PostgreSQL' && cluster && { DATABASE_URL: await cluster.database() }) };
};
const kinds = cluster ? ['SQLite', 'PostgreSQL'] : ['SQLite'];

/** Ended before their database is, also where a part fails. */
const running: Measured[] = [];
const stopAll = () => Promise.all(running.splice(0).map(({ stop }) => stop()));

const report: string[] = [];
/** Prints each part as soon as it is measured. */
function add(...parts: string[]) {
  report.push(...parts);
  console.log(`\n${parts.join('\n\n')}`);
}

try {
  const starts = await measureStarts();
  const places = await Promise.all(
    kinds.map(async (kind) => [kind, await startFilled(await placeOf(kind), addPeople)] as const),
  );
  const products = Object.fromEntries(places);
  running.push(...Object.values(products));
  const [product] = running;
  if (!product) throw new Error('No server has started.');
  add(
    `Node ${process.version}, ${cpus().length} cores that server and load share, ${rounds} rounds of ${seconds} s. Medians, with the least and the greatest value.`,
    starts,
  );
  add('### Answers', await measureAnswers(product, rounds, seconds));
  add('### Logins and sign-ups', await measureLogins(products, rounds, seconds));
  add('### Three times the load', await measureOverload(product, seconds));
  add('### Memory', await measureMemory(product, MEMORY_CALLS));
  await stopAll();
  for (const kind of kinds)
    add(`### A large table, ${kind}`, await measureGrowth(() => placeOf(kind), [1000, registrations], rounds, seconds));
  writeReport('The server', report.join('\n\n'));
} finally {
  await stopAll();
  await cluster?.remove();
  for (const remove of folders) remove();
}

/** Starts on data that is there, one after another, and what an idle server occupies. */
async function measureStarts(): Promise<string> {
  const place = await placeOf('SQLite');
  const ready: number[] = [];
  const memory: number[] = [];
  for (let start = 0; start <= STARTS; start += 1) {
    const server = await startProduct(place);
    // The first start fills the database; it does not count.
    if (start > 0) {
      ready.push(server.readyMs);
      memory.push(server.memory());
    }
    await server.stop();
  }
  return markdownTable(['Warm start until ready, ms', 'Idle, MiB'], [[spread(ready), spread(memory)]]);
}
