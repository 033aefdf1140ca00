import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ResendButton } from '#screens/ResendButton.tsx';
import { drawScreen } from '../support/screen.tsx';

const NOW = Date.parse('2025-03-05T12:00:00Z');
const resend = (deadline: number, now = NOW) => (
  <ResendButton deadline={deadline} now={now} enabled={now >= deadline} busy={false} onPress={vi.fn()} />
);
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Resend code' });
const why = () => document.getElementById(button().getAttribute('aria-describedby') ?? '')?.textContent;

test('there is one way to another code; as long as it is off, it says in words until when', () => {
  const { rerender } = drawScreen(resend(NOW + 20_000));
  expect(screen.getAllByRole('button')).toHaveLength(1);
  expect(screen.queryByRole('link')).toBeNull();
  expect(why()).toContain('A new code can be sent in');
  expect(why()).toContain('20');
  rerender(resend(NOW + 20_000, NOW + 20_000));
  expect(screen.queryByText(/can be sent in/)).toBeNull();
  expect(why()).toBeUndefined();
});

test('a clock that jumps an hour leaves no time below nothing', () => {
  const { rerender } = drawScreen(resend(NOW + 20_000));
  rerender(resend(NOW + 20_000, NOW + 3_600_000));
  expect(document.body.textContent).not.toMatch(/-|−|can be sent in/);
});
