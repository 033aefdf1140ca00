import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Stepper } from '#ui/Stepper.tsx';
import { render } from './render.tsx';

function Users({ start = 3, enabled = true }: { start?: number; enabled?: boolean }) {
  const [users, setUsers] = useState(start);
  return (
    <>
      <Stepper
        name="users"
        label="Number of users"
        min={1}
        max={20}
        value={users}
        onChange={setUsers}
        enabled={enabled}
      />
      <output>{users}</output>
    </>
  );
}

const input = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Number of users' });
const value = () => Number(document.querySelector('output')?.textContent);

test('the mouse wheel changes nothing, focused or not', async () => {
  const user = userEvent.setup();
  render(<Users />);
  fireEvent.wheel(input(), { deltaY: 100 });
  await user.click(input());
  fireEvent.wheel(input(), { deltaY: -100 });
  expect(value()).toBe(3);
  expect(input().type).toBe('text');
});

test('buttons and arrow keys step, up to the ends and no further', async () => {
  const user = userEvent.setup();
  render(<Users start={2} />);
  const less = screen.getByRole('button', { name: 'Decrease' });
  await user.click(less);
  expect(value()).toBe(1);
  expect(less.getAttribute('aria-disabled')).toBe('true');
  await user.click(less);
  expect(value()).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Increase' }));
  await user.click(input());
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}');
  expect(value()).toBe(3);
  await user.keyboard('{PageUp}{PageUp}');
  expect(value()).toBe(20);
  expect(input().getAttribute('aria-valuenow')).toBe('20');
});

test.each([
  ['12', 12, '12'],
  ['0', 1, '1'],
  ['999', 20, '20'],
  ['', 3, '3'],
  ['-5', 5, '5'],
  ['1.5', 15, '15'],
])('“%s” typed counts as %i and shows %s on blur', async (text, counts, reads) => {
  const user = userEvent.setup();
  render(<Users />);
  await user.clear(input());
  if (text) await user.type(input(), text);
  await user.tab();
  expect(value()).toBe(counts);
  expect(input().value).toBe(reads);
});

test.each([
  ['99', 20],
  ['0', 1],
  ['', 3],
])('“%s” sent by Enter shows the number that is sent, %i', async (text, sent) => {
  const user = userEvent.setup();
  const seen: string[] = [];
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        seen.push(String(value()));
      }}
    >
      <Users />
    </form>,
  );
  await user.clear(input());
  await user.type(input(), `${text}{Enter}`);
  expect(seen).toEqual([String(sent)]);
  expect(input().value).toBe(String(sent));
});

test('disabled while focused, it keeps the focus and ignores input', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<Users />);
  await user.click(input());
  rerender(<Users enabled={false} />);
  await user.keyboard('7{ArrowUp}');
  expect(document.activeElement).toBe(input());
  expect(input().getAttribute('aria-disabled')).toBe('true');
  expect(value()).toBe(3);
  await user.tab();
  expect(input().disabled).toBe(true);
});

test('its buttons are said to be off while it is disabled, and do nothing', async () => {
  const user = userEvent.setup();
  render(<Users enabled={false} />);
  for (const name of ['Decrease', 'Increase']) {
    const button = screen.getByRole('button', { name });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await user.click(button);
    expect(value()).toBe(3);
  }
});

test('a number set without an event is read, within its bounds', async () => {
  const user = userEvent.setup();
  render(<Users />);
  await user.click(input());
  input().value = '50';
  await user.tab();
  expect(value()).toBe(20);
  expect(input().value).toBe('20');
});
