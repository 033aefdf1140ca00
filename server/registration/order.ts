import type { InferOutput } from 'valibot';
import type { OrderField, UpdateRegistration } from '#contract/registration.ts';
import { addOnsFor } from '#domain/order.ts';
import { rejectFields } from '../http/errors.ts';
import { byNetwork, counted } from '../login/applyLimits.ts';
import { limits } from '../login/limits.ts';
import { fieldMessages } from '../messages/errors.ts';
import { checkNumber, reserve } from '../numbers/reservation.ts';
import { type ServerContext, within } from '../platform/context.ts';
import type { Tx } from '../store/schema.ts';
import { type Registration, updateRegistrationRow } from './registration.ts';
import { registrationAt, type StepSubmission, stepAfter } from './steps.ts';

/** §7: the fields of a submission that make up the order. */
type OrderBody = Pick<InferOutput<typeof UpdateRegistration>, OrderField>;
type Order = Pick<Registration, OrderField>;

const moreAddOns = /*i18n*/ { id: 'You can have up to one add-on per user.' };
const chooseNumber = /*i18n*/ { id: 'Choose a number.' };

/** The order after a submission; fields that are absent keep their values. Rejects more add-ons than users (§5). */
export function orderOf(body: OrderBody, before: Order): Order {
  const nb_users = body.nb_users ?? before.nb_users;
  const { nb_cx_bundles: sent = 0 } = body;
  if (addOnsFor(nb_users, sent) !== sent) rejectFields({ nb_cx_bundles: moreAddOns });
  return {
    package_type: body.package_type ?? before.package_type,
    nb_users,
    // §4: a lower number of users lowers the add-ons to match.
    nb_cx_bundles: addOnsFor(nb_users, body.nb_cx_bundles ?? before.nb_cx_bundles),
    number: body.number || before.number,
    number_id: body.number_id ?? before.number_id,
  };
}

/** Rejects a number that does not belong to its area, and a number or an area without the other. */
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

/** Reserves the registration's number or extends the reservation; rejects if another holder has it. */
export async function holdNumber(
  context: ServerContext,
  tx: Tx,
  { id, number, number_id }: Registration,
): Promise<void> {
  if (number === null || number_id === null) return;
  await reserve(context, tx, { number, number_id }, { registration_id: id });
}

/** The plan step and the number step. The number is required in the step that the sign-up order assigns to it. */
export async function submitOrder<Response>(
  context: ServerContext,
  { registration, body, requestContext, finish }: StepSubmission<Response>,
): Promise<Response> {
  const { step } = body;
  const isNumberStep = step === '3';
  const holdsNumber = isNumberStep || Boolean(body.number);
  // Who submits the same number again and again, for many sign-ups, would keep it from all others.
  const counts = holdsNumber ? byNetwork(context, limits.networkNumbers, requestContext) : [];
  const submitted = () =>
    finish(async (tx) => {
      const current = await registrationAt(tx, registration.id, step);
      const order = orderOf(body, current);
      await checkOrder(within(context, tx), isNumberStep ? order : body, isNumberStep);
      const changed = await updateRegistrationRow(context, tx, registration.id, {
        ...order,
        step: stepAfter(current, step),
      });
      if (holdsNumber) await holdNumber(context, tx, changed);
      return changed;
    });
  return counted(context, counts, submitted);
}
