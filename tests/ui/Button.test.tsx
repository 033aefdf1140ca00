import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Button } from '#ui/Button.tsx';
import { FormStack } from '#ui/Stack.tsx';
import { render } from './render.tsx';

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Log in' });

test('a switched-off button is disabled', () => {
  render(<Button enabled={false}>Log in</Button>);
  expect(button().disabled).toBe(true);
  expect(button().getAttribute('aria-disabled')).toBe('true');
});

test('disabled or busy while focused, it keeps the focus and ignores presses', async () => {
  const user = userEvent.setup();
  const press = vi.fn();
  const { rerender } = render(<Button onPress={press}>Log in</Button>);
  await user.click(button());
  for (const state of [{ busy: true }, { enabled: false }]) {
    rerender(
      <Button onPress={press} {...state}>
        Log in
      </Button>,
    );
    await user.keyboard('{Enter}');
    await user.click(button());
    expect(document.activeElement).toBe(button());
    expect(button().getAttribute('aria-disabled')).toBe('true');
  }
  expect(press).toHaveBeenCalledOnce();
});

test('Enter in a field submits the form while the button is enabled, and not while it is busy', async () => {
  const user = userEvent.setup();
  const submit = vi.fn();
  const form = (busy: boolean) => (
    <FormStack onSubmit={submit}>
      <input aria-label="Email" />
      <Button type="submit" busy={busy}>
        Log in
      </Button>
    </FormStack>
  );
  const { rerender } = render(form(false));
  await user.type(screen.getByLabelText('Email'), 'a{Enter}');
  expect(submit).toHaveBeenCalledOnce();
  rerender(form(true));
  await user.type(screen.getByLabelText('Email'), '{Enter}');
  expect(submit).toHaveBeenCalledOnce();
});
