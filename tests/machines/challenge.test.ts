import { expect, test } from 'vitest';
import { delayChallenge, limitWait, openChallenge, renewChallenge, resendTime } from '#machines/challenge.ts';

const noon = Date.parse('2025-03-05T12:00:00Z');
const ann = { email: 'ann@acme.example', remember_me: true };
const challenge = { nonce: 'n1', ...ann };

test('§3: the cookie holds nonce, email and remember_me', () => {
  expect(openChallenge({ nonce: 'n1', message: 'Sent.' }, ann)).toEqual(challenge);
});

test('after the first mail a new code may be asked for at once', () => {
  expect(resendTime(challenge)).toBeLessThanOrEqual(0);
});

test('§4: the new nonce replaces the old one; the cool-down of 30 s begins', () => {
  const renewed = renewChallenge(challenge, { nonce: 'n2' }, { now: noon, coolDownSeconds: 30 });
  expect(renewed).toEqual({ ...challenge, nonce: 'n2', resend_at: '2025-03-05T12:00:30.000Z' });
  expect(resendTime(renewed)).toBe(noon + 30_000);
});

test("the server's end of the cool-down takes precedence", () => {
  const answer = { nonce: 'n2', resend_at: '2025-03-05T12:00:45Z' };
  expect(resendTime(renewChallenge(challenge, answer, { now: noon, coolDownSeconds: 30 }))).toBe(noon + 45_000);
});

test.each([
  [20, 20],
  [3600, 60],
])('a wait of %i s requested by the server lasts at most %i s', (requested, applied) => {
  expect(resendTime(delayChallenge(challenge, requested, noon))).toBe(noon + applied * 1000);
});

test('a clock that is an hour behind does not lengthen the wait', () => {
  const waiting = { ...challenge, resend_at: '2025-03-05T13:00:30Z' };
  expect(resendTime(limitWait(waiting, noon))).toBe(noon + 60_000);
  const short = { ...challenge, resend_at: '2025-03-05T12:00:20Z' };
  expect(limitWait(short, noon)).toBe(short);
});

test('an unreadable time counts as absent', () => {
  expect(resendTime({ ...challenge, resend_at: 'soon' })).toBe(0);
});
