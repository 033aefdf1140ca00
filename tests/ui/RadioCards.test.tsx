import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { RadioCards } from '#ui/RadioCards.tsx';
import { render } from './render.tsx';

const cards = [
  { value: 'P', title: 'Pay as you go' },
  { value: 'A', title: '2K Bundle' },
] as const;

function Plan({ enabled = true }) {
  const [plan, setPlan] = useState<'P' | 'A'>('P');
  return (
    <>
      <RadioCards name="plan" label="Plan" cards={cards} value={plan} onChange={setPlan} enabled={enabled} />
      <output>{plan}</output>
    </>
  );
}

const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
const plan = () => document.querySelector('output')?.textContent;

test('a click or an arrow key selects', async () => {
  const user = userEvent.setup();
  render(<Plan />);
  expect(radio('Pay as you go').checked).toBe(true);
  await user.click(radio('2K Bundle'));
  expect(plan()).toBe('A');
  await user.keyboard('{ArrowUp}');
  expect(plan()).toBe('P');
});

test('a selection made without an event is kept after a re-render', () => {
  const { rerender } = render(<Plan />);
  radio('2K Bundle').checked = true;
  rerender(<Plan />);
  expect(plan()).toBe('A');
  expect(radio('2K Bundle').checked).toBe(true);
});

test('disabled while focused, it keeps the focus and ignores selection', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<Plan />);
  await user.click(radio('Pay as you go'));
  rerender(<Plan enabled={false} />);
  fireEvent.click(radio('2K Bundle'));
  expect(document.activeElement).toBe(radio('Pay as you go'));
  expect(screen.getByRole('group').getAttribute('aria-disabled')).toBe('true');
  expect(plan()).toBe('P');
  expect(radio('Pay as you go').checked).toBe(true);
});
