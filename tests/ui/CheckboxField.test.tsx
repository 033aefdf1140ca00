import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { CheckboxField } from '#ui/CheckboxField.tsx';
import { render } from './render.tsx';

test('a click on its label checks it, a click on a link in the label does not', async () => {
  const user = userEvent.setup();
  const change = vi.fn();
  render(
    <CheckboxField name="consent" label="Terms" checked={false} onChange={change}>
      I accept the <a href="#terms">terms</a>
    </CheckboxField>,
  );
  fireEvent.click(screen.getByRole('link', { name: 'terms' }));
  expect(change).not.toHaveBeenCalled();
  await user.click(screen.getByText('I accept the'));
  expect(change.mock.calls).toEqual([[true]]);
});

test('while its form is sent it is announced as busy, ignores presses, and keeps its value and the focus', async () => {
  const user = userEvent.setup();
  const change = vi.fn();
  const box = (busy: boolean) => (
    <CheckboxField name="remember_me" checked busy={busy} onChange={change}>
      Remember me on this device
    </CheckboxField>
  );
  const { rerender } = render(box(false));
  const control = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Remember me on this device' });
  control.focus();
  rerender(box(true));
  expect(control).toMatchObject({ ariaBusy: 'true', ariaDisabled: 'true', disabled: false, checked: true });
  await user.click(screen.getByText('Remember me on this device'));
  await user.keyboard(' ');
  expect(control.checked).toBe(true);
  expect(document.activeElement).toBe(control);
  expect(change).not.toHaveBeenCalled();

  rerender(box(false));
  await user.keyboard(' ');
  expect(change.mock.calls).toEqual([[false]]);
});

test('a box checked before hydration stays checked', async () => {
  const change = vi.fn();
  const page = (
    <CheckboxField name="remember_me" checked={false} onChange={change}>
      Remember me on this device
    </CheckboxField>
  );
  const root = document.createElement('div');
  document.body.append(root);
  root.innerHTML = renderToString(page);
  root.querySelector('input')?.click();
  const wired = await act(() => hydrateRoot(root, page));
  expect(change.mock.calls).toEqual([[true]]);
  await act(() => wired.unmount());
  root.remove();
});

test('a box checked without an event stays checked after a re-render', () => {
  const change = vi.fn();
  const box = (hint?: string) => (
    <CheckboxField name="remember_me" checked={false} onChange={change} hint={hint}>
      Remember me on this device
    </CheckboxField>
  );
  const { rerender } = render(box());
  screen.getByRole<HTMLInputElement>('checkbox').checked = true;
  rerender(box('On this device only.'));
  expect(change.mock.calls).toEqual([[true]]);
});
