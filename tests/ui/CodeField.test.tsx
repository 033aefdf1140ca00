import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { CodeField, type CodeFieldProps } from '#ui/CodeField.tsx';
import { render } from './render.tsx';

type Extra = Partial<CodeFieldProps> & { start?: string };

function Code({ start = '', ...rest }: Extra) {
  const [code, setCode] = useState(start);
  return <CodeField name="code" label="Code" value={code} onChange={setCode} {...rest} />;
}

const input = () => screen.getByLabelText<HTMLInputElement>('Code');
const boxes = () => [...document.querySelectorAll('.code-box')].map((box) => box.textContent).join('');

/** What a keyboard's clipboard chip does: one piece of text, announced by `beforeinput`, without a paste. */
function insertText(text: string) {
  const field = input();
  const { selectionStart, selectionEnd, value } = field;
  const isNotCancelled = fireEvent(
    field,
    new InputEvent('beforeinput', { data: text, inputType: 'insertText', bubbles: true, cancelable: true }),
  );
  if (!isNotCancelled) return;
  const left = value.slice(0, selectionStart ?? 0) + text + value.slice(selectionEnd ?? 0);
  fireEvent.input(field, { target: { value: left.slice(0, 6) }, data: text, inputType: 'insertText' });
}

test('it is one field with one label and supports one-time-code autofill', () => {
  render(<Code />);
  expect(screen.getAllByRole('textbox')).toHaveLength(1);
  expect(document.querySelectorAll('[autocomplete="one-time-code"]')).toHaveLength(1);
  expect(document.querySelectorAll('.code-box')).toHaveLength(6);
});

test('one input event with six digits fills all boxes and completes once', () => {
  const done = vi.fn();
  render(<Code onComplete={done} />);
  fireEvent.input(input(), { target: { value: '123456' } });
  expect(boxes()).toBe('123456');
  expect(done.mock.calls).toEqual([['123456']]);
});

test.each(['', '123', '999999'])('text inserted at once replaces “%s”', async (start) => {
  const user = userEvent.setup();
  const done = vi.fn();
  render(<Code start={start} onComplete={done} />);
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
    render(<Code onComplete={done} />);
    await user.click(input());
    await user.paste(text);
    expect(boxes()).toBe('123456');
    expect(done.mock.calls).toEqual([['123456']]);
  },
);

test.each(['123', '999999'])('a complete code pasted over “%s” replaces it', async (start) => {
  const user = userEvent.setup();
  render(<Code start={start} />);
  await user.click(input());
  await user.paste('123 456');
  expect(boxes()).toBe('123456');
});

test('digits are typed one by one, letters are rejected, and the sixth digit completes', async () => {
  const user = userEvent.setup();
  const done = vi.fn();
  render(<Code onComplete={done} />);
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
  render(<Code start="12345" onComplete={done} />);
  await user.click(input());
  await user.keyboard('66');
  expect(boxes()).toBe('123456');
  expect(done.mock.calls).toEqual([['123456']]);
});

test('double rendering in StrictMode does not complete the code', () => {
  const done = vi.fn();
  render(
    <StrictMode>
      <Code start="123456" onComplete={done} />
    </StrictMode>,
  );
  expect(done).not.toHaveBeenCalled();
});

test('Backspace deletes the digit of the previous box', async () => {
  const user = userEvent.setup();
  render(<Code />);
  await user.click(input());
  await user.keyboard('123{Backspace}{Backspace}');
  expect(boxes()).toBe('1');
});

const edits = [
  ['{ArrowLeft}9', '12349'],
  ['{ArrowLeft}{ArrowLeft}9', '12395'],
  ['{ArrowLeft}{ArrowLeft}98', '12398'],
  ['{ArrowLeft}{ArrowLeft}{ArrowRight}9', '12349'],
  ['{Home}9', '92345'],
  ['{Home}{ArrowLeft}9', '92345'],
  ['{Home}{ArrowRight}9', '19345'],
  ['{Home}{ArrowRight}987', '19875'],
  ['{Home}{ArrowRight}2{ArrowLeft}9', '19345'],
  ['{Home}{ArrowRight}a9', '19345'],
  ['{Home}{End}6', '123456'],
  ['{Home}{ArrowRight}{Backspace}', '1345'],
  ['{Home}{ArrowRight}{Backspace}9', '19345'],
  ['{Home}{ArrowRight}{ArrowRight}{Backspace}{Backspace}', '145'],
  ['{Home}{ArrowRight}{ArrowRight}{Backspace}{Backspace}98', '19845'],
  ['{Home}{ArrowRight}{Delete}', '1345'],
  ['{Home}{ArrowRight}{Delete}{Delete}', '145'],
  ['{Home}{ArrowRight}{Delete}9', '19345'],
  ['{Home}{Backspace}9', '92345'],
  ['{Backspace}9', '12349'],
] as const;

test.each(edits)('§2 in 12345, %s leaves %s', async (keys, code) => {
  const user = userEvent.setup();
  render(<Code start="12345" />);
  await user.click(input());
  await user.keyboard(keys);
  expect(boxes()).toBe(code);
});

