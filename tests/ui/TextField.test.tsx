import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { TextField, type TextFieldProps } from '#ui/TextField.tsx';
import { UpperCaseField } from '#ui/UpperCaseField.tsx';
import { render } from './render.tsx';

type TextProps = Partial<TextFieldProps> & { start?: string; Kind?: typeof UpperCaseField };

function Text({ start = '', Kind = TextField, ...rest }: TextProps) {
  const [value, setValue] = useState(start);
  return <Kind name="field" label="Postal code" value={value} onChange={setValue} {...rest} />;
}

const input = () => screen.getByLabelText<HTMLInputElement>('Postal code');

test('a lower-case letter typed in the middle becomes upper case and the caret stays after it', async () => {
  const user = userEvent.setup();
  render(<Text start="SW1A1AA" Kind={UpperCaseField} />);
  await user.click(input());
  input().setSelectionRange(4, 4);
  await user.keyboard('x');
  expect(input().value).toBe('SW1AX1AA');
  expect(input().selectionStart).toBe(5);
});

test('composed text is unchanged until composition ends, then becomes upper case', () => {
  const change = vi.fn();
  render(<Text Kind={UpperCaseField} onChange={change} />);
  input().focus();
  fireEvent.compositionStart(input());
  fireEvent.input(input(), { target: { value: 'sw' }, isComposing: true });
  expect(input().value).toBe('sw');
  expect(change.mock.lastCall).toEqual(['SW', false]);
});

test('text beyond the maximum length is rejected where it was typed, and nothing is lost', async () => {
  const user = userEvent.setup();
  render(<Text start="ABCD" Kind={UpperCaseField} maxLength={4} />);
  await user.click(input());
  input().setSelectionRange(1, 1);
  await user.keyboard('x');
  expect(input().value).toBe('ABCD');
  expect(input().selectionStart).toBe(1);
});

test('hint and error describe the field; the error’s live region is there from the start', () => {
  const { rerender } = render(<Text hint="As on the bill." />);
  const region = document.querySelector('.field-error');
  expect(region?.getAttribute('aria-live')).toBe('polite');
  rerender(<Text hint="As on the bill." error="This value should not be blank." />);
  expect(document.querySelector('.field-error')).toBe(region);
  expect(region?.textContent).toBe('Postal code: This value should not be blank.');
  const described = (input().getAttribute('aria-describedby') ?? '').split(' ');
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'As on the bill.',
    'This value should not be blank.',
  ]);
});

test('a value set without an event is read on blur', async () => {
  const user = userEvent.setup();
  const change = vi.fn();
  render(<Text onChange={change} />);
  await user.click(input());
  fillWithoutEvent('10115');
  await user.tab();
  expect(change.mock.calls).toEqual([['10115']]);
});

test('a value set without an event is read before the form is sent', () => {
  const seen: string[] = [];
  const change = (value: string) => seen.push(`change ${value}`);
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        seen.push('submit');
      }}
    >
      <Text onChange={change} />
    </form>,
  );
  fillWithoutEvent('10115');
  fireEvent.submit(input());
  expect(seen).toEqual(['change 10115', 'submit']);
});

test('a value set without an event is kept when another field is typed in', async () => {
  const user = userEvent.setup();
  render(
    <form>
      <Text />
      <Text name="other" label="City" />
    </form>,
  );
  fillWithoutEvent('10115');
  await user.type(screen.getByLabelText('City'), 'Berlin');
  expect(input().value).toBe('10115');
  expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Berlin');
});

test('a value set without an event is kept after a re-render', () => {
  const { rerender } = render(<Text />);
  fillWithoutEvent('10115');
  rerender(<Text hint="As on the bill." />);
  expect(input().value).toBe('10115');
});

test('an event after a script has set the value is handled', () => {
  const change = vi.fn();
  render(<Text onChange={change} />);
  input().value = '10115';
  fireEvent(input(), new Event('input', { bubbles: true }));
  expect(change.mock.calls).toEqual([['10115']]);
});

test('a rejected value is removed from the field, also if nothing else changes', () => {
  render(<Text onChange={() => {}} start="1" />);
  fireEvent.input(input(), { target: { value: '12' } });
  expect(input().value).toBe('1');
});

test('the HTML never contains the input', () => {
  render(<Text start="secret" />);
  expect(input().value).toBe('secret');
  expect(input().outerHTML).not.toContain('secret');
});

test('input typed before hydration is kept', async () => {
  const change = vi.fn();
  const page = <TextField name="field" label="Postal code" value="" onChange={change} />;
  const root = document.createElement('div');
  document.body.append(root);
  root.innerHTML = renderToString(page);
  fillWithoutEvent('10115', root.querySelector('input'));
  const wired = await act(() => hydrateRoot(root, page));
  expect(change).toHaveBeenCalledWith('10115');
  await act(() => wired.unmount());
  root.remove();
});

/** As a browser writes it: past the property that React watches. */
function fillWithoutEvent(text: string, field: HTMLInputElement | null = input()) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
}

test.each([
  ['a name', TextField, { type: 'name' }, 'words'],
  ['a code', TextField, { type: 'code' }, 'characters'],
  ['an e-mail address', TextField, { type: 'email' }, 'none'],
  ['a postal code', UpperCaseField, {}, 'characters'],
] as const)('a phone corrects nothing in %s, and begins with the right case', (_, Kind, type, letters) => {
  render(<Text Kind={Kind} {...type} />);
  expect(input().getAttribute('autocorrect')).toBe('off');
  expect(input().getAttribute('spellcheck')).toBe('false');
  expect(input().getAttribute('autocapitalize')).toBe(letters);
});

test('an e-mail field is of type text with the e-mail keyboard, and reports the input unchanged', async () => {
  const user = userEvent.setup();
  render(<Text type="email" autoComplete="username" />);
  await user.type(input(), 'info@müller.example');
  expect(input().value).toBe('info@müller.example');
  // Browsers turn the domain of an input of type email into punycode, or refuse it.
  expect(input().type).toBe('text');
  expect(input().inputMode).toBe('email');
  expect(input().getAttribute('autocapitalize')).toBe('none');
  expect(input().autocomplete).toBe('username');
});
