import { resolve } from 'node:path';
import { MAIL_SEAL } from '../mail/outbox.ts';
import type { Keyring } from '../platform/secrets.ts';
import { makeNextKey, takeNextKey } from '../store/key.ts';
import { rejectRunning } from '../store/postgres/running.ts';
import type { Tx } from '../store/schema.ts';
import { storeFiles } from '../store/sqlite/files.ts';
import { openStore, openStoreBeside } from '../store/store.ts';
import { type FolderCommand, rejectNoData } from './command.ts';

/** Exchanges the server's key: a new one is made, and what is kept is sealed with it. */
export const rotateKey: FolderCommand = {
  usage: '',
  description:
    'Replaces the server’s key by a new one while no server runs: mails that wait are sealed anew, codes that were mailed and sign-ons under way expire (docs/data.md).',
  positionals: 0,
  flags: [],
  async runOn(place) {
    rejectNoData(place);
    const { dataDir, database } = place;
    const { db, keyring } = await (database ? openStoreBeside : openStore)(place, Date.now());
    try {
      if (database) await rejectRunning(db);
      const next = makeNextKey(dataDir);
      const mails = await db.transaction().execute((tx) => reseal(tx, keyring, next));
      takeNextKey(dataDir, next.fingerprint);
      const lines = [
        `The key ${resolve(storeFiles(dataDir).key)} is new; mails sealed anew: ${mails}. Make a backup.`,
        ...(database ? ['Copy the key to every other server of this database, then start them.'] : []),
      ];
      return { lines, data: { mails } };
    } finally {
      await db.destroy();
    }
  },
};

/** Moves the database from one key to the other; returns the number of mails that are sealed again. */
async function reseal(tx: Tx, old: Keyring, next: Keyring): Promise<number> {
  const mails = await tx.selectFrom('outbox').select(['id', 'sealed']).where('sealed', 'is not', null).execute();
  let resealed = 0;
  for (const { id, sealed } of mails) {
    const values = old.open(MAIL_SEAL, sealed ?? '');
    if (values === null) continue;
    resealed += 1;
    await tx
      .updateTable('outbox')
      .set({ sealed: next.seal(MAIL_SEAL, values) })
      .where('id', '=', id)
      .execute();
  }
  // Codes are kept as digests by the old key, and sign-ons are sealed with a secret of the browser: they expire.
  await tx.updateTable('login_challenges').set({ code_expires_at: 0 }).execute();
  await tx.updateTable('registrations').set({ code_expires_at: 0 }).where('code_hash', 'is not', null).execute();
  await tx.deleteFrom('sso_flows').execute();
  await tx.updateTable('facts').set({ value: next.fingerprint }).where('name', '=', 'key').execute();
  return resealed;
}
