import { todayIn } from '#domain/timeZone.ts';
import { trialEnd } from '#domain/trial.ts';
import { readCoverages } from '../data/importCoverages.ts';
import { emailKey } from '../login/emailKey.ts';
import { candidates, isEmptyArea } from '../numbers/numbers.ts';
import type { Config } from '../platform/config.ts';
import type { ServerContext } from '../platform/context.ts';
import { DAY_MS } from '../platform/durations.ts';
import { tokenHash } from '../platform/secrets.ts';
import { StoreUnusable } from '../store/errors.ts';
import { databaseName } from '../store/postgres/settings.ts';
import type { Store, Tx } from '../store/schema.ts';
import { DISCOUNT_TOKEN } from './sentinels.ts';

/** The password of all seeded users in local mode. */
export const PASSWORD = 'green phone box';

type Person = {
  email: string;
  first_name: string;
  last_name: string;
  role: 'owner' | 'member';
  /** What can be tried with this user; printed at start. */
  shows: string;
  isConfirmed: boolean;
  hasSecondFactor: boolean;
};

/** Users to try the product with, created at the first start in local mode. Members belong to the owner before them. */
export const seedUsers: readonly Person[] = [
  {
    email: 'owner@example.com',
    first_name: 'Olivia',
    last_name: 'Owner',
    role: 'owner',
    shows: 'logs in with an emailed code',
    isConfirmed: true,
    hasSecondFactor: false,
  },
  {
    email: 'member@example.com',
    first_name: 'Max',
    last_name: 'Member',
    role: 'member',
    shows: "is a member of the owner's team",
    isConfirmed: true,
    hasSecondFactor: false,
  },
  {
    email: 'second-factor@example.com',
    first_name: 'Sara',
    last_name: 'Safe',
    role: 'owner',
    shows: 'has login codes turned on',
    isConfirmed: true,
    hasSecondFactor: true,
  },
  {
    email: 'unconfirmed@example.com',
    first_name: 'Uma',
    last_name: 'Unsure',
    role: 'owner',
    shows: 'has not confirmed the account (AU1002)',
    isConfirmed: false,
    hasSecondFactor: false,
  },
];

/**
 * Creates the users in local mode. Their password is public, so a server in production does not start on a database
 * that has them, nor one in local mode on a database of production, which then would be lost for it.
 */
export const prepareSeedUsers = (context: ServerContext): Promise<void> =>
  context.config.mode === 'local' ? createSeedUsers(context) : refuseSeedUsers(context);

/** Creates the users, once per database. */
async function createSeedUsers({ db, now, passwords, config }: ServerContext): Promise<void> {
  if (await hasPeople(db)) return;
  if (await hasOthers(db)) {
    throw new StoreUnusable(
      `The database ${placeOf(config)} is one of production; set NODE_ENV=production, or for local mode another DATA_DIR or DATABASE_URL.`,
    );
  }
  const password_hash = await passwords.hash(PASSWORD);
  const trialEndsOn = trialEnd(todayIn('UTC', now()), config.settings.trialLength);
  await db.transaction().execute(async (tx) => {
    // Another server of the same database may have started at the same time.
    if (await hasPeople(tx)) return;
    let customerId = 0;
    for (const [index, person] of seedUsers.entries()) {
      if (person.role === 'owner') customerId = await makeCustomer(tx, index, { now: now(), trialEndsOn });
      const { email, first_name, last_name, role, isConfirmed, hasSecondFactor } = person;
      await tx
        .insertInto('users')
        .values({
          customer_id: customerId,
          email,
          email_key: emailKey(email),
          first_name,
          last_name,
          role,
          password_hash,
          confirmed_at: isConfirmed ? now() : null,
          second_factor: hasSecondFactor ? 1 : 0,
          has_cx_bundle: role === 'owner' ? 1 : 0,
          language: 'en',
          created_at: now(),
        })
        .onConflict((conflict) => conflict.column('email_key').doNothing())
        .execute();
    }
    await tx.insertInto('facts').values({ name: 'people', value: 'made' }).execute();
  });
}

async function refuseSeedUsers({ db, config }: Pick<ServerContext, 'db' | 'config'>): Promise<void> {
  if (!(await hasPeople(db))) return;
  throw new StoreUnusable(
    `The database ${placeOf(config)} has the users to try of local mode, whose password is public; start production on an empty one.`,
  );
}

const hasPeople = async (db: Store | Tx): Promise<boolean> =>
  (await db.selectFrom('facts').select('name').where('name', '=', 'people').executeTakeFirst()) !== undefined;

/** Whether anyone has an account, or has begun to sign up. */
async function hasOthers(db: Store): Promise<boolean> {
  const first = (table: 'users' | 'registrations') => db.selectFrom(table).select('id').limit(1).executeTakeFirst();
  return ((await first('users')) ?? (await first('registrations'))) !== undefined;
}

const placeOf = ({ database, dataDir }: Config): string => (database ? databaseName(database) : `in ${dataDir}`);

/** A customer with a number in an area of its own and one add-on; the first one has a discount to try. */
async function makeCustomer(
  tx: Tx,
  index: number,
  { now, trialEndsOn }: { now: number; trialEndsOn: string },
): Promise<number> {
  const area = readCoverages().filter((place) => place.country_code === 'UK' && !isEmptyArea(place))[index];
  const number = area ? (candidates(area)[0] ?? null) : null;
  const number_id = area?.id ?? null;
  const { id } = await tx
    .insertInto('customers')
    .values({
      company: `Sample firm ${index + 1}`,
      country: 'UK',
      postcode: 'LS1 1AA',
      address: '',
      city: 'Leeds',
      vat: '',
      package_type: 'P',
      nb_users: 3,
      nb_cx_bundles: 1,
      currency: 'GBP',
      number,
      number_id,
      card_brand: 'visa',
      card_last4: '4242',
      bank_reference: 'sample',
      completed_at: now,
      trial_ends_on: trialEndsOn,
      trial_time_zone: 'UTC',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (number !== null && number_id !== null) {
    await tx.insertInto('reservations').values({ number, number_id, customer_id: id }).execute();
  }
  if (index === 0) await makeDiscount(tx, id, now);
  return id;
}

async function makeDiscount(tx: Tx, customer_id: number, now: number): Promise<void> {
  const { id: discount_id } = await tx
    .insertInto('discounts')
    .values({ customer_id, campaign: 'sample', percent: 10, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('tokens')
    .values({
      purpose: 'discount',
      token_hash: tokenHash(DISCOUNT_TOKEN),
      discount_id,
      expires_at: now + 3650 * DAY_MS,
      created_at: now,
    })
    .execute();
}
