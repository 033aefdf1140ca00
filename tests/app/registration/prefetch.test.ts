import { expect, test } from 'vitest';
import { prefetching } from '#app/registration/prefetch.ts';

const { signal } = new AbortController();

/** Requests that are answered by hand, in order. */
function pending() {
  const requests: PromiseWithResolvers<string>[] = [];
  const request = () => {
    const answer = Promise.withResolvers<string>();
    requests.push(answer);
    return answer.promise;
  };
  return { requests, ...prefetching(request) };
}

test('an early answer is taken once; the next load sends a request', async () => {
  const { requests, prefetch, load } = pending();
  prefetch();
  requests[0]?.resolve('early');
  expect(await load(signal)).toBe('early');
  expect(requests).toHaveLength(1);
  void load(signal);
  expect(requests).toHaveLength(2);
});

test('a load waits for an early request that is under way', async () => {
  const { requests, prefetch, load } = pending();
  prefetch();
  const loaded = load(signal);
  requests[0]?.resolve('late');
  expect(await loaded).toBe('late');
  expect(requests).toHaveLength(1);
});

test('an early request that failed is forgotten', async () => {
  const { requests, prefetch, load } = pending();
  prefetch();
  requests[0]?.reject(new Error('offline'));
  await Promise.resolve();
  await Promise.resolve();
  const loaded = load(signal);
  requests[1]?.resolve('again');
  expect(await loaded).toBe('again');
});

test('an early request that fails does not drop a newer one', async () => {
  const { requests, prefetch, load } = pending();
  prefetch();
  prefetch();
  requests[0]?.reject(new Error('offline'));
  await Promise.resolve();
  await Promise.resolve();
  const loaded = load(signal);
  requests[1]?.resolve('early');
  expect(await loaded).toBe('early');
  expect(requests).toHaveLength(2);
});

test('without an early request, a load sends one', async () => {
  const { requests, load } = pending();
  const loaded = load(signal);
  requests[0]?.resolve('now');
  expect(await loaded).toBe('now');
});
