import { describe, expect, test } from 'vitest';
import type { PageMessage } from '#app/inspector/inspect.ts';
import { charts } from '../../tools/flows/chart.ts';
import { coveredArrow, shareOf } from '../../tools/flows/coverage.ts';
import { type Live, receive, shortPlace, silence } from '../../tools/flows/live.ts';
import { readAddress } from '../../tools/flows/page/address.ts';
import { search } from '../../tools/flows/search.ts';

describe('search', () => {
  const all = Object.values(charts);

  test('finds states, events, guards, actions and actors, ignoring case', () => {
    const names = (query: string) => search(all, query).map(({ name }) => name);
    expect(names('loggingin')).toContain('auth.loggingIn');
    expect(names('isNotConfirmed')).toContain('auth.loggingIn —error login→ credentials [isNotConfirmed]');
    expect(names('openSession')).toContain('auth.loggingIn —done login→ loggedIn');
    expect(names('numberpicker')).toContain('numberChange.choosing');
  });

  test('requires every word, and finds nothing for an empty search', () => {
    expect(search(all, 'SUBMIT isCodeComplete').every(({ name }) => name.includes('[isCodeComplete]'))).toBe(true);
    expect(search(all, '  ')).toEqual([]);
    expect(search(all, 'no such thing')).toEqual([]);
  });
});

test('a state is linked by its name alone', () => {
  const place = { view: 'flows', path: null, step: 0 };
  expect(readAddress('#auth.twoFactor.verifying')).toEqual({
    ...place,
    flow: 'auth',
    selected: 'auth.twoFactor.verifying',
  });
  expect(readAddress('#recovery')).toEqual({ ...place, flow: 'recovery', selected: null });
  expect(readAddress('#view=live&flow=billing')).toEqual({ ...place, view: 'live', flow: 'billing', selected: null });
  for (const hash of ['#nothing.of.ours', '#%', '#50%25%'])
    expect(readAddress(hash)).toEqual({ ...place, flow: 'auth', selected: null });
});

test('a transition is covered when it was taken and its guard has failed', () => {
  const [free, guarded] = [null, 'isReady'].map((guard) => ({
    name: `arrow ${guard}`,
    guard,
    source: 'a',
    targets: [],
    event: 'GO',
    actions: [],
  }));
  if (!free || !guarded) throw new Error('no arrows');
  const counts = { taken: { 'arrow null': 1, 'arrow isReady': 1 }, refused: {}, entered: {} };
  expect(coveredArrow(counts, free)).toBe('fully');
  expect(coveredArrow(counts, guarded)).toBe('partly');
  expect(coveredArrow({ ...counts, refused: { 'arrow isReady': 2 } }, guarded)).toBe('fully');
  expect(coveredArrow({ ...counts, taken: {} }, free)).toBe('not');
  expect(shareOf(counts, [free, guarded])).toEqual({ seen: 1, total: 2 });
});

describe('messages of the app', () => {
  const common = { rootId: '1/x:0', createdAt: '0', id: '0', _version: '1' };
  const actor = (sessionId: string, id: string, part: object = {}) =>
    ({
      type: '@xstate.actor',
      name: id,
      sessionId,
      definition: JSON.stringify({ id, states: {} }),
      snapshot: { status: 'active', value: 'credentials', context: { email: 'a@b.c' } },
      ...common,
      ...part,
    }) as PageMessage;
  const event = (sessionId: string, type: string, part: object = {}) =>
    ({ type: '@xstate.event', sessionId, event: { type, ...part }, sourceId: undefined, ...common }) as PageMessage;
  const snapshot = (
    sessionId: string,
    type: string,
    value: unknown,
    status: 'active' | 'stopped' = 'active',
  ): PageMessage => ({
    type: '@xstate.snapshot',
    sessionId,
    event: { type },
    snapshot: { status, value, context: {} } as never,
    ...common,
  });
  const receiveAll = (...messages: PageMessage[]): Live => messages.reduce(receive, silence);

  test('become running flows with their states, and a log', () => {
    const live = receiveAll(
      actor('1/x:0', 'auth'),
      event('1/x:0', 'SUBMIT', { password: '•••' }),
      { type: '@flows.taken', sessionId: '1/x:0', arrows: ['auth.credentials —SUBMIT→ loggingIn [isComplete]'] },
      snapshot('1/x:0', 'SUBMIT', 'loggingIn'),
    );
    expect(live.running).toMatchObject([
      { flow: 'auth', active: ['auth', 'auth.loggingIn'], taken: ['auth.credentials —SUBMIT→ loggingIn [isComplete]'] },
    ]);
    expect(live.log).toMatchObject([{ event: 'SUBMIT', with: { password: '•••' }, leadsTo: 'loggingIn' }]);
    expect(live.latest).toBe('1/x:0');
  });

  test('show nested states and the end of a flow', () => {
    const live = receiveAll(actor('1/x:0', 'auth'), snapshot('1/x:0', 'X', { twoFactor: 'entering' }, 'stopped'));
    const [one] = live.running;
    expect(one && shortPlace(one)).toBe('twoFactor.entering');
    expect(one?.isOver).toBe(true);
  });

  test('leave out other actors and the events of the clock', () => {
    const live = receiveAll(
      actor('1/x:1', 'login', { definition: JSON.stringify({ id: 'login' }) }),
      actor('1/x:0', 'auth'),
      event('1/x:0', 'TIME_PASSED'),
      event('1/x:1', 'whatever'),
    );
    expect(live.running.map(({ flow }) => flow)).toEqual(['auth']);
    expect(live.log).toEqual([]);
  });

  test('select the flow of the page, not those beside it', () => {
    const live = receiveAll(actor('1/x:0', 'notice'), actor('2/x:0', 'auth'), event('1/x:0', 'SHOW'));
    expect(live.latest).toBe('2/x:0');
  });

  test('start again with every page, and numbers its events on, so that a cleared log shows them', () => {
    const first = [actor('1/x:0', 'auth'), event('1/x:0', 'BLUR'), event('1/x:0', 'SUBMIT')];
    const reloaded = receiveAll(...first, { type: '@flows.hello' });
    expect(reloaded).toMatchObject({ isConnected: true, running: [], log: [], latest: null });
    const again = [actor('1/x:0', 'auth'), event('1/x:0', 'CHANGE')].reduce(receive, reloaded);
    expect(again.log.map(({ id }) => id)).toEqual([3]);
  });

  test('a page that is closed has no flows, and is waited for', () => {
    const live = receiveAll({ type: '@flows.hello' }, actor('1/x:0', 'auth'));
    expect(receive(live, { type: 'closed' })).toMatchObject({ isConnected: false, running: [], log: [], latest: null });
  });

  test('an event leads to its own state, even if the next one was received before that was reached', () => {
    const live = receiveAll(
      actor('1/x:0', 'auth'),
      event('1/x:0', 'xstate.init'),
      event('1/x:0', 'xstate.done.actor.mailedLinks'),
      snapshot('1/x:0', 'xstate.init', 'credentials'),
    );
    expect(live.log.map(({ event: name, leadsTo }) => [name, leadsTo])).toEqual([
      ['start', 'credentials'],
      ['done mailedLinks', ''],
    ]);
  });
});
