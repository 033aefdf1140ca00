import { screen } from '@testing-library/react';
import { createRef } from 'react';
import { expect, test, vi } from 'vitest';
import { ResendButton } from '#screens/ResendButton.tsx';
import { renderScreen } from '../support/screen.tsx';

const NOW = Date.parse('2025-03-05T12:00:00Z');
const field = createRef<HTMLInputElement>();
const resend = (deadline: number, now = NOW, sent = 0) => (
  <>
    <input aria-label="Code" ref={field} />
    <ResendButton
      deadline={deadline}
      now={now}
      enabled={now >= deadline}
      busy={false}
      onPress={vi.fn()}
      sent={sent}
      field={field}
    />
    <a href="#elsewhere">Elsewhere</a>
  </>
);
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Resend code' });
const why = () => document.getElementById(button().getAttribute('aria-describedby') ?? '')?.textContent;
const wait = () => screen.queryByText(/resend the code in/);

test('there is one button for another code; while it is disabled, it says until when', () => {
  const { rerender } = renderScreen(resend(NOW + 20_000));
  expect(screen.getAllByRole('button')).toHaveLength(1);
  expect(why()).toContain('You can resend the code in');
  expect(why()).toContain('20');
  rerender(resend(NOW + 20_000, NOW + 20_000));
  expect(wait()?.style.visibility).toBe('hidden');
  expect(why()).toBeUndefined();
});

test('the line of the wait is there from the first wait on, so that what is below does not move when it is over', () => {
  const { rerender } = renderScreen(resend(NOW, NOW));
  expect(wait()).toBeNull();
  rerender(resend(NOW + 20_000));
  expect(wait()?.style.visibility).toBe('');
  rerender(resend(NOW + 20_000, NOW + 20_000));
  expect(wait()).not.toBeNull();
  rerender(resend(NOW + 40_000, NOW + 20_000, 1));
  expect(wait()?.style.visibility).toBe('');
});

test('a clock that jumps an hour never shows a negative time', () => {
  const { rerender } = renderScreen(resend(NOW + 20_000));
  rerender(resend(NOW + 20_000, NOW + 3_600_000));
  expect(document.body.textContent).not.toMatch(/-|−/);
  expect(wait()?.style.visibility).toBe('hidden');
});

test('when another code was sent, the focus moves from the button to the code field', () => {
  const { rerender } = renderScreen(resend(NOW, NOW));
  button().focus();
  rerender(resend(NOW + 20_000, NOW, 1));
  expect(document.activeElement).toBe(field.current);
  rerender(resend(NOW, NOW + 20_000, 1));
  button().focus();
  expect(document.activeElement).toBe(button());
  rerender(resend(NOW + 40_000, NOW + 20_000, 2));
  expect(document.activeElement).toBe(field.current);
});

test('but not if the user has moved the focus meanwhile', () => {
  const { rerender } = renderScreen(resend(NOW, NOW));
  const elsewhere = screen.getByRole('link', { name: 'Elsewhere' });
  elsewhere.focus();
  rerender(resend(NOW + 20_000, NOW, 1));
  expect(document.activeElement).toBe(elsewhere);
});
