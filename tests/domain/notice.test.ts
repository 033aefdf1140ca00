import { expect, test } from 'vitest';
import { textOr } from '#domain/notice.ts';

test('what the server says is shown as it is', () => {
  expect(textOr('Code sent.', 'loginCodeSent')).toEqual({ text: 'Code sent.' });
});

test.each(['', undefined])('a server that says nothing (%o) leaves the words to us', (said) => {
  expect(textOr(said, 'loginCodeSent')).toEqual({ code: 'loginCodeSent' });
});
