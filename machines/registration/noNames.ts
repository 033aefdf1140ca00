import type { Dictionary } from '#contract/coverage.ts';

/** The names of countries, number types and states before the dictionaries have arrived. */
export const noNames: Dictionary = { country: {}, ddi_type: {}, us_state: {} };
