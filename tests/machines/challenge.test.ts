import { expect, test } from 'vitest';
import { delayChallenge, limitWait, openChallenge, renewChallenge, resendTime } from '#machines/challenge.ts';

const noon = Date.parse('2025-03-05T12:00:00Z');
const ann = { email: 'ann@acme.example', remember_me: true };
const clock = { now: noon, coolDownSeconds: 30 };
const challenge = { nonce: 'n1', ...ann };

test('§3: the cookie holds nonce, email and remember_me', () => {
  expect(openChallenge({ nonce: 'n1', message: 'Sent.' }, ann)).toEqual(challenge);
});

test('after the first mail a new code may be asked for at once', () => {
  expect(resendTime(challenge)).toBeLessThanOrEqual(0);
});

test('§4: the new nonce replaces the old one; the cool-down of 30 s begins', () => {
  const renewed = renewChallenge(challenge, { nonce: 'n2' }, clock);
  expect(renewed).toEqual({ ...challenge, nonce: 'n2', resend_at: '2025-03-05T12:00:30.000Z' });
  expect(resendTime(renewed)).toBe(noon + 30_000);
});

test("the server's end of the cool-down takes precedence", () => {
  const answer = { nonce: 'n2', resend_at: '2025-03-05T12:00:45Z' };
  expect(resendTime(renewChallenge(challenge, answer, clock))).toBe(noon + 45_000);
});

test.each([
  [20, 30, 20],
  [3600, 30, 60],
  [100, 120, 100],
  [3600, 120, 120],
])(
  'a wait of %i s requested by the server, with a cool-down of %i s, lasts %i s',
  (requested, coolDownSeconds, applied) => {
    const delayed = delayChallenge(challenge, requested, { now: noon, coolDownSeconds });
    expect(resendTime(delayed)).toBe(noon + applied * 1000);
  },
);

test('a clock that is an hour behind does not lengthen the wait', () => {
  const waiting = { ...challenge, resend_at: '2025-03-05T13:00:30Z' };
  expect(resendTime(limitWait(waiting, clock))).toBe(noon + 60_000);
  const short = { ...challenge, resend_at: '2025-03-05T12:00:20Z' };
  expect(limitWait(short, clock)).toBe(short);
});

test('an unreadable time counts as absent', () => {
  expect(resendTime({ ...challenge, resend_at: 'soon' })).toBe(0);
});
