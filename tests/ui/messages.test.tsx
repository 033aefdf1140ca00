import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { BannerRegion } from '#ui/Banner.tsx';
import { render } from './render.tsx';

const none = () => {};

test('the banner’s live regions exist before the first message, and stay', () => {
  const { rerender } = render(<BannerRegion notices={[]} onClose={none} />);
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
  const { rerender } = render(<BannerRegion notices={[notice(1)]} onClose={none} />);
  const before = screen.getByRole('status').firstElementChild;
  rerender(<BannerRegion notices={[notice(2)]} onClose={none} />);
  expect(screen.getByRole('status').firstElementChild).not.toBe(before);
});

test('the close icon closes it', async () => {
  const user = userEvent.setup();
  const close = vi.fn();
  render(<BannerRegion notices={[{ id: 1, kind: 'error', text: 'Something went wrong' }]} onClose={close} />);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(close).toHaveBeenCalledExactlyOnceWith(0);
});

test('markup in a message is shown as text', () => {
  render(
    <BannerRegion notices={[{ id: 1, kind: 'error', text: '<a href="https://evil.example">x</a>' }]} onClose={none} />,
  );
  expect(screen.queryByRole('link')).toBeNull();
});
