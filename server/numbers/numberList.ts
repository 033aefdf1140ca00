import { setTimeout as wait } from 'node:timers/promises';
import type { NumberList } from '#contract/coverage.ts';
import { reject } from '../http/errors.ts';
import { areaSentinel, SLOW_MS } from '../local/sentinels.ts';
import { resourceNotFound } from '../messages/errors.ts';
import type { ServerContext } from '../platform/context.ts';
import { findCoverage } from './coverages.ts';
import { pricesOf } from './numbers.ts';
import { freeNumbers, type Holder } from './reservation.ts';

/** The numbers of an area that are available to the holder, with their prices; 404 for an unknown area. */
export async function numbersOf(context: ServerContext, coverageId: string, holder: Holder): Promise<NumberList> {
  const area = await findCoverage(context.db, coverageId);
  if (!area) return reject('tokenInvalid', { message: resourceNotFound });
  const sentinel = areaSentinel(context.config, area);
  if (sentinel === 'fails') reject('unavailable', { retryAfter: 5 });
  if (sentinel === 'slow') await wait(SLOW_MS);
  const numbers = await freeNumbers(context, area, holder);
  return { numbers: numbers.map((e164) => ({ e164 })), ...pricesOf(area) };
}
