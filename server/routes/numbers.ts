import { setTimeout as wait } from 'node:timers/promises';
import { calls } from '#contract/calls.ts';
import type { NumberList, Package } from '#contract/coverage.ts';
import { currencies, packageTypes } from '#domain/constants.ts';
import { toDecimal } from '#domain/money.ts';
import { cxPrices, packagePrices } from '../data/prices.ts';
import { reject } from '../http/errors.ts';
import { type App, answer, serve } from '../http/serve.ts';
import { areaSentinel, SLOW_MS } from '../local/sentinels.ts';
import { nothingHere } from '../messages/errors.ts';
import { pricesOf } from '../numbers/numbers.ts';
import { freeNumbers, type Holder } from '../numbers/reservation.ts';
import type { ServerContext } from '../platform/context.ts';
import { findRegistration } from '../registration/registration.ts';
import { findCoverage } from './coverages.ts';

/** §7: numbers of an area and the packages, for a registration. */
export function mountNumbers(app: App, context: ServerContext): void {
  serve(app, calls.listNumbers, async ({ params }) => {
    const { id } = await findRegistration(context, params.registration_token);
    return answer(200, { data: await numbersOf(context, params.coverage_id, { registration_id: id }) });
  });

  serve(app, calls.listPackages, async ({ params }) => {
    await findRegistration(context, params.registration_token);
    return answer(200, { data: packages });
  });
}

/** Wire table: the numbers of an area that are available to the holder, with their prices; 404 for an unknown area. */
export async function numbersOf(context: ServerContext, coverageId: string, holder: Holder): Promise<NumberList> {
  const area = await findCoverage(context.db, coverageId);
  if (!area) return reject('tokenInvalid', { message: nothingHere });
  const sentinel = areaSentinel(context.config, area);
  if (sentinel === 'fails') reject('unavailable', { retryAfter: 5 });
  if (sentinel === 'slow') await wait(SLOW_MS);
  const numbers = await freeNumbers(context, area, holder);
  return { numbers: numbers.map((e164) => ({ e164 })), ...pricesOf(area) };
}

const decimals = (amounts: Record<(typeof currencies)[number], number>) =>
  Object.fromEntries(currencies.map((currency) => [currency, toDecimal(amounts[currency])]));

/** §3 Package: both, with their prices as sent to the client. */
export const packages: Package[] = packageTypes.map((type) => ({
  type,
  prices: decimals(packagePrices[type]),
  cx_prices: decimals(cxPrices[type]),
}));
