import * as v from 'valibot';
import { Email, RequiredText, Text } from '#contract/fields.ts';
import { TEXT_LIMIT } from '#domain/constants.ts';
import { anyUserByEmail, type User } from '../login/user.ts';
import type { ServerContext } from '../platform/context.ts';
import { hasData } from '../store/sqlite/permissions.ts';
import type { Place } from '../store/store.ts';

/** What a command needs of the server context. It runs beside the server, on the same database. */
export type AdminContext = Pick<ServerContext, 'config' | 'db' | 'keyring' | 'now' | 'wakeMail'>;

/** What a command prints: lines for people, or with --json the same as data. */
export type Result = { lines: string[]; data: Readonly<Record<string, unknown>> };

type Usage = {
  /** The arguments, as shown in the help. */
  usage: string;
  /** One sentence, as shown in the help. */
  description: string;
  /** The number of positional arguments. */
  positionals: number;
};

/** An operator command that works on an open database. */
export type Command = Usage & {
  /** Options by name with their defaults; null marks a required option. */
  options: Readonly<Record<string, string | null>>;
  /** Executes the command. */
  run: (
    context: AdminContext,
    positionals: readonly string[],
    options: Readonly<Record<string, string>>,
  ) => Promise<Result>;
};

/** A command on the data as a whole, which opens no database for it. */
export type FolderCommand = Usage & {
  /** Options without a value. */
  flags: readonly string[];
  runOn: (place: Place, positionals: readonly string[], flags: ReadonlySet<string>) => Result | Promise<Result>;
};

/** The command cannot be executed as given. The message is one sentence for the operator. */
export class AdminError extends Error {}

/** There is no such command, or its arguments do not fit. */
export class UsageError extends AdminError {}

/** Rejects a folder without data: a command would make a new database there, and report on that. */
export function rejectNoData({ dataDir, database }: Place): void {
  if (database !== null || hasData(dataDir)) return;
  throw new AdminError(`The data folder ${dataDir} has no database; set DATA_DIR to that of the server.`);
}

/** The user with this address, disabled or not. */
export async function knownUser({ db }: AdminContext, email = ''): Promise<User> {
  const user = await anyUserByEmail(db, email);
  if (!user) throw new AdminError(`No user has the email address ${email}.`);
  return user;
}

/** An argument as an email address, by the rules of the API. */
export function emailOf(address: string | undefined): string {
  const email = v.safeParse(Email, address);
  if (email.success) return email.output;
  throw new AdminError(`${address} is not a valid email address.`);
}

/** An option as a line of text, by the rules of the API: one line, nothing invisible, and not too long. */
export function lineOf(options: Readonly<Record<string, string>>, name: string, { required = true } = {}): string {
  const line = v.safeParse(required ? RequiredText : Text, options[name]);
  if (line.success) return line.output;
  const length = required ? `1 to ${TEXT_LIMIT}` : `at most ${TEXT_LIMIT}`;
  throw new AdminError(`--${name} must have ${length} characters, none of them invisible.`);
}
