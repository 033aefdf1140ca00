/** Options of a test: only the deep run takes it, unless it is the one of its kind that `npm test` takes as well. */
export const deepUnless = (isTakenAlways: boolean) => (isTakenAlways ? {} : { tag: '@deep' });

/** Options of a test that only the deep run takes. */
export const deep = deepUnless(false);
