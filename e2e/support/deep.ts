/** Options of a test: only the deep run takes it, unless it is the one of its kind that `npm test` takes as well. */
export const deepUnless = (isTakenAlways: boolean) => (isTakenAlways ? {} : { tag: '@deep' });

/** Options of a journey that `npm test` takes in Firefox as well. */
export const inFirefoxToo = { tag: '@firefox' };

/** Options of a test that only the deep run takes. */
export const deep = deepUnless(false);
