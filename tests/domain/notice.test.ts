import { expect, test } from 'vitest';
import { saidOr } from '#domain/notice.ts';

test('what the server says is shown as it is', () => {
  expect(saidOr('Code sent.', 'loginCodeSent')).toEqual({ text: 'Code sent.' });
});

test.each(['', undefined])('a server that says nothing (%o) leaves the words to us', (said) => {
  expect(saidOr(said, 'loginCodeSent')).toEqual({ code: 'loginCodeSent' });
});
