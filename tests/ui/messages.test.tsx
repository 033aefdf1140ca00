import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { BannerRegion } from '#ui/Banner.tsx';
import { ErrorSummary } from '#ui/ErrorSummary.tsx';
import { TextField } from '#ui/TextField.tsx';
import { draw } from './draw.tsx';

const none = () => {};
const problems = [
  { id: 'first_name', label: 'First name', message: 'This value should not be blank.' },
  { id: 'email', label: 'Work email', message: 'This value should not be blank.' },
];

test('the banner’s live regions exist before the first message, and stay', () => {
  const { rerender } = draw(<BannerRegion notices={[]} onClose={none} />);
  const [good, bad] = [screen.getByRole('status'), screen.getByRole('alert')];
  rerender(<BannerRegion notices={[{ id: 1, kind: 'success', text: 'Resend code successfully' }]} onClose={none} />);
  expect(screen.getByRole('status')).toBe(good);
  expect(good.textContent).toBe('Resend code successfully');
  rerender(<BannerRegion notices={[{ id: 1, kind: 'error', text: 'Something went wrong' }]} onClose={none} />);
  expect(good.textContent).toBe('');
  expect(screen.getByRole('alert')).toBe(bad);
  expect(bad.textContent).toBe('Something went wrong');
});

test('the same message shown again is announced again', () => {
  const notice = (id: number) => ({ kind: 'success' as const, text: 'Resend code successfully', id });
  const { rerender } = draw(<BannerRegion notices={[notice(1)]} onClose={none} />);
  const before = screen.getByRole('status').firstElementChild;
  rerender(<BannerRegion notices={[notice(2)]} onClose={none} />);
  expect(screen.getByRole('status').firstElementChild).not.toBe(before);
});

test('the close icon closes it', async () => {
  const user = userEvent.setup();
  const close = vi.fn();
  draw(<BannerRegion notices={[{ id: 1, kind: 'error', text: 'Something went wrong' }]} onClose={close} />);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(close).toHaveBeenCalledExactlyOnceWith(0);
});

test('markup in a message is shown as text', () => {
  draw(
    <BannerRegion notices={[{ id: 1, kind: 'error', text: '<a href="https://evil.example">x</a>' }]} onClose={none} />,
  );
  expect(screen.queryByRole('link')).toBeNull();
});

test('the summary takes the focus on each attempt and links to the fields', async () => {
  const user = userEvent.setup();
  const page = (attempt: number) => (
    <>
      <ErrorSummary title="There is a problem" problems={problems} attempt={attempt} />
      <TextField name="first_name" label="First name" value="" onChange={none} />
      <TextField name="email" label="Work email" value="" onChange={none} />
    </>
  );
  const { rerender } = draw(page(0));
  const summary = screen.getByRole('region', { name: 'There is a problem' });
  expect(document.activeElement).not.toBe(summary);
  rerender(page(1));
  expect(document.activeElement).toBe(summary);
  await user.click(screen.getByRole('link', { name: 'Work email: This value should not be blank.' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Work email'));
  expect(location.hash).toBe('');
  rerender(page(2));
  expect(document.activeElement).toBe(summary);
});

test('there is no summary without errors', () => {
  draw(<ErrorSummary title="There is a problem" problems={[]} attempt={1} />);
  expect(screen.queryByRole('region')).toBeNull();
});
