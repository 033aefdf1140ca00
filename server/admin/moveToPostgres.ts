import { resolve } from 'node:path';
import { moveToPostgres as move } from '../store/postgres/move.ts';
import { databaseName } from '../store/postgres/settings.ts';
import { AdminError, type FolderCommand } from './command.ts';

/** Moves the data from the data folder into the database of DATABASE_URL. */
export const moveToPostgres: FolderCommand = {
  usage: '',
  description:
    'Moves all data from DATA_DIR into the empty PostgreSQL database of DATABASE_URL while no server runs (docs/postgresql.md).',
  positionals: 0,
  flags: [],
  async runOn({ dataDir, database }) {
    if (!database) throw new AdminError('Set DATABASE_URL to the empty PostgreSQL database.');
    const { rows, aside } = await move(dataDir, database, Date.now());
    const lines = [
      `${rows} rows are in ${databaseName(database)}. Start the servers with this DATABASE_URL, each with the key in ${resolve(dataDir)}.`,
      `What was there before is in ${resolve(aside)}; delete it when it is no longer needed.`,
    ];
    return { lines, data: { rows, database: databaseName(database), aside: resolve(aside) } };
  },
};
