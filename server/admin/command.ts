import { type User, userByEmail } from '../login/user.ts';
import type { ServerContext } from '../platform/context.ts';

/** What a command needs of the server: it works beside a running one, on the same database. */
export type AdminContext = Pick<ServerContext, 'config' | 'db' | 'keyring' | 'now' | 'wakeMail'>;

type Usage = {
  /** What follows its name. */
  usage: string;
  tells: string;
  /** How many words follow the name. */
  message: number;
};

/** One command of the operator, on an open database. */
export type Command = Usage & {
  /** Options by name, and what stands for them when they are not given; null: they must be. */
  options: Readonly<Record<string, string | null>>;
  /** Does it, and answers the lines to print. */
  run: (
    context: AdminContext,
    message: readonly string[],
    options: Readonly<Record<string, string>>,
  ) => Promise<string[]>;
};

/** A command on the data folder as a whole, which opens no database. */
export type FolderCommand = Usage & {
  /** Options that take no value. */
  flags: readonly string[];
  runOn: (dataDir: string, message: readonly string[], flags: ReadonlySet<string>) => string[];
};

/** A command cannot be carried out as it was given; the message is one sentence for the operator. */
export class AdminError extends Error {}

export async function knownUser({ db }: AdminContext, email = ''): Promise<User> {
  const user = await userByEmail(db, email);
  if (!user) throw new AdminError(`No user has the email address ${email}.`);
  return user;
}
