import type { InferOutput } from 'valibot';
import type { UpdateRegistration } from '#contract/registration.ts';
import { rejectFields } from '../http/errors.ts';
import { fieldMessages } from '../messages/errors.ts';
import { checkNumber, reserve } from '../numbers/reservation.ts';
import type { ServerContext } from '../platform/context.ts';
import type { Tx } from '../store/schema.ts';
import { type Registration, updateRegistrationRow } from './registration.ts';
import { registrationAt, stepAfter } from './steps.ts';

type Update = InferOutput<typeof UpdateRegistration>;
/** §7: the part of a submission that says what is ordered. */
export type OrderBody = Pick<Update, 'number' | 'number_id' | 'package_type' | 'nb_users' | 'nb_cx_bundles'>;
type Order = Pick<Registration, 'number' | 'number_id' | 'package_type' | 'nb_users' | 'nb_cx_bundles'>;

const moreAddOns = /*i18n*/ { id: 'You can have up to one add-on per user.' };
const chooseNumber = /*i18n*/ { id: 'Choose a number.' };

/** What is ordered after a submission; what it does not name stays. Refuses more add-ons than users (§5). */
export function orderOf(body: OrderBody, before: Order): Order {
  const nb_users = body.nb_users ?? before.nb_users;
  if ((body.nb_cx_bundles ?? 0) > nb_users) rejectFields({ nb_cx_bundles: moreAddOns });
  return {
    package_type: body.package_type ?? before.package_type,
    nb_users,
    // §4: fewer users than add-ons lowers the add-ons to match.
    nb_cx_bundles: Math.min(body.nb_cx_bundles ?? before.nb_cx_bundles, nb_users),
    number: body.number ?? before.number,
    number_id: body.number_id ?? before.number_id,
  };
}

/** Refuses a number that is not one of its area's; a number alone, or an area alone, is none. */
export async function checkOrder(
  { db }: ServerContext,
  { number, number_id }: OrderBody,
  isRequired: boolean,
): Promise<void> {
  const hasNumber = Boolean(number);
  const hasArea = number_id !== null && number_id !== undefined;
  if (!isRequired && !hasNumber && !hasArea) return;
  rejectFields({ number: hasNumber ? undefined : chooseNumber, number_id: hasArea ? undefined : fieldMessages.blank });
  if (number && hasArea) await checkNumber(db, number, number_id);
}

/** Takes the registration's number, or prolongs it; refuses when somebody else has it. */
export async function holdNumber(
  context: ServerContext,
  tx: Tx,
  { id, number, number_id }: Registration,
): Promise<void> {
  if (number === null || number_id === null) return;
  await reserve(context, tx, { number, number_id }, { registration_id: id });
}

/** The plan's and the number's step. The number is asked for where the order has it: on step 3. */
export async function submitOrder(
  context: ServerContext,
  registration: Registration,
  body: Update,
): Promise<Registration> {
  const { step } = body;
  const isNumberStep = step === '3';
  await checkOrder(context, isNumberStep ? orderOf(body, registration) : body, isNumberStep);
  return context.db.transaction().execute(async (tx) => {
    const current = await registrationAt(tx, registration.id, step);
    const changed = await updateRegistrationRow(context, tx, registration.id, {
      ...orderOf(body, current),
      step: stepAfter(current, step),
    });
    if (isNumberStep || body.number) await holdNumber(context, tx, changed);
    return changed;
  });
}