test.each([
  [1, 1, '9', '19345'],
  [1, 4, '9', '195'],
  [0, 5, '9', '9'],
])('a digit typed at %i to %i of 12345', async (start, end, digit, code) => {
  const user = userEvent.setup();
  render(<Code start="12345" />);
  await user.click(input());
  input().setSelectionRange(start, end);
  await user.keyboard(digit);
  expect(boxes()).toBe(code);
});

test('in a full code a digit typed after moving by arrow keys replaces one and completes again', async () => {
  const user = userEvent.setup();
  const done = vi.fn();
  render(<Code start="123456" onComplete={done} />);
  await user.click(input());
  await user.keyboard('{ArrowLeft}{ArrowLeft}9');
  expect(boxes()).toBe('123956');
  expect(done.mock.calls).toEqual([['123956']]);
});

test.each([
  ['9', '19345'],
  ['98', '19845'],
  ['654-321', '654321'],
])('“%s” pasted at the second box of 12345', async (text, code) => {
  const user = userEvent.setup();
  render(<Code start="12345" />);
  await user.click(input());
  await user.keyboard('{Home}{ArrowRight}');
  await user.paste(text);
  expect(boxes()).toBe(code);
});

test('a code dropped on the boxes fills them', () => {
  render(<Code start="12" />);
  fireEvent.drop(input(), { dataTransfer: { getData: () => '123 456' } });
  expect(boxes()).toBe('123456');
});

test('the box for the next digit is highlighted, and none without the focus', async () => {
  const user = userEvent.setup();
  render(<Code start="123" />);
  const marked = () => [...document.querySelectorAll('.code-box')].map((box) => box.hasAttribute('data-active'));
  const at = (place: number) => [0, 1, 2, 3, 4, 5].map((box) => box === place);
  expect(marked()).toEqual(at(-1));
  await user.click(input());
  expect(marked()).toEqual(at(3));
  await user.keyboard('{ArrowLeft}');
  expect(marked()).toEqual(at(2));
  await user.tab();
  expect(marked()).toEqual(at(-1));
});

test('after a rejected code has been cleared, the first box is highlighted, into which the next digit goes', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<CodeField name="code" label="Code" value="12345" onChange={() => {}} />);
  const show = (code: string) => rerender(<CodeField name="code" label="Code" value={code} onChange={() => {}} />);
  const marked = () => [...document.querySelectorAll('.code-box')].findIndex((box) => box.hasAttribute('data-active'));
  await user.click(input());
  await user.keyboard('6');
  show('123456');
  expect(marked()).toBe(5);
  show('');
  expect(document.activeElement).toBe(input());
  expect(marked()).toBe(0);
});

test('disabled while focused, as after too many attempts, it keeps the focus and ignores typing', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<Code />);
  await user.click(input());
  rerender(<Code enabled={false} />);
  await user.keyboard('1');
  expect(document.activeElement).toBe(input());
  expect(input().getAttribute('aria-disabled')).toBe('true');
  expect(boxes()).toBe('');
  await user.tab();
  expect(input().disabled).toBe(true);
});

test('a code set without an event is read at the next event, and completes', () => {
  const done = vi.fn();
  const { rerender } = render(<Code onComplete={done} />);
  input().value = '123456';
  rerender(<Code onComplete={done} hint="Later" />);
  expect(boxes()).toBe('123456');
  expect(done.mock.calls).toEqual([['123456']]);
});

test('a deletion without a key event is handled', () => {
  render(<Code start="123" />);
  input().focus();
  fireEvent.keyDown(input(), { key: 'Unidentified', keyCode: 229 });
  fireEvent(input(), new InputEvent('beforeinput', { inputType: 'deleteContentBackward', cancelable: true }));
  fireEvent.input(input(), { target: { value: '12' }, inputType: 'deleteContentBackward' });
  expect(boxes()).toBe('12');
});

test('an input method that writes 1, then 12, enters two digits', () => {
  render(<Code />);
  input().focus();
  fireEvent.compositionStart(input());
  for (const text of ['1', '12']) {
    fireEvent.compositionUpdate(input(), { data: text });
    fireEvent.input(input(), { target: { value: text }, isComposing: true });
  }
  fireEvent.compositionEnd(input(), { data: '12' });
  expect(boxes()).toBe('12');
});

test('full-width digits are left unchanged until composition ends, and are read once', () => {
  render(<Code />);
  input().focus();
  fireEvent.compositionStart(input());
  for (const text of ['１', '１２', '１２３']) {
    fireEvent.input(input(), { target: { value: text }, isComposing: true });
    expect(input().value).toBe(text);
  }
  fireEvent.compositionEnd(input());
  expect(boxes()).toBe('123');
});

test('on a right-to-left page the code runs from left to right', () => {
  render(
    <div dir="rtl">
      <Code start="123456" />
    </div>,
  );
  expect(input().closest('[dir]')?.getAttribute('dir')).toBe('ltr');
  expect(boxes()).toBe('123456');
});

test('while a response is pending it keeps digits and focus and ignores typing', async () => {
  const user = userEvent.setup();
  const change = vi.fn();
  render(<Code start="123456" busy onChange={change} />);
  await user.click(input());
  await user.keyboard('{Backspace}7');
  await user.paste('654321');
  expect(change).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(input());
});

test('an error is shown at the field', () => {
  render(<Code error="This code is wrong." />);
  expect(input().getAttribute('aria-invalid')).toBe('true');
  const described = document.getElementById(input().getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toBe('This code is wrong.');
});
