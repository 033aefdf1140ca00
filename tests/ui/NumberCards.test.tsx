import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { NumberCards } from '#ui/NumberCards.tsx';
import { render } from './render.tsx';

const numbers = [1, 2, 3, 4, 5].map((n) => ({ id: `+4930${n}`, label: `+49 30 ${n}` }));
const cards = (value: string, onChange = vi.fn(), enabled = true) => (
  <NumberCards
    label="Available numbers"
    moreLabel="Show other numbers"
    numbers={numbers}
    value={value}
    onChange={onChange}
    enabled={enabled}
  />
);
const shown = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

test('three numbers are shown, and the button shows the next ones, round and round', () => {
  render(cards(''));
  expect(screen.getByRole('group', { name: 'Available numbers' })).toBeTruthy();
  expect(shown()).toEqual(['+49 30 1', '+49 30 2', '+49 30 3', 'Show other numbers']);
  fireEvent.click(screen.getByRole('button', { name: 'Show other numbers' }));
  expect(shown()).toEqual(['+49 30 4', '+49 30 5', '+49 30 1', 'Show other numbers']);
});

test('a press chooses a number; the chosen one is pressed, and always shown', () => {
  const onChange = vi.fn();
  const { rerender } = render(cards('', onChange));
  fireEvent.click(screen.getByRole('button', { name: '+49 30 2' }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith('+49302');
  rerender(cards('+49305', onChange));
  expect(shown()).toEqual(['+49 30 5', '+49 30 1', '+49 30 2', 'Show other numbers']);
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('+49 30 5');
});

test('while a request is pending no card does anything', () => {
  const onChange = vi.fn();
  render(cards('', onChange, false));
  fireEvent.click(screen.getByRole('button', { name: '+49 30 1' }));
  expect(onChange).not.toHaveBeenCalled();
});
