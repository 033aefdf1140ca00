import { expect, test } from 'vitest';
import { isPlainClick } from '#screens/plainClick.ts';

const keys = { metaKey: false, ctrlKey: false, shiftKey: false, altKey: false };
const click = (change: object) => isPlainClick({ button: 0, ...keys, ...change } as Parameters<typeof isPlainClick>[0]);

test('a click without a key follows a link in this tab', () => {
  expect(click({})).toBe(true);
});

test.each([{ metaKey: true }, { ctrlKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'the browser itself opens a link that is clicked with %o, in a tab or window or as a file',
  (change) => {
    expect(click(change)).toBe(false);
  },
);
