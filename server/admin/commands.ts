import { parseArgs } from 'node:util';
import { type AdminContext, AdminError, type Command } from './command.ts';
import { createUser } from './createUser.ts';
import { discount } from './discount.ts';
import { deadLetters, sendAgain } from './mails.ts';
import { endSessions, unlock } from './upkeep.ts';

const commands: Readonly<Record<string, Command>> = {
  discount,
  'create-user': createUser,
  'end-sessions': endSessions,
  unlock,
  'dead-letters': deadLetters,
  'send-again': sendAgain,
};

/** What the operator can do. */
export const help = (): string[] => [
  'Usage: npm run admin -- <command>',
  '',
  ...Object.entries(commands).flatMap(([name, { usage, tells }]) => [`  ${name} ${usage}`.trimEnd(), `      ${tells}`]),
  '',
  'Works beside a running server. DATA_DIR and PUBLIC_URL say which one is meant, as for npm start.',
];

/** Carries out what stands behind `npm run admin --`; answers the lines to print, throws AdminError when it cannot. */
export async function runCommand(context: AdminContext, args: readonly string[]): Promise<string[]> {
  const [name = '', ...rest] = args;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new AdminError(`There is no command "${name}".`);
  const { words, options } = parsed(name, command, rest);
  return command.run(context, words, options);
}

function parsed(name: string, command: Command, args: readonly string[]) {
  const wrong = new AdminError(`Usage: npm run admin -- ${name} ${command.usage}`.trimEnd());
  const names = Object.keys(command.options);
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(names.map((option) => [option, { type: 'string' as const }])),
    });
    const options = { ...command.options, ...values } as Record<string, string | null>;
    if (positionals.length !== command.words || Object.values(options).includes(null)) throw wrong;
    return { words: positionals, options: options as Record<string, string> };
  } catch {
    throw wrong;
  }
}
