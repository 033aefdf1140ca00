import { afterEach, expect, test, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import type { AppLocation } from '#app/appLocation.ts';
import { createFlowRouter, type Flow, type FlowEntry } from '#app/flowRouter.ts';
import type { AppServices } from '#app/services.ts';

const at = (address: string) => navigate(address, { replace: true });
afterEach(() => at('/'));

/** A stage on which login and login2fa are one flow, and every other family has its own. */
function newRouter(redirect: (appLocation: AppLocation) => boolean = () => false, keepsToken = () => false) {
  const notes: string[] = [];
  let loaded = () => Promise.resolve();
  const program = ({ family }: AppLocation): FlowEntry => {
    const name = family?.startsWith('login') ? 'auth' : String(family);
    const flow: Flow = {
      draw: () => name,
      keepsToken,
      onMove: ({ family: to }) => void notes.push(`moved ${to}`),
      stop: () => void notes.push(`stop ${name}`),
    };
    const open = () => {
      notes.push(`open ${name}`);
      return flow;
    };
    return { name, load: () => loaded().then(() => ({ open })) };
  };
  let substitute: (() => Flow) | null = null;
  const onLoadFailure = () => {
    notes.push('lost');
    return substitute;
  };
  const router = createFlowRouter({} as AppServices, { flowFor: program, redirect, onLoadFailure });
  const load = (how: () => Promise<void>) => {
    loaded = how;
  };
  const inPlaceOfLost = (open: () => Flow) => {
    substitute = open;
  };
  return { router, notes, load, inPlaceOfLost };
}

test('another family ends the flow before it and starts its own', async () => {
  const { router, notes } = newRouter();
  at('/login/');
  await router.sync();
  at('/recover-password/');
  await vi.waitFor(() => expect(router.activeFlow()?.name).toBe('recoverPassword'));
  expect(notes).toEqual(['open auth', 'stop auth', 'open recoverPassword']);
});

test('families that share a flow keep it', async () => {
  const { router, notes } = newRouter();
  at('/login/');
  await router.sync();
  at('/login2fa/');
  await vi.waitFor(() => expect(router.activeFlow()?.appLocation.family).toBe('login2fa'));
  expect(notes).toEqual(['open auth', 'moved login2fa']);
});

test('a flow that is fetched twice at the same time starts once', async () => {
  const { router, notes } = newRouter();
  at('/login/');
  await Promise.all([router.sync(), router.sync()]);
  expect(notes).toEqual(['open auth']);
});

test('who moves on while a flow is fetched does not get it', async () => {
  const { router, notes, load } = newRouter();
  at('/login/');
  await router.sync();
  let arrive = () => {};
  load(
    () =>
      new Promise((resolve) => {
        arrive = resolve;
      }),
  );
  at('/recover-password/');
  at('/login/');
  arrive();
  await new Promise((resolve) => setTimeout(resolve));
  expect(router.activeFlow()?.name).toBe('auth');
  expect(notes).not.toContain('open recoverPassword');
  expect(notes).not.toContain('stop auth');
});

test('who is being moved elsewhere sees no flow', async () => {
  const { router, notes } = newRouter(() => true);
  await router.sync();
  expect(router.activeFlow()).toBeNull();
  expect(notes).toEqual([]);
});

test('who is moved elsewhere without a token stays while the flow still knows it', async () => {
  let knows = true;
  const { router, notes } = newRouter(
    ({ query }) => !query.has('token'),
    () => knows,
  );
  at('/signup/?token=t');
  await router.sync();
  at('/signup/');
  await vi.waitFor(() => expect(router.activeFlow()?.appLocation.query.has('token')).toBe(false));
  expect(notes).toEqual(['open registration', 'moved registration']);
  knows = false;
  await router.sync();
  expect(notes).toHaveLength(2);
});

test('a flow that is played again starts from its beginning', async () => {
  const { router, notes } = newRouter();
  at('/login/');
  await router.sync();
  router.restart();
  expect(notes).toEqual(['open auth', 'stop auth', 'open auth']);
});

test('a chunk that cannot be fetched is told, and the flow before it stays', async () => {
  const { router, notes, load } = newRouter();
  at('/login/');
  await router.sync();
  load(() => Promise.reject(new Error('404')));
  at('/recover-password/');
  await vi.waitFor(() => expect(notes).toEqual(['open auth', 'lost']));
  expect(router.activeFlow()?.name).toBe('auth');
});

test('what is shown in the place of a flow that cannot be fetched goes when the next one comes', async () => {
  const { router, load, inPlaceOfLost } = newRouter();
  inPlaceOfLost(() => ({ draw: () => 'Reload page' }));
  load(() => Promise.reject(new Error('404')));
  at('/login/');
  await router.sync();
  expect(router.activeFlow()?.flow.draw()).toBe('Reload page');
  load(() => Promise.resolve());
  at('/login/?again=1');
  await vi.waitFor(() => expect(router.activeFlow()?.name).toBe('auth'));
});
