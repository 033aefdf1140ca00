import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { createActor, createMachine } from 'xstate';
import { FlowBoundary } from '#app/FlowBoundary.tsx';
import type { AppLocation } from '#app/navigation/appLocation.ts';
import { createFlowRouter, type Flow, type FlowEntry } from '#app/navigation/flowRouter.ts';
import { onOpenFailure } from '#app/navigation/loadFailure.tsx';
import type { AppServices } from '#app/services.ts';

const at = (address: string) => navigate(address, { replace: true });
afterEach(() => at('/'));

/** A router for which login and login2fa are one flow, and every other family has its own. */
function newRouter(
  redirect: (appLocation: AppLocation) => boolean = () => false,
  keepsToken = () => false,
  parts: Partial<Flow> = {},
) {
  const notes: string[] = [];
  let loaded = () => Promise.resolve();
  let opened = () => {};
  const flowFor = ({ family }: AppLocation): FlowEntry => {
    const name = family?.startsWith('login') ? 'auth' : String(family);
    const flow: Flow = {
      render: () => name,
      keepsToken,
      onMove: ({ family: to }) => void notes.push(`moved ${to}`),
      stop: () => void notes.push(`stop ${name}`),
      ...parts,
    };
    const open = () => {
      notes.push(`open ${name}`);
      opened();
      return flow;
    };
    return { name, load: () => loaded().then(() => ({ open })) };
  };
  let substitute: (() => Flow) | null = null;
  const onLoadFailure = () => {
    notes.push('load failure');
    return substitute;
  };
  const router = createFlowRouter({} as AppServices, {
    flowFor,
    redirect,
    onLoadFailure,
    onOpenFailure: (error) => ({ render: () => String(error) }),
    onLeftByBack: () => void notes.push('left by Back'),
  });
  const load = (how: () => Promise<void>) => {
    loaded = how;
  };
  const showOnLoadFailure = (open: () => Flow) => {
    substitute = open;
  };
  const onOpen = (what: () => void) => {
    opened = what;
  };
  return { router, notes, load, onOpen, showOnLoadFailure };
}

test('another family stops the previous flow and starts its own', async () => {
  const { router, notes } = newRouter();
  at('/login/');
  await router.sync();
  at('/recover-password/');
  await vi.waitFor(() => expect(router.activeFlow()?.name).toBe('recoverPassword'));
  expect(notes).toEqual(['open auth', 'stop auth', 'open recoverPassword']);
});

test('the machine of a flow that is left is stopped, once its address has been kept', async () => {
  const actor = createActor(createMachine({})).start();
  const status = () => actor.getSnapshot().status;
  const kept: string[] = [];
  const { router } = newRouter(undefined, undefined, { actor, keepAddress: () => void kept.push(status()) });
  at('/login/');
  await router.sync();
  expect([status(), kept]).toEqual(['active', []]);
  at('/recover-password/');
  await vi.waitFor(() => expect(router.activeFlow()?.name).toBe('recoverPassword'));
  expect([status(), kept]).toEqual(['stopped', ['active']]);
});

test('families of the same flow keep it', async () => {
  const { router, notes } = newRouter();
  at('/login/');
  await router.sync();
  at('/login2fa/');
  await vi.waitFor(() => expect(router.activeFlow()?.appLocation.family).toBe('login2fa'));
  expect(notes).toEqual(['open auth', 'moved login2fa']);
});

test('two simultaneous syncs start the flow once', async () => {
  const { router, notes } = newRouter();
  at('/login/');
  await Promise.all([router.sync(), router.sync()]);
  expect(notes).toEqual(['open auth']);
});

