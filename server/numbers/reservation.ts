import { reject, rejectFields } from '../http/errors.ts';
import { fieldMessages } from '../messages/errors.ts';
import type { ServerContext } from '../platform/context.ts';
import { MINUTE_MS } from '../platform/durations.ts';
import type { Store, Tx } from '../store/schema.ts';
import { findCoverage } from './coverages.ts';
import { type Area, candidates, listLength } from './numbers.ts';

/** A registration holds its number for fifteen minutes from its last change. */
const HOLD_MS = 15 * MINUTE_MS;

/** The holder of a number: a registration for a while, or a customer permanently. */
export type Holder = { registration_id: number } | { customer_id: number };

const endOf = (holder: Holder, now: number): number | null => ('registration_id' in holder ? now + HOLD_MS : null);
const isHolder = (row: { registration_id: number | null; customer_id: number | null }, holder: Holder): boolean =>
  'registration_id' in holder ? row.registration_id === holder.registration_id : row.customer_id === holder.customer_id;

/** The numbers of an area that no other holder has, always including the holder's own. */
export async function freeNumbers({ db, now }: ServerContext, area: Area, holder: Holder): Promise<string[]> {
  const all = candidates(area);
  if (all.length === 0) return [];
  const reservations = await db
    .selectFrom('reservations')
    .selectAll()
    .where('number', 'in', all)
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now())]))
    .execute();
  const others = new Set(reservations.filter((row) => !isHolder(row, holder)).map(({ number }) => number));
  const own = reservations.filter((row) => isHolder(row, holder)).map(({ number }) => number);
  const free = all.filter((number) => !others.has(number)).slice(0, listLength(area));
  return [...free, ...own.filter((number) => !free.includes(number))];
}

/** Rejects a number that does not belong to its area. */
export async function checkNumber(db: Store, number: string, numberId: number): Promise<void> {
  const area = await findCoverage(db, numberId);
  if (!area) return rejectFields({ number_id: fieldMessages.invalid });
  if (!candidates(area).includes(number)) rejectFields({ number: fieldMessages.invalid });
}

/**
 * Reserves a number for its holder, or extends the reservation, and releases the holder's other numbers. Rejects if
 * another holder was first: the number is the primary key, so it can never be reserved twice.
 */
export async function reserve(
  { now }: ServerContext,
  tx: Tx,
  { number, number_id }: { number: string; number_id: number },
  holder: Holder,
): Promise<void> {
  const time = now();
  const [column, id] = Object.entries(holder)[0] as ['registration_id' | 'customer_id', number];
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('reservations')
    .values({ number, number_id, registration_id: null, customer_id: null, ...holder, expires_at: endOf(holder, time) })
    .onConflict((conflict) =>
      conflict
        .column('number')
        .doUpdateSet((row) => ({
          registration_id: row.ref('excluded.registration_id'),
          customer_id: row.ref('excluded.customer_id'),
          expires_at: row.ref('excluded.expires_at'),
        }))
        .where((row) => row.or([row('reservations.expires_at', '<=', time), row(`reservations.${column}`, '=', id)])),
    )
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) reject('numberTaken', { field: 'number' });
  await tx.deleteFrom('reservations').where(column, '=', id).where('number', '!=', number).execute();
}

/** Transfers the registration's number to the customer at completion. */
export async function assignToCustomer(tx: Tx, registrationId: number, customerId: number): Promise<void> {
  await tx
    .updateTable('reservations')
    .set({ registration_id: null, customer_id: customerId, expires_at: null })
    .where('registration_id', '=', registrationId)
    .execute();
}
