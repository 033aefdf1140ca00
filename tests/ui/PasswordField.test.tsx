import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { PasswordField } from '#ui/PasswordField.tsx';
import { render } from './render.tsx';

function Password() {
  const [value, setValue] = useState('');
  return (
    <PasswordField
      name="password"
      label="Password"
      hint="Use at least 8 characters."
      autoComplete="new-password"
      value={value}
      onChange={setValue}
    />
  );
}

const input = () => screen.getByLabelText<HTMLInputElement>('Password');

test('the rule is shown before anything is typed', () => {
  render(<Password />);
  expect(document.getElementById(input().getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Use at least 8 characters.',
  );
});

test('the password can be shown and hidden without losing input or focus', async () => {
  const user = userEvent.setup();
  render(<Password />);
  await user.type(input(), ' secret ');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(input().type).toBe('text');
  expect(input().value).toBe(' secret ');
  expect(document.activeElement).toBe(input());
  await user.click(screen.getByRole('button', { name: 'Hide' }));
  expect(input().type).toBe('password');
});

test('the button says which password it shows', () => {
  render(<Password />);
  const id = screen.getByRole('button', { name: 'Show' }).getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(id)?.textContent).toBe('Password');
});

test('a shown password is hidden when its form is sent', async () => {
  const user = userEvent.setup();
  render(
    <form onSubmit={(event) => event.preventDefault()}>
      <Password />
    </form>,
  );
  await user.type(input(), 'secret');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await user.type(input(), '{Enter}');
  expect(input().type).toBe('password');
  expect(input().value).toBe('secret');
});

test('caps lock is indicated while it is on, until the field is left', async () => {
  const user = userEvent.setup();
  render(<Password />);
  await user.click(input());
  fireEvent.keyDown(input(), { key: 'A', modifierCapsLock: true });
  expect(screen.getByText('Caps lock is on.')).toBeTruthy();
  await user.tab();
  expect(screen.queryByText('Caps lock is on.')).toBeNull();
});

test('a password can be pasted, and its autocomplete attribute is set', async () => {
  const user = userEvent.setup();
  render(<Password />);
  await user.click(input());
  await user.paste('four words in a row');
  expect(input().value).toBe('four words in a row');
  expect(input().autocomplete).toBe('new-password');
});
