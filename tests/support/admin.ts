import type { AdminContext } from '#server/admin/command.ts';
import { readCommand } from '#server/admin/commands.ts';
import type { TestServer } from './server.ts';

/** Runs a command of the operator in process; returns the lines that it prints. */
export async function runCommand(context: AdminContext, args: readonly string[]): Promise<string[]> {
  const command = readCommand(args);
  return command.needs === 'database' ? command.run(context) : command.run(context.config);
}

/** Runs a command of the operator on the data of a server. */
export const admin = ({ context }: TestServer, ...args: string[]) => runCommand(context, args);
