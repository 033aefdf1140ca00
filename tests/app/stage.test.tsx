import { afterEach, expect, test, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import type { Place } from '#app/place.ts';
import { createStage, type Flow, type Program } from '#app/stage.ts';
import type { World } from '#app/world.ts';

const at = (address: string) => navigate(address, { replace: true });
afterEach(() => at('/'));

/** A stage on which login and login2fa are one flow, and every other family has its own. */
function newStage(redirect: (place: Place) => boolean = () => false, knowsToken = () => false) {
  const notes: string[] = [];
  let loaded = () => Promise.resolve();
  const program = ({ family }: Place): Program => {
    const name = family?.startsWith('login') ? 'auth' : String(family);
    const flow: Flow = {
      draw: () => name,
      knowsToken,
      moved: ({ family: to }) => void notes.push(`moved ${to}`),
      stop: () => void notes.push(`stop ${name}`),
    };
    const open = () => {
      notes.push(`open ${name}`);
      return flow;
    };
    return { name, load: () => loaded().then(() => ({ open })) };
  };
  let substitute: (() => Flow) | null = null;
  const lost = () => {
    notes.push('lost');
    return substitute;
  };
  const stage = createStage({} as World, { programOf: program, redirect, lost });
  const load = (how: () => Promise<void>) => {
    loaded = how;
  };
  const inPlaceOfLost = (open: () => Flow) => {
    substitute = open;
  };
  return { stage, notes, load, inPlaceOfLost };
}

test('another family ends the flow before it and starts its own', async () => {
  const { stage, notes } = newStage();
  at('/login/');
  await stage.follow();
  at('/recover-password/');
  await vi.waitFor(() => expect(stage.scene()?.name).toBe('recoverPassword'));
  expect(notes).toEqual(['open auth', 'stop auth', 'open recoverPassword']);
});

test('families that share a flow keep it', async () => {
  const { stage, notes } = newStage();
  at('/login/');
  await stage.follow();
  at('/login2fa/');
  await vi.waitFor(() => expect(stage.scene()?.place.family).toBe('login2fa'));
  expect(notes).toEqual(['open auth', 'moved login2fa']);
});

test('a flow that is fetched twice at the same time starts once', async () => {
  const { stage, notes } = newStage();
  at('/login/');
  await Promise.all([stage.follow(), stage.follow()]);
  expect(notes).toEqual(['open auth']);
});

test('who moves on while a flow is fetched does not get it', async () => {
  const { stage, notes, load } = newStage();
  at('/login/');
  await stage.follow();
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
  expect(stage.scene()?.name).toBe('auth');
  expect(notes).not.toContain('open recoverPassword');
  expect(notes).not.toContain('stop auth');
});

test('who is being moved elsewhere sees no flow', async () => {
  const { stage, notes } = newStage(() => true);
  await stage.follow();
  expect(stage.scene()).toBeNull();
  expect(notes).toEqual([]);
});

test('W10 who is moved elsewhere without a token stays while the flow still knows it', async () => {
  let knows = true;
  const { stage, notes } = newStage(
    ({ query }) => !query.has('token'),
    () => knows,
  );
  at('/signup/?token=t');
  await stage.follow();
  at('/signup/');
  await vi.waitFor(() => expect(stage.scene()?.place.query.has('token')).toBe(false));
  expect(notes).toEqual(['open registration', 'moved registration']);
  knows = false;
  await stage.follow();
  expect(notes).toHaveLength(2);
});

test('F13 a flow that is played again starts from its beginning', async () => {
  const { stage, notes } = newStage();
  at('/login/');
  await stage.follow();
  stage.restart();
  expect(notes).toEqual(['open auth', 'stop auth', 'open auth']);
});

test('F33 a chunk that cannot be fetched is told, and the flow before it stays', async () => {
  const { stage, notes, load } = newStage();
  at('/login/');
  await stage.follow();
  load(() => Promise.reject(new Error('404')));
  at('/recover-password/');
  await vi.waitFor(() => expect(notes).toEqual(['open auth', 'lost']));
  expect(stage.scene()?.name).toBe('auth');
});

test('F33 what is shown in the place of a flow that cannot be fetched goes when the next one comes', async () => {
  const { stage, load, inPlaceOfLost } = newStage();
  inPlaceOfLost(() => ({ draw: () => 'Load this page again' }));
  load(() => Promise.reject(new Error('404')));
  at('/login/');
  await stage.follow();
  expect(stage.scene()?.flow.draw()).toBe('Load this page again');
  load(() => Promise.resolve());
  at('/login/?again=1');
  await vi.waitFor(() => expect(stage.scene()?.name).toBe('auth'));
});
