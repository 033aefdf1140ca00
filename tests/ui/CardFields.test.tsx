import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { CardFields, type CardValues } from '#ui/CardFields.tsx';
import { render } from './render.tsx';

const none: CardValues = { card_number: '', card_end_month: '', card_end_year: '', card_cvv: '', card_name: '' };

function Card({ start = none, see }: { start?: CardValues; see?: (values: CardValues) => void }) {
  const [values, setValues] = useState(start);
  see?.(values);
  return (
    <CardFields
      field={(name) => ({
        value: values[name],
        onChange: (value) => setValues((before) => ({ ...before, [name]: value })),
        onBlur: () => {},
      })}
    />
  );
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const number = () => field('Card number');
const month = () => field('Expiry month (MM)');
const year = () => field('Expiry year (YY)');
const code = () => field('Security code');
const holder = () => field('Cardholder name');

test('the whole card can be typed in one go: focus moves from field to field', async () => {
  const see = vi.fn<(values: CardValues) => void>();
  const user = userEvent.setup();
  render(<Card see={see} />);
  await user.click(number());
  await user.keyboard('4242424242424242');
  expect(month()).toHaveProperty('ownerDocument.activeElement', month());
  await user.keyboard('0429123Ada Lovelace');
  expect(see.mock.lastCall?.[0]).toEqual({
    card_number: '4242424242424242',
    card_end_month: '04',
    card_end_year: '29',
    card_cvv: '123',
    card_name: 'Ada Lovelace',
  });
  expect(number().value).toBe('4242 4242 4242 4242');
});

test('a Visa number of sixteen digits that fails its checksum may have up to nineteen: focus stays', async () => {
  const user = userEvent.setup();
  render(<Card />);
  await user.click(number());
  await user.keyboard('4242424242424241');
  expect(document.activeElement).toBe(number());
});

test('an American Express card has fifteen digits and a code of four', async () => {
  const user = userEvent.setup();
  render(<Card />);
  await user.click(number());
  await user.keyboard('378282246310005');
  expect(number().value).toBe('3782 822463 10005');
  expect(document.activeElement).toBe(month());
  await user.click(code());
  await user.keyboard('1234');
  expect(code().value).toBe('1234');
  expect(document.activeElement).toBe(holder());
});

test('a Visa code accepts three digits and no fourth', async () => {
  const user = userEvent.setup();
  render(<Card start={{ ...none, card_number: '4242424242424242' }} />);
  await user.click(code());
  await user.keyboard('123');
  await user.click(code());
  await user.keyboard('4');
  expect(code().value).toBe('123');
});

test('the brand is shown by an icon and in text', async () => {
  const user = userEvent.setup();
  const { container } = render(<Card />);
  await user.type(number(), '5555');
  expect(container.querySelector('[data-brand]')?.getAttribute('data-brand')).toBe('mastercard');
  expect(screen.getByText('Mastercard')).toBeTruthy();
});

test('autofill moves no focus', () => {
  render(<Card />);
  number().focus();
  fireEvent.change(number(), { target: { value: '4242424242424242' } });
  fireEvent.change(month(), { target: { value: '04' } });
  fireEvent.change(year(), { target: { value: '2029' } });
  fireEvent.change(code(), { target: { value: '123' } });
  expect(document.activeElement).toBe(number());
  expect(year().value).toBe('29');
});

test('a year typed with four digits keeps its last two, then the focus moves on', async () => {
  const user = userEvent.setup();
  render(<Card />);
  await user.click(year());
  await user.keyboard('202');
  expect(document.activeElement).toBe(year());
  await user.keyboard('9');
  expect(year().value).toBe('29');
  expect(document.activeElement).toBe(code());
});

test('Shift+Tab and Tab between full fields move the focus by one field', async () => {
  const user = userEvent.setup();
  render(<Card start={{ ...none, card_end_month: '04', card_end_year: '29' }} />);
  await user.click(year());
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(month());
  await user.tab();
  expect(document.activeElement).toBe(year());
});

test('digits typed before others stay before them', async () => {
  const user = userEvent.setup();
  render(<Card />);
  await user.click(number());
  await user.keyboard('4444{ArrowLeft}1234');
  expect(number().value).toBe('4441 2344');
  expect(number().selectionStart).toBe('4441 234'.length);
});

test('Backspace after a space deletes the digit before it', async () => {
  const user = userEvent.setup();
  render(<Card start={{ ...none, card_number: '42424' }} />);
  await user.click(number());
  await user.keyboard('{ArrowLeft}{Backspace}');
  expect(number().value).toBe('4244');
  expect(number().selectionStart).toBe(3);
});

test.each(['4242 4242 4242 4242', '4242424242424242'])('%s pasted twice is entered once', async (text) => {
  const user = userEvent.setup();
  render(<Card />);
  await user.click(number());
  await user.paste(text);
  expect(document.activeElement).toBe(month());
  await user.click(number());
  await user.paste(text);
  expect(number().value).toBe('4242 4242 4242 4242');
});

test('each field declares its purpose to browsers and password managers', () => {
  render(<Card />);
  const tokens = [number(), month(), year(), code(), holder()].map((input) => input.autocomplete);
  expect(tokens).toEqual(['cc-number', 'cc-exp-month', 'cc-exp-year', 'cc-csc', 'cc-name']);
});

test('the field’s description announces the move to the next field', () => {
  render(<Card />);
  const ids = month().getAttribute('aria-describedby')?.split(' ') ?? [];
  const words = ids.map((id) => document.getElementById(id)?.textContent).join(' ');
  expect(words).toContain('When you complete this field, you move to the next one.');
});

test('a holder’s name composed by an input method, with accents, is limited to 255 characters', () => {
  const name = `${'José García '.repeat(21)}José`;
  render(<Card />);
  fireEvent.compositionStart(holder());
  for (const part of ['J', 'Jo', 'José', name.slice(0, 255)]) fireEvent.input(holder(), { target: { value: part } });
  fireEvent.compositionEnd(holder());
  expect(holder().value).toBe(name.slice(0, 255));
  expect(holder().maxLength).toBe(255);
});
