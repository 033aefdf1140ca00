import type { DdiType } from '#domain/constants.ts';
import type { MessageDescriptor } from './translate.ts';

/** §2: names of the number types. */
export const numberTypeNames: Record<DdiType, MessageDescriptor> = {
  G: /*i18n*/ { id: 'Geographic' },
  M: /*i18n*/ { id: 'Mobile' },
  N: /*i18n*/ { id: 'National' },
  T: /*i18n*/ { id: 'Toll-free' },
};

/** §2: the country name of numbers without a country. */
export const internationalName: MessageDescriptor = /*i18n*/ { id: 'International' };
