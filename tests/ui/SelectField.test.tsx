import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { SelectField } from '#ui/SelectField.tsx';
import { draw } from './draw.tsx';

const options = [
  { value: 'DE', label: 'Germany' },
  { value: 'PL', label: 'Poland' },
];
const told = vi.fn();

function Country({ offered = options, enabled = true }) {
  const [value, setValue] = useState('');
  const change = (chosen: string) => {
    told(chosen);
    setValue(chosen);
  };
  return (
    <SelectField name="country" label="Country" options={offered} value={value} onChange={change} enabled={enabled} />
  );
}

const select = () => screen.getByLabelText<HTMLSelectElement>('Country');

test('what a manager chose without an event is taken over on leaving the field', async () => {
  const user = userEvent.setup();
  told.mockClear();
  draw(<Country />);
  await user.click(select());
  select().selectedIndex = [...select().options].findIndex(({ value }) => value === 'PL');
  await user.tab();
  expect(told.mock.calls).toEqual([['PL']]);
  expect(select().value).toBe('PL');
});

test('leaving it without a choice chooses nothing', async () => {
  const user = userEvent.setup();
  told.mockClear();
  draw(<Country />);
  await user.click(select());
  await user.tab();
  expect(told).not.toHaveBeenCalled();
});

test('what a manager chose without an event is not lost when it is drawn anew', () => {
  told.mockClear();
  const { rerender } = draw(<Country />);
  select().value = 'PL';
  rerender(<Country />);
  expect(told.mock.calls).toEqual([['PL']]);
  expect(select().value).toBe('PL');
});

test('options that come later choose nothing by themselves, and show what was chosen before they came', () => {
  told.mockClear();
  const { rerender } = draw(<Country offered={[]} />);
  rerender(<Country />);
  expect(told).not.toHaveBeenCalled();
  const saved = (offered: typeof options) => (
    <SelectField name="country" label="Country" options={offered} value="PL" onChange={told} required placeholder="–" />
  );
  rerender(saved([]));
  expect(select().value).toBe('');
  rerender(saved(options));
  expect(select().value).toBe('PL');
  rerender(saved(options.slice(0, 1)));
  expect(told).not.toHaveBeenCalled();
});

test('switched off under the focus, it keeps the focus and takes no choice', async () => {
  const user = userEvent.setup();
  told.mockClear();
  const { rerender } = draw(<Country />);
  await user.click(select());
  rerender(<Country enabled={false} />);
  fireEvent.change(select(), { target: { value: 'PL' } });
  expect(document.activeElement).toBe(select());
  expect(select().getAttribute('aria-disabled')).toBe('true');
  expect(select().value).toBe('');
  expect(told).not.toHaveBeenCalled();
  await user.tab();
  expect(select().disabled).toBe(true);
});
