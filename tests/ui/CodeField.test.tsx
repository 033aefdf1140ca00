import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { CodeField, type CodeFieldProps } from '#ui/CodeField.tsx';
import { draw } from './draw.tsx';

type Extra = Partial<CodeFieldProps> & { start?: string };

function Code({ start = '', ...rest }: Extra) {
  const [code, setCode] = useState(start);
  return <CodeField name="code" label="Code" value={code} onChange={setCode} {...rest} />;
}

const input = () => screen.getByLabelText<HTMLInputElement>('Code');
const boxes = () => [...document.querySelectorAll('.code-box')].map((box) => box.textContent).join('');

/** What a keyboard's clipboard chip does: one piece of text, told before it is written, without a paste. */
function insertText(text: string) {
  const field = input();
  const { selectionStart, selectionEnd, value } = field;
  const goesOn = fireEvent(
    field,
    new InputEvent('beforeinput', { data: text, inputType: 'insertText', bubbles: true, cancelable: true }),
  );
  if (!goesOn) return;
  const left = value.slice(0, selectionStart ?? 0) + text + value.slice(selectionEnd ?? 0);
  fireEvent.input(field, { target: { value: left.slice(0, 6) }, data: text, inputType: 'insertText' });
}

test('it is one field with one label, offered to message autofill', () => {
  draw(<Code />);
  expect(screen.getAllByRole('textbox')).toHaveLength(1);
  expect(document.querySelectorAll('[autocomplete="one-time-code"]')).toHaveLength(1);
  expect(document.querySelectorAll('.code-box')).toHaveLength(6);
});

test('one input event with all six digits fills all six boxes and completes once', () => {
  const done = vi.fn();
  draw(<Code onComplete={done} />);
  fireEvent.input(input(), { target: { value: '123456' } });
  expect(boxes()).toBe('123456');
  expect(done.mock.calls).toEqual([['123456']]);
});

test.each(['', '123', '999999'])('text put in at once where “%s” stood is the code', async (start) => {
  const user = userEvent.setup();
  const done = vi.fn();
  draw(<Code start={start} onComplete={done} />);
  await user.click(input());
  insertText('123456');
  expect(boxes()).toBe('123456');
  expect(done.mock.calls).toEqual([['123456']]);
});

test.each(['123456', '123 456', '123-456', ' 123456\n', 'Within 10 minutes: 123456', '١٢٣٤٥٦'])(
  '“%s” can be pasted',
  async (text) => {
    const user = userEvent.setup();
    const done = vi.fn();
    draw(<Code onComplete={done} />);
    await user.click(input());
    await user.paste(text);
    expect(boxes()).toBe('123456');
    expect(done.mock.calls).toEqual([['123456']]);
  },
);

test.each(['123', '999999'])('a whole code pasted where “%s” stood replaces it', async (start) => {
  const user = userEvent.setup();
  draw(<Code start={start} />);
  await user.click(input());
  await user.paste('123 456');
  expect(boxes()).toBe('123456');
});

test('digits are typed one by one, letters are refused, and the sixth completes', async () => {
  const user = userEvent.setup();
  const done = vi.fn();
  draw(<Code onComplete={done} />);
  await user.click(input());
  await user.keyboard('1a2b3 45');
  expect(boxes()).toBe('12345');
  expect(done).not.toHaveBeenCalled();
  await user.keyboard('6');
  expect(done.mock.calls).toEqual([['123456']]);
});

test('a seventh digit does not complete again', async () => {
  const user = userEvent.setup();
  const done = vi.fn();
  draw(<Code start="12345" onComplete={done} />);
  await user.click(input());
  await user.keyboard('66');
  expect(boxes()).toBe('123456');
  expect(done.mock.calls).toEqual([['123456']]);
});

test('what a Strict page draws twice completes nothing by itself', () => {
  const done = vi.fn();
  draw(
    <StrictMode>
      <Code start="123456" onComplete={done} />
    </StrictMode>,
  );
  expect(done).not.toHaveBeenCalled();
});

test('Backspace takes the digit of the box before', async () => {
  const user = userEvent.setup();
  draw(<Code />);
  await user.click(input());
  await user.keyboard('123{Backspace}{Backspace}');
  expect(boxes()).toBe('1');
});

test('a deletion that names no key is a deletion', () => {
  draw(<Code start="123" />);
  input().focus();
  fireEvent.keyDown(input(), { key: 'Unidentified', keyCode: 229 });
  fireEvent(input(), new InputEvent('beforeinput', { inputType: 'deleteContentBackward', cancelable: true }));
  fireEvent.input(input(), { target: { value: '12' }, inputType: 'deleteContentBackward' });
  expect(boxes()).toBe('12');
});

test('an input method that writes 1, 12 leaves two digits', () => {
  draw(<Code />);
  input().focus();
  fireEvent.compositionStart(input());
  for (const text of ['1', '12']) {
    fireEvent.compositionUpdate(input(), { data: text });
    fireEvent.input(input(), { target: { value: text }, isComposing: true });
  }
  fireEvent.compositionEnd(input(), { data: '12' });
  expect(boxes()).toBe('12');
});

test('full-width digits in composition stand untouched until it ends, and are read once', () => {
  draw(<Code />);
  input().focus();
  fireEvent.compositionStart(input());
  for (const text of ['１', '１２', '１２３']) {
    fireEvent.input(input(), { target: { value: text }, isComposing: true });
    expect(input().value).toBe(text);
  }
  fireEvent.compositionEnd(input());
  expect(boxes()).toBe('123');
});

test('on a page from right to left the code reads from left to right', () => {
  draw(
    <div dir="rtl">
      <Code start="123456" />
    </div>,
  );
  expect(input().closest('[dir]')?.getAttribute('dir')).toBe('ltr');
  expect(boxes()).toBe('123456');
});

test('while an answer is awaited it keeps digits and focus and takes no typing', async () => {
  const user = userEvent.setup();
  const change = vi.fn();
  draw(<Code start="123456" busy onChange={change} />);
  await user.click(input());
  await user.keyboard('{Backspace}7');
  await user.paste('654321');
  expect(change).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(input());
});

test('an error is told at the field', () => {
  draw(<Code error="This code is wrong." />);
  expect(input().getAttribute('aria-invalid')).toBe('true');
  const described = document.getElementById(input().getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toBe('This code is wrong.');
});
