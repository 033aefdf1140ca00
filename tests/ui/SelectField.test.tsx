import { screen } from '@testing-library/react';
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

function Country() {
  const [value, setValue] = useState('');
  const change = (chosen: string) => {
    told(chosen);
    setValue(chosen);
  };
  return <SelectField name="country" label="Country" options={options} value={value} onChange={change} />;
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
