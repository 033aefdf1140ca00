import { resolve } from 'node:path';
import { backUp } from '../store/sqlite/backup.ts';
import { storeFiles } from '../store/sqlite/files.ts';
import { restore as restoreStore } from '../store/sqlite/restore.ts';
import type { Place } from '../store/store.ts';
import { AdminError, type FolderCommand } from './command.ts';

/** Copies all data, even while a server is running. */
export const backup: FolderCommand = {
  usage: '<folder>',
  description:
    'Writes a complete copy of database and key into a new folder, also while the server runs (docs/backup.md).',
  positionals: 1,
  flags: [],
  runOn(place, [folder = '']) {
    const dataDir = embedded(place);
    const target = resolve(folder);
    const bytes = backUp(dataDir, target);
    return {
      lines: [
        `The backup is in ${target}: database (${Math.ceil(bytes / 1024)} KiB) and key. Keep it as secret as the data.`,
      ],
      data: { folder: target, bytes },
    };
  },
};

/** Restores a backup in place of the data. */
export const restore: FolderCommand = {
  usage: '<folder> [--replace] [--incomplete] [--new-key]',
  description:
    'Puts a backup into DATA_DIR while no server runs. --replace puts aside what is there, --incomplete takes a copy without its newest changes, --new-key replaces a key that is lost (docs/backup.md).',
  positionals: 1,
  flags: ['replace', 'incomplete', 'new-key'],
  runOn(place, [folder = ''], flags) {
    const dataDir = embedded(place);
    const source = resolve(folder);
    const aside = restoreStore(source, dataDir, {
      replace: flags.has('replace'),
      incomplete: flags.has('incomplete'),
      newKey: flags.has('new-key'),
    });
    const lines = [
      `The backup ${source} is restored into ${resolve(dataDir)}. Start the server.`,
      ...(aside === null
        ? []
        : [`What was there before is in ${resolve(aside)}; delete it when it is no longer needed.`]),
    ];
    return { lines, data: { restored: source, aside: aside && resolve(aside) } };
  },
};

/** The data folder, if the data is in it. */
function embedded({ dataDir, database }: Place): string {
  if (!database) return dataDir;
  throw new AdminError(
    `The data is in PostgreSQL: use pg_dump and pg_restore, and keep a copy of ${resolve(storeFiles(dataDir).key)} (docs/postgresql.md).`,
  );
}
