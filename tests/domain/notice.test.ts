import { expect, test } from 'vitest';
import { textOr } from '#domain/notice.ts';

test('the server’s message is shown unchanged', () => {
  expect(textOr('Code sent.', 'loginCodeSent')).toEqual({ text: 'Code sent.' });
});

test.each(['', undefined])('without a message of the server (%o) ours is shown', (text) => {
  expect(textOr(text, 'loginCodeSent')).toEqual({ code: 'loginCodeSent' });
});
