import { removeAddOn } from '../account/addOns.ts';
import { rowId } from '../http/rowId.ts';
import { emailKey } from '../login/emailKey.ts';
import { anyUserByEmail, type User } from '../login/user.ts';
import type { Store, Tx } from '../store/schema.ts';
import { AdminError, type Command } from './command.ts';

/**
 * The rows about a person, by table: those of the address, which people without an account have too, of the user, and
 * of the customer whose owner the user is.
 */
function rowsAbout(db: Store | Tx, email_key: string, user: User | undefined) {
  // No row has the id 0.
  const userId = user?.id ?? 0;
  const customerId = (user?.role === 'owner' && user.customer_id) || 0;
  const registrations = db
    .selectFrom('registrations')
    .where((row) => row.or([row('email_key', '=', email_key), row('user_id', '=', userId)]));
  return {
    users: db.selectFrom('users').selectAll().where('id', '=', userId),
    customers: db.selectFrom('customers').selectAll().where('id', '=', customerId),
    discounts: db.selectFrom('discounts').selectAll().where('customer_id', '=', customerId),
    sessions: db.selectFrom('sessions').selectAll().where('user_id', '=', userId),
    devices: db.selectFrom('devices').selectAll().where('user_id', '=', userId),
    login_challenges: db.selectFrom('login_challenges').selectAll().where('user_id', '=', userId),
    tokens: db.selectFrom('tokens').selectAll().where('user_id', '=', userId),
    sso_identities: db
      .selectFrom('sso_identities')
      .selectAll()
      .where((row) => row.or([row('email', '=', email_key), row('user_id', '=', userId)])),
    registrations: registrations.selectAll(),
    bank_attempts: db
      .selectFrom('bank_attempts')
      .selectAll()
      .where('registration_id', 'in', registrations.select('id')),
    invitations: db.selectFrom('invitations').selectAll().where('email_key', '=', email_key),
    outbox: db.selectFrom('outbox').selectAll().where('recipient', '=', email_key),
    inbox: db.selectFrom('inbox').selectAll().where('recipient', '=', email_key),
  };
}

/** Digests, what is sealed, and the second form of an address say nothing to a person. */
const isShown = ([name]: [string, unknown]): boolean => !/(_hash|^email_key|^sealed)$/.test(name);

const readable = (row: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row)
      .filter(isShown)
      .map(([name, value]) => [name, /_at$/.test(name) && value !== null ? new Date(Number(value)) : value]),
  );

/** Shows what is kept about a person: for the person who asks, and whom a line of the log is about. */
export const show: Command = {
  usage: '<email | number of the user>',
  description:
    'Prints as JSON all that is kept about a person, by address or by the user of a line of the log (docs/data.md).',
  positionals: 1,
  options: {},
  async run({ db }, [whom = '']) {
    const byId = db.selectFrom('users').selectAll().where('id', '=', rowId(whom)).executeTakeFirst();
    const user = (await byId) ?? (await anyUserByEmail(db, whom));
    const data: Record<string, object[]> = {};
    for (const [table, query] of Object.entries(rowsAbout(db, user?.email_key ?? emailKey(whom), user))) {
      const rows: object[] = await query.execute();
      if (rows.length > 0) data[table] = rows.map(readable);
    }
    if (Object.keys(data).length === 0) throw new AdminError(`Nothing is kept about ${whom}.`);
    return { lines: [JSON.stringify(data, null, 2)], data };
  },
};

/** Deletes what is kept about a person; with the owner of an account goes the account, once nobody of it can log in. */
export const erase: Command = {
  usage: '<email>',
  description:
    'Deletes for good all that is kept about a person; with an owner the whole account, whose users must be disabled before (docs/data.md).',
  positionals: 1,
  options: {},
  async run({ db }, [email = '']) {
    return db.transaction().execute(async (tx) => {
      const user = await anyUserByEmail(tx, email);
      const customerId = user?.customer_id ?? null;
      const isOwner = user?.role === 'owner' && customerId !== null;
      const team = tx.selectFrom('users').selectAll().where('customer_id', '=', customerId);
      const users = isOwner ? await team.execute() : user ? [user] : [];
      const active = users.find(({ disabled_at }) => disabled_at === null);
      if (active) throw new AdminError(`${active.email} can log in; disable it first, which tells them by mail.`);

      const cards = isOwner ? await rowsAbout(tx, '', user).customers.execute() : [];
      if (user && customerId !== null) await removeAddOn(tx, customerId, user.id);
      let rows = 0;
      const count = ({ numDeletedRows }: { numDeletedRows: bigint }) => {
        rows += Number(numDeletedRows);
      };
      for (const key of [emailKey(email), ...users.map((one) => one.email_key)]) {
        count(await tx.deleteFrom('registrations').where('email_key', '=', key).executeTakeFirst());
        count(await tx.deleteFrom('invitations').where('email_key', '=', key).executeTakeFirst());
        count(await tx.deleteFrom('sso_identities').where('email', '=', key).executeTakeFirst());
        count(await tx.deleteFrom('outbox').where('recipient', '=', key).executeTakeFirst());
        count(await tx.deleteFrom('inbox').where('recipient', '=', key).executeTakeFirst());
      }
      // What belongs to a user or a customer is deleted with it.
      for (const { id } of users) count(await tx.deleteFrom('users').where('id', '=', id).executeTakeFirst());
      if (isOwner) count(await tx.deleteFrom('customers').where('id', '=', customerId).executeTakeFirst());
      if (rows === 0) throw new AdminError(`Nothing is kept about ${email}.`);
      return {
        lines: [
          `All that was kept about ${users.map((one) => one.email).join(', ') || email} is deleted. Backups still have it (docs/data.md).`,
          ...cards.flatMap(({ bank_reference }) =>
            bank_reference ? [`The bank still has the card ${bank_reference}: delete it there.`] : [],
          ),
        ],
        data: { erased: users.length > 0 ? users.map((one) => one.email) : [email], rows },
      };
    });
  },
};
