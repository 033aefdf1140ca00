import { expect, test, vi } from 'vitest';
import type { Api } from '#adapters/api.ts';
import { lazyApi } from '#app/lazyApi.ts';
import type { LaterSteps } from '#app/registration/laterSteps.ts';
import { lazySteps } from '#app/registration/lazySteps.ts';
import type { AppServices } from '#app/services.ts';
import { Failure } from '#domain/failure.ts';

const input = { body: {} } as Parameters<Api['createRegistration']>[0];

/** Services whose API is loaded later, as that of a page, and then answers at once. */
function services() {
  const createRegistration = vi.fn(async () => 'created');
  const page = { isReachable: async () => false, reload: () => false };
  const { api } = lazyApi(async () => ({ createRegistration }) as unknown as Api, page);
  return { createRegistration, services: { ...page, api } as unknown as AppServices };
}

const flows = { plan: { id: 'plan' } } as unknown as LaterSteps;

test('a call of the first step waits until the flows of the later steps are loaded', async () => {
  const { createRegistration, services: its } = services();
  const loaded = Promise.withResolvers<LaterSteps>();
  const { steps, api } = lazySteps(its, () => loaded.promise);
  const answer = api.createRegistration(input);
  await Promise.resolve();
  expect(createRegistration).not.toHaveBeenCalled();
  loaded.resolve(flows);
  expect(await answer).toBe('created');
  expect(steps.plan.id).toBe('plan');
});

test('flows that cannot be loaded fail the call as unreachable, and nothing is sent; the next call loads them', async () => {
  const { createRegistration, services: its } = services();
  const load = vi.fn(async () => flows).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const { api } = lazySteps(its, load);
  const failure = await api.createRegistration(input).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Failure);
  expect((failure as Failure).kind).toBe('unreachable');
  expect(createRegistration).not.toHaveBeenCalled();
  expect(await api.createRegistration(input)).toBe('created');
});

test('flows that are loaded ahead are loaded once', async () => {
  const { services: its } = services();
  const load = vi.fn(async () => flows);
  const { api, preload } = lazySteps(its, load);
  await preload();
  await api.createRegistration(input);
  expect(load).toHaveBeenCalledTimes(1);
});

test('each step has its own flow, and none before they are loaded', async () => {
  const { services: its } = services();
  const names = ['verification', 'plan', 'billing', 'teamChoice', 'bankCheck'] as const;
  const all = Object.fromEntries(names.map((name) => [name, { id: name }])) as unknown as LaterSteps;
  const { steps, preload } = lazySteps(its, async () => all);
  for (const name of names) expect(() => steps[name].id).toThrow(`The flow "${name}" has not been loaded`);
  await preload();
  expect(names.map((name) => steps[name].id)).toEqual(names);
});
