import { AdminError } from './admin/command.ts';
import { help, runCommand } from './admin/commands.ts';
import { readConfig } from './config.ts';
import { ConfigError } from './environment.ts';
import { openKeyring } from './secrets.ts';
import { openStore } from './store/store.ts';

/** `npm run admin`: the operator's commands, on the database of a server that may be running. */
async function main(args: readonly string[]): Promise<string[]> {
  if (args.length === 0 || args[0] === 'help' || args.includes('--help')) return help();
  const config = readConfig(process.env);
  const db = await openStore(config.dataDir, Date.now());
  try {
    const keyring = openKeyring(config.dataDir);
    // The running server's postman looks for mails by himself.
    return await runCommand({ config, db, keyring, now: Date.now, wakeMail: () => {} }, args);
  } finally {
    await db.destroy();
  }
}

try {
  console.log((await main(process.argv.slice(2))).join('\n'));
} catch (error) {
  const isKnown = error instanceof AdminError || error instanceof ConfigError;
  console.error(isKnown ? error.message : `This did not work: ${(error as Error).message}`);
  process.exitCode = 1;
}
