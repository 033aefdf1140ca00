import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { clockTime, secondsLeft } from '#ui/Countdown.tsx';
import { Disclosure } from '#ui/Disclosure.tsx';
import { LanguageMenu } from '#ui/LanguageMenu.tsx';
import { OrderLines } from '#ui/OrderLines.tsx';
import { Overlay } from '#ui/Overlay.tsx';
import { ProgressLines } from '#ui/ProgressLines.tsx';
import { SummaryLayout } from '#ui/SummaryLayout.tsx';
import { render } from './render.tsx';

const languages = [
  { key: 'en', ownName: 'English', text: 'English (USD)', href: '/signup/?l=en', lang: 'en' },
  { key: 'de', ownName: 'Deutsch', text: 'German (EUR)', href: '/de/signup/?l=de', lang: 'de' },
];

function Billing() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Start trial
      </button>
      {open && (
        <Overlay title="Confirm with your bank" closeLabel="Cancel" onClose={() => setOpen(false)}>
          <p>…</p>
        </Overlay>
      )}
    </>
  );
}

test('the overlay moves the focus to its title, closes by Escape and by its button, and returns the focus', async () => {
  const user = userEvent.setup();
  render(<Billing />);
  const start = screen.getByRole('button', { name: 'Start trial' });
  await user.click(start);
  const layer = screen.getByRole('dialog', { name: 'Confirm with your bank' });
  expect(document.activeElement?.textContent).toBe('Confirm with your bank');
  fireEvent(layer, new Event('cancel', { cancelable: true }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(start);
  await user.click(start);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('Escape sends an event; the overlay stays until the flow closes it', () => {
  const close = vi.fn();
  render(
    <Overlay title="Confirm with your bank" closeLabel="Cancel" onClose={close}>
      <p>…</p>
    </Overlay>,
  );
  const cancel = new Event('cancel', { cancelable: true });
  fireEvent(screen.getByRole('dialog'), cancel);
  expect(close).toHaveBeenCalledOnce();
  expect(cancel.defaultPrevented).toBe(true);
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('the language menu shows the current language and opens a list of links; Escape and blur close it', async () => {
  const user = userEvent.setup();
  render(<LanguageMenu label="Language" choices={languages} current="en" />);
  const button = screen.getByRole('button', { name: 'English (USD)' });
  expect(screen.queryByRole('link')).toBeNull();
  await user.click(button);
  expect(screen.getByRole('link', { name: 'Deutsch German (EUR)' }).getAttribute('href')).toBe('/de/signup/?l=de');
  expect(screen.getByRole('link', { name: 'English (USD)' }).getAttribute('aria-current')).toBe('true');
  await user.tab();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('link')).toBeNull();
  expect(document.activeElement).toBe(button);
  await user.click(button);
  await user.tab();
  await user.tab();
  await user.tab();
  expect(button.getAttribute('aria-expanded')).toBe('false');
});

test('the language menu closes by a press elsewhere, also in a browser that does not focus a pressed button', () => {
  render(
    <>
      <LanguageMenu label="Language" choices={languages} current="en" />
      <p>Elsewhere</p>
    </>,
  );
  const button = screen.getByRole('button', { name: 'English (USD)' });
  fireEvent.click(button);
  expect(document.activeElement).toBe(document.body);
  fireEvent.pointerDown(screen.getByText('Deutsch'));
  expect(button.getAttribute('aria-expanded')).toBe('true');
  fireEvent.pointerDown(screen.getByText('Elsewhere'));
  expect(button.getAttribute('aria-expanded')).toBe('false');
});

test('a section shows its content when open, requests to be opened, and keeps its input', async () => {
  const user = userEvent.setup();
  const toggle = vi.fn();
  const section = (open: boolean) => (
    <Disclosure title="Company information" open={open} onToggle={toggle}>
      <input aria-label="City" />
    </Disclosure>
  );
  const { rerender } = render(section(false));
  const button = screen.getByRole('button', { name: 'Company information' });
  const shown = () => screen.queryByRole('textbox', { name: 'City' });
  expect(shown()).toBeNull();
  await user.click(button);
  expect(toggle).toHaveBeenCalledOnce();
  rerender(section(true));
  expect(button.getAttribute('aria-expanded')).toBe('true');
  await user.type(screen.getByLabelText('City'), 'Köln');
  rerender(section(false));
  expect(shown()).toBeNull();
  expect(document.querySelector('input')?.matches(':disabled')).toBe(true);
  rerender(section(true));
  expect(shown()).toHaveProperty('value', 'Köln');
});

test('the collapsed summary shows its total and can be opened', async () => {
  const user = userEvent.setup();
  render(
    <SummaryLayout
      summary={{ title: 'Order summary', total: 'Due today $0.00', children: <p>lines</p> }}
      actions={<button type="button">Continue</button>}
    >
      <p>form</p>
    </SummaryLayout>,
  );
  expect(screen.getByText('Due today $0.00')).toBeTruthy();
  const toggle = screen.getByRole('button', { name: 'Show details' });
  await user.click(toggle);
  expect(screen.getByRole('button', { name: 'Hide details' }).getAttribute('aria-expanded')).toBe('true');
});

test('a summary that shows a problem is not collapsed', () => {
  render(
    <SummaryLayout
      summary={{ title: 'Order summary', total: null, isUrgent: true, children: <p>missing</p> }}
      actions={null}
    >
      <p>form</p>
    </SummaryLayout>,
  );
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText('missing').parentElement?.getAttribute('data-open')).toBe('true');
});

test('each order line associates its label with its amount', () => {
  render(<OrderLines lines={[{ id: 'today', label: 'Due today', value: '$0.00', note: 'Nothing is charged.' }]} />);
  expect(screen.getByRole('term').textContent).toBe('Due today');
  expect(screen.getAllByRole('definition').map((line) => line.textContent)).toEqual(['$0.00', 'Nothing is charged.']);
});

const names = ['Account', 'Verify', 'Plan', 'Payment'];

test.each([1, 2, 3, 4])('step %i of 4 is announced and drawn with four segments', (step) => {
  const { container } = render(<ProgressLines step={step} names={names} />);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(names);
  expect(container.querySelector('[aria-current="step"]')?.textContent).toBe(names[step - 1]);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText(`Step ${step} of 4`)).toBeTruthy();
  const states = [...container.querySelectorAll('[data-state]')].map((line) => line.getAttribute('data-state'));
  expect(states).toEqual([1, 2, 3, 4].map((line) => (line < step ? 'done' : line === step ? 'current' : 'ahead')));
});

test('where Back is possible, only the step before is a button, and goes there', () => {
  const onBack = vi.fn();
  render(<ProgressLines step={4} names={names} onBack={onBack} />);
  fireEvent.click(screen.getByRole('button', { name: 'Plan' }));
  expect(screen.getAllByRole('button')).toHaveLength(1);
  expect(onBack).toHaveBeenCalledTimes(1);
});

test.each([
  [30_000, 0, 30],
  [30_000, 29_001, 1],
  [30_000, 30_000, 0],
  [30_000, 3_630_000, 0],
])('the seconds left until %i are, at %i, %i', (deadline, now, seconds) => {
  expect(secondsLeft(deadline, now)).toBe(seconds);
});

test.each([
  [5, '0:05'],
  [65, '1:05'],
  [600, '10:00'],
])('%i seconds are shown as %s', (seconds, text) => {
  expect(clockTime(seconds)).toBe(text);
});
