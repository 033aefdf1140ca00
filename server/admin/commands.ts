import { parseArgs } from 'node:util';
import type { Place } from '../store/store.ts';
import { backup, restore } from './backup.ts';
import { changeEmail } from './changeEmail.ts';
import { type AdminContext, type Command, type FolderCommand, type Result, UsageError } from './command.ts';
import { createUser } from './createUser.ts';
import { disable, enable } from './disabling.ts';
import { discount } from './discount.ts';
import { deadLetters, retryMail } from './mails.ts';
import { endSessions, purge, unlock } from './maintenance.ts';
import { moveToPostgres } from './moveToPostgres.ts';
import { erase, show } from './personalData.ts';
import { rotateKey } from './rotateKey.ts';

type AnyCommand = Command | FolderCommand;

/** The option that every command has. */
export const JSON_FLAG = 'json';

const commands: Readonly<Record<string, AnyCommand>> = {
  discount,
  'create-user': createUser,
  'end-sessions': endSessions,
  disable,
  enable,
  'change-email': changeEmail,
  unlock,
  show,
  erase,
  'dead-letters': deadLetters,
  'send-again': retryMail,
  purge,
  backup,
  restore,
  'move-to-postgres': moveToPostgres,
  'rotate-key': rotateKey,
};

/** The help text: all commands of the operator. */
export const help = (): string[] => [
  'Usage: npm run admin -- <command>',
  '',
  ...Object.entries(commands).flatMap(([name, { usage, description }]) => [
    `  ${name} ${usage}`.trimEnd(),
    `      ${description}`,
  ]),
  '',
  'With --json, a command prints one line of JSON, and a failure {"error": …} on standard error. Exit codes: 0 done, 1 refused or failed, 2 wrong usage.',
  'You can run all but restore, move-to-postgres and rotate-key while the server is running. Set DATA_DIR, DATABASE_URL and PUBLIC_URL as for npm start.',
];

/** The help text of one command; that of all if there is none of this name. */
export function helpOn(name: string): string[] {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  return command ? [`Usage: npm run admin -- ${name} ${command.usage}`.trimEnd(), '', command.description] : help();
}

/** A command with its parsed arguments, ready to run. */
type ParsedCommand =
  | { needs: 'database'; run: (context: AdminContext) => Promise<string[]> }
  | { needs: 'folder'; run: (place: Place) => Promise<string[]> };

/** Parses the arguments after `npm run admin --`. Throws UsageError for an unknown command or wrong arguments. */
export function readCommand([name = '', ...rest]: readonly string[]): ParsedCommand {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(`Unknown command "${name}"; see npm run admin -- help.`);
  const given = parsed(command, rest);
  if (!given) throw new UsageError(`Usage: npm run admin -- ${name} ${command.usage}`.trimEnd());
  const { positionals: values, options, flags } = given;
  const printed = ({ lines, data }: Result) => (flags.has(JSON_FLAG) ? [JSON.stringify(data)] : lines);
  if ('runOn' in command) {
    return { needs: 'folder', run: async (place) => printed(await command.runOn(place, values, flags)) };
  }
  return { needs: 'database', run: async (context) => printed(await command.run(context, values, options)) };
}

/** The positional arguments, options and flags; null if they do not fit the command. */
function parsed(command: AnyCommand, args: readonly string[]) {
  const known = 'options' in command ? command.options : {};
  const flags = [JSON_FLAG, ...('flags' in command ? command.flags : [])];
  const typed = (names: readonly string[], type: 'string' | 'boolean') => names.map((name) => [name, { type }]);
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries([...typed(Object.keys(known), 'string'), ...typed(flags, 'boolean')]),
    });
    const options = { ...known, ...values } as Record<string, string | null>;
    if (positionals.length !== command.positionals || Object.values(options).includes(null)) return null;
    return {
      positionals,
      options: options as Record<string, string>,
      flags: new Set(flags.filter((name) => Object.hasOwn(values, name))),
    };
  } catch {
    return null;
  }
}
