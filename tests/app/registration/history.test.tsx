import { beforeEach, expect, test } from 'vitest';
import { stepHistory } from '#app/registration/history.ts';
import type { RegistrationStep } from '#domain/constants.ts';

beforeEach(() => history.replaceState(null, '', '/signup/?token=t1'));

test('the first step takes over the entry that is there; each other step is an entry of its own', () => {
  const before = history.length;
  stepHistory.show('1');
  expect(history.length).toBe(before);
  stepHistory.show('2');
  stepHistory.show('2');
  expect(history.length).toBe(before + 1);
  expect(location.search).toBe('?token=t1');
});

test('Back tells the step that it led to, once, until nobody listens', async () => {
  const moves: RegistrationStep[] = [];
  stepHistory.show('1');
  stepHistory.show('2');
  stepHistory.show('3');
  const unfollow = stepHistory.follow((step) => moves.push(step));
  await back();
  expect(moves).toEqual(['2']);
  unfollow();
  await back();
  expect(moves).toEqual(['2']);
});

test('an entry that is none of the wizard tells nothing', async () => {
  const moves: RegistrationStep[] = [];
  const unfollow = stepHistory.follow((step) => moves.push(step));
  history.replaceState({ step: 'nonsense' }, '');
  history.pushState({ step: '2' }, '');
  await back();
  expect(moves).toEqual([]);
  unfollow();
});

function back() {
  const moved = new Promise<void>((resolve) => addEventListener('popstate', () => resolve(), { once: true }));
  history.back();
  return moved;
}
