import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { lazyScreen, ScreenNotLoaded } from '#screens/lazyScreen.ts';

const Step = ({ name }: { name: string }) => <h1>{name}</h1>;

const show = ({ Screen }: ReturnType<typeof lazyScreen<{ name: string }>>) =>
  render(
    <Suspense fallback="waiting">
      <Screen name="Plan" />
    </Suspense>,
  );

test('a screen that was loaded before is rendered at once', async () => {
  const lazy = lazyScreen(async () => Step);
  await lazy.preload();
  show(lazy);
  expect(screen.getByRole('heading').textContent).toBe('Plan');
});

test('a screen that was not loaded yet is rendered when it has come', async () => {
  show(lazyScreen(async () => Step));
  expect(screen.queryByRole('heading')).toBeNull();
  expect((await screen.findByRole('heading')).textContent).toBe('Plan');
});

test('a screen that could not be loaded ahead is loaded again when it is shown', async () => {
  let attempts = 0;
  const lazy = lazyScreen(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('offline');
    return Step;
  });
  await expect(lazy.preload()).rejects.toThrow(ScreenNotLoaded);
  show(lazy);
  expect((await screen.findByRole('heading')).textContent).toBe('Plan');
});
