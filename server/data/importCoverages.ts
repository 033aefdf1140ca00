import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../store/schema.ts';
import type { CoverageTable } from '../store/tables/operation.ts';
import { plainTypes } from './numberTypes.ts';

const FILE = join(import.meta.dirname, 'coverages.tsv');
/** Rows per statement; at seven values each this stays well below the parameter limit of databases. */
const ROWS_AT_ONCE = 1000;

/** All areas of the file, then the types without areas. Ids are row numbers of the file, from 1. */
export function readCoverages(): CoverageTable[] {
  const [, ...lines] = readFileSync(FILE, 'utf8').trimEnd().split('\n');
  const places = lines.map((line, index): CoverageTable => {
    const [country_code = '', country_tel_code = '', ddi_type = '', area_code = '', state_code = '', city = ''] =
      line.split('\t');
    return { id: index + 1, country_code, country_tel_code, ddi_type, area_code, state_code, city };
  });
  return [...places, ...plainTypes.map((type) => ({ ...type, state_code: '', city: '' }))];
}

/** How long an edition is taken to be current; another server may import a newer one. */
const EDITION_KEPT_MS = 1_000;

/**
 * The edition of the areas in the database, read at most once a second. While the database cannot be read, it is the
 * last one that was.
 */
export function coverageEdition(db: Store): () => Promise<string> {
  let known: string | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  const read = async () => (await storedEdition(db)) ?? '';
  return async () => {
    if (known !== null && performance.now() - readAt < EDITION_KEPT_MS) return known;
    readAt = performance.now();
    const last = known;
    known = last === null ? await read() : await read().catch(() => last);
    return known;
  };
}

const storedEdition = async (db: Store): Promise<string | undefined> =>
  (await db.selectFrom('facts').select('value').where('name', '=', 'coverages').executeTakeFirst())?.value;

/** The edition of the areas and types: any change of them makes another one. */
export const editionOf = (places: string | Buffer, types: readonly object[]): string =>
  createHash('sha256').update(places).update(JSON.stringify(types)).digest('hex').slice(0, 16);

/** Imports the areas into a database that holds another edition, in one transaction. */
export async function importCoverages(db: Store): Promise<void> {
  const edition = editionOf(readFileSync(FILE), plainTypes);
  if ((await storedEdition(db)) === edition) return;
  const rows = readCoverages();
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('coverages').execute();
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
      await tx
        .insertInto('coverages')
        .values(rows.slice(start, start + ROWS_AT_ONCE))
        .execute();
    }
    await tx
      .insertInto('facts')
      .values({ name: 'coverages', value: edition })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: edition }))
      .execute();
  });
}
