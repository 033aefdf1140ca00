import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { SelectField } from '#ui/SelectField.tsx';
import { render } from './render.tsx';

const options = [
  { value: 'DE', label: 'Germany' },
  { value: 'PL', label: 'Poland' },
];
const onChange = vi.fn();

function Country({ offered = options, enabled = true }) {
  const [value, setValue] = useState('');
  const change = (chosen: string) => {
    onChange(chosen);
    setValue(chosen);
  };
  return (
    <SelectField name="country" label="Country" options={offered} value={value} onChange={change} enabled={enabled} />
  );
}

const select = () => screen.getByLabelText<HTMLSelectElement>('Country');

test('a selection made by a password manager without an event is read on blur', async () => {
  const user = userEvent.setup();
  onChange.mockClear();
  render(<Country />);
  await user.click(select());
  select().selectedIndex = [...select().options].findIndex(({ value }) => value === 'PL');
  await user.tab();
  expect(onChange.mock.calls).toEqual([['PL']]);
  expect(select().value).toBe('PL');
});

test('leaving it without a selection selects nothing', async () => {
  const user = userEvent.setup();
  onChange.mockClear();
  render(<Country />);
  await user.click(select());
  await user.tab();
  expect(onChange).not.toHaveBeenCalled();
});

test('a selection made by a password manager without an event is kept after a re-render', () => {
  onChange.mockClear();
  const { rerender } = render(<Country />);
  select().value = 'PL';
  rerender(<Country />);
  expect(onChange.mock.calls).toEqual([['PL']]);
  expect(select().value).toBe('PL');
});

test('options loaded later select nothing, and show an earlier selection', () => {
  onChange.mockClear();
  const { rerender } = render(<Country offered={[]} />);
  rerender(<Country />);
  expect(onChange).not.toHaveBeenCalled();
  const saved = (offered: typeof options) => (
    <SelectField
      name="country"
      label="Country"
      options={offered}
      value="PL"
      onChange={onChange}
      required
      placeholder="–"
    />
  );
  rerender(saved([]));
  expect(select().value).toBe('');
  rerender(saved(options));
  expect(select().value).toBe('PL');
  rerender(saved(options.slice(0, 1)));
  expect(onChange).not.toHaveBeenCalled();
});

test('the placeholder is shown while there is nothing to choose, first and after a choice was reset', () => {
  const types = (offered: typeof options, value: string, placeholder: string) => (
    <SelectField
      name="country"
      label="Country"
      options={offered}
      value={value}
      onChange={onChange}
      required
      placeholder={placeholder}
    />
  );
  const shown = () => [...select().selectedOptions].map(({ textContent }) => textContent);
  onChange.mockClear();
  const { rerender } = render(types([], '', 'Choose an area first'));
  expect(shown()).toEqual(['Choose an area first']);
  rerender(types([], '', 'Loading…'));
  expect(shown()).toEqual(['Loading…']);
  rerender(types(options, '', 'Choose a country'));
  expect(shown()).toEqual(['Choose a country']);
  rerender(types(options, 'PL', 'Choose a country'));
  expect(shown()).toEqual(['Poland']);
  rerender(types([], '', 'Loading…'));
  expect(shown()).toEqual(['Loading…']);
  expect(onChange).not.toHaveBeenCalled();
});

test('disabled while focused, it keeps the focus and ignores selection', async () => {
  const user = userEvent.setup();
  onChange.mockClear();
  const { rerender } = render(<Country />);
  await user.click(select());
  rerender(<Country enabled={false} />);
  fireEvent.change(select(), { target: { value: 'PL' } });
  expect(document.activeElement).toBe(select());
  expect(select().getAttribute('aria-disabled')).toBe('true');
  expect(select().value).toBe('');
  expect(onChange).not.toHaveBeenCalled();
  await user.tab();
  expect(select().disabled).toBe(true);
});