test('a flow whose chunk arrives after a newer navigation is not started', async () => {
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

test('a redirected visitor starts no flow', async () => {
  const { router, notes } = newRouter(() => true);
  await router.sync();
  expect(router.activeFlow()).toBeNull();
  expect(notes).toEqual([]);
});

test('a visitor without a token is not redirected while the flow still holds it', async () => {
  let holdsToken = true;
  const { router, notes } = newRouter(
    ({ query }) => !query.has('token'),
    () => holdsToken,
  );
  at('/signup/?token=t');
  await router.sync();
  at('/signup/');
  await vi.waitFor(() => expect(router.activeFlow()?.appLocation.query.has('token')).toBe(false));
  expect(notes).toEqual(['open registration', 'moved registration']);
  holdsToken = false;
  await router.sync();
  expect(notes).toHaveLength(2);
});

test('a flow that changes the address while it opens is opened once', async () => {
  const { router, notes, onOpen } = newRouter();
  onOpen(() => {
    onOpen(() => {});
    at('/login/?step=1');
  });
  at('/login/');
  await router.sync();
  await vi.waitFor(() => expect(router.activeFlow()?.appLocation.query.get('step')).toBe('1'));
  expect(notes).toEqual(['open auth', 'moved login']);
});

test('a visitor is not redirected when a flow takes the token out of the address while it opens', async () => {
  const redirected: string[] = [];
  const { router, onOpen } = newRouter(
    ({ query, path }) => !query.has('token') && redirected.push(path) > 0,
    () => true,
  );
  onOpen(() => at('/signup/'));
  at('/signup/?token=t');
  await router.sync();
  await vi.waitFor(() => expect(router.activeFlow()?.appLocation.query.has('token')).toBe(false));
  expect(redirected).toEqual([]);
});

test('restart stops the flow and starts it again', async () => {
  const { router, notes } = newRouter();
  at('/login/');
  await router.sync();
  router.restart();
  expect(notes).toEqual(['open auth', 'stop auth', 'open auth']);
});

test('a chunk that cannot be loaded is reported, and the previous flow stays', async () => {
  const { router, notes, load } = newRouter();
  at('/login/');
  await router.sync();
  load(() => Promise.reject(new Error('404')));
  at('/recover-password/');
  await vi.waitFor(() => expect(notes).toEqual(['open auth', 'load failure']));
  expect(router.activeFlow()?.name).toBe('auth');
});

test('the message for a flow that cannot be loaded is removed by the next flow', async () => {
  const { router, load, showOnLoadFailure } = newRouter();
  showOnLoadFailure(() => ({ render: () => 'Reload page' }));
  load(() => Promise.reject(new Error('404')));
  at('/login/');
  await router.sync();
  expect(router.activeFlow()?.flow.render()).toBe('Reload page');
  load(() => Promise.resolve());
  at('/login/?again=1');
  await vi.waitFor(() => expect(router.activeFlow()?.name).toBe('auth'));
});

test('a flow that cannot be opened leaves a message, and the next navigation works', async () => {
  const { router, notes, onOpen } = newRouter();
  at('/login/');
  await router.sync();
  onOpen(() => {
    throw new Error('no storage');
  });
  at('/recover-password/');
  await vi.waitFor(() => expect(router.activeFlow()?.flow.render()).toBe('Error: no storage'));
  onOpen(() => {});
  await router.sync();
  expect(router.activeFlow()?.name).toBe('recoverPassword');
  at('/login/');
  await vi.waitFor(() => expect(router.activeFlow()?.name).toBe('auth'));
  expect(notes).toEqual([
    'open auth',
    'stop auth',
    'open recoverPassword',
    'open recoverPassword',
    'stop recoverPassword',
    'open auth',
  ]);
});

test('in place of a flow that cannot be opened there is a message, and a link that loads the page anew', () => {
  at('/login/?error=x#part');
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const send = vi.fn();
  const services = { notice: { send }, i18n: { _: () => 'Reload page' } } as unknown as AppServices;
  const flow = onOpenFailure(new Error('no storage'));
  render(<FlowBoundary services={services}>{flow.render()}</FlowBoundary>);
  expect(screen.getByRole('link', { name: 'Reload page' }).getAttribute('href')).toBe('/login/?error=x');
  expect(send).toHaveBeenCalledExactlyOnceWith({
    type: 'SHOW',
    notice: { kind: 'error', message: { code: 'somethingWrong' } },
  });
  vi.restoreAllMocks();
});

test('Back to another family reports that the screen is left, a link does not', async () => {
  const { router, notes } = newRouter();
  at('/login/');
  await router.sync();
  navigate('/recover-password/');
  await vi.waitFor(() => expect(router.activeFlow()?.name).toBe('recoverPassword'));
  expect(notes).not.toContain('left by Back');
  history.back();
  await vi.waitFor(() => expect(router.activeFlow()?.name).toBe('auth'));
  expect(notes).toEqual([
    'open auth',
    'stop auth',
    'open recoverPassword',
    'left by Back',
    'stop recoverPassword',
    'open auth',
  ]);
});

test('Back before the first screen has loaded opens the screen of that address', async () => {
  at('/signup/');
  navigate('/login/');
  const { router } = newRouter();
  history.back();
  await vi.waitFor(() => expect(router.activeFlow()?.name).toBe('registration'));
});

test('a skip link that is followed before the first screen has loaded leaves no screen', async () => {
  at('/login/');
  const { router, notes } = newRouter();
  const followed = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
  location.hash = '#main';
  await followed;
  await vi.waitFor(() => expect(router.activeFlow()?.name).toBe('auth'));
  expect(notes).toEqual(['open auth']);
});

test('Back within a flow’s own page does not report that it is left', async () => {
  const { router, notes } = newRouter();
  at('/login/');
  await router.sync();
  navigate('/login/?step=1');
  await vi.waitFor(() => expect(router.activeFlow()?.appLocation.query.get('step')).toBe('1'));
  history.back();
  await vi.waitFor(() => expect(router.activeFlow()?.appLocation.query.has('step')).toBe(false));
  expect(notes).not.toContain('left by Back');
});

test('who follows the router is told of each flow, of a move within it and of a restart, until they leave', async () => {
  const { router } = newRouter();
  const seen: (string | undefined)[] = [];
  const leave = router.subscribe(() => seen.push(router.activeFlow()?.appLocation.path));
  at('/login/');
  await router.sync();
  at('/login2fa/');
  await vi.waitFor(() => expect(seen).toHaveLength(2));
  router.restart();
  expect(seen).toEqual(['/login/', '/login2fa/', '/login2fa/']);
  leave();
  router.restart();
  expect(seen).toHaveLength(3);
});

test('before the first flow there is nothing to restart', () => {
  const { router, notes } = newRouter();
  router.restart();
  expect([router.activeFlow(), notes]).toEqual([null, []]);
});

test('a flow need only render', async () => {
  const entry: FlowEntry = { name: 'plain', load: async () => ({ open: () => ({ render: () => 'plain' }) }) };
  const router = createFlowRouter({} as AppServices, {
    flowFor: ({ family }) => (family === 'contact' ? { ...entry, name: 'other' } : entry),
    redirect: () => false,
    onLoadFailure: () => null,
    onOpenFailure,
    onLeftByBack: () => {},
  });
  for (const [path, name] of [
    ['/login/', 'plain'],
    ['/signup/', 'plain'],
    ['/contact-us/', 'other'],
  ] as const) {
    at(path);
    await router.sync();
    expect([router.activeFlow()?.name, router.activeFlow()?.appLocation.path]).toEqual([name, path]);
  }
});
