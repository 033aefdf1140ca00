/*
 * Stands in for the test runner where the files of `tests/screens` are read for their screens only:
 * whatever is called does nothing and can be called on.
 */
// biome-ignore lint/suspicious/noExplicitAny: it is everything at once
export const nothing: any = new Proxy(() => nothing, {
  get: (_, key) => (key === Symbol.toPrimitive ? () => '' : nothing),
});

export const describe = nothing;
export const test = nothing;
export const expect = nothing;
export const vi = nothing;
export const afterAll = nothing;
export const onTestFinished = nothing;
