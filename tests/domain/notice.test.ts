import { expect, test } from 'vitest';
import { problem, success, textOr } from '#domain/notice.ts';

test('the server’s message is shown unchanged', () => {
  expect(textOr('Code sent.', 'loginCodeSent')).toEqual({ text: 'Code sent.' });
});

test.each(['', undefined])('without a message of the server (%o) ours is shown', (text) => {
  expect(textOr(text, 'loginCodeSent')).toEqual({ code: 'loginCodeSent' });
});

test('a notice is good or bad news', () => {
  expect(success({ code: 'loginCodeSent' })).toEqual({ kind: 'success', message: { code: 'loginCodeSent' } });
  expect(problem({ text: 'No.' })).toEqual({ kind: 'error', message: { text: 'No.' } });
});
