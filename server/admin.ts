import { AdminError, rejectNoData, UsageError } from './admin/command.ts';
import { help, helpOn, JSON_FLAG, readCommand } from './admin/commands.ts';
import { type Config, readConfig } from './platform/config.ts';
import { ConfigError } from './platform/environment.ts';
import { StoreUnavailable, StoreUnusable } from './store/errors.ts';
import { whyNoFolder } from './store/folder.ts';
import { openStoreBeside } from './store/store.ts';

/** `npm run admin`: the operator's commands. They work on the data of a server that may be running. */
async function main(args: readonly string[]): Promise<string[]> {
  if (args.length === 0 || args[0] === 'help') return help();
  if (args.includes('--help')) return helpOn(args[0] ?? '');
  const command = readCommand(args);
  config = readConfig(process.env);
  if (command.needs === 'folder') return command.run(config);
  rejectNoData(config);
  const { db, keyring } = await openStoreBeside(config, Date.now());
  try {
    // The running server's mail worker polls the outbox, so it needs no wake-up.
    return await command.run({ config, db, keyring, now: Date.now, wakeMail: () => {} });
  } finally {
    await db.destroy();
  }
}

/** The reason for a failure, as one sentence for the operator. */
function sentence(error: unknown): string {
  const isKnown = [AdminError, ConfigError, StoreUnusable].some((kind) => error instanceof kind);
  if (isKnown) return (error as Error).message;
  if (error instanceof StoreUnavailable) return `The database cannot be used: ${error.reason}.`;
  return whyNoFolder(error, config) ?? `Command failed: ${(error as Error).message}`;
}

let config: Config | null = null;
const args = process.argv.slice(2);
// Nobody reads on after a closed pipe; a full disk must not look like a complete file.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') return;
  console.error(`The output could not be written (${code}).`);
  process.exitCode = 1;
});
try {
  process.stdout.write(`${(await main(args)).join('\n')}\n`);
} catch (error) {
  const reason = sentence(error);
  console.error(args.includes(`--${JSON_FLAG}`) ? JSON.stringify({ error: reason }) : reason);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
