import { createInspector } from '@statelyai/inspect';
import { describe, expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { REDACTED, redact } from '#app/inspector/redact.ts';
import { Failure } from '#domain/failure.ts';
import { authMachine } from '#machines/auth.machine.ts';
import { mailedLinksMachine } from '#machines/mailedLinks.machine.ts';

describe('what the flow map may see', () => {
  test.each([
    ['password', { password: 'correct horse' }],
    ['repeatPassword', { repeatPassword: 'correct horse' }],
    ['current_password', { change: { current_password: 'correct horse' } }],
    ['code', { type: 'CODE_CHANGED', code: '123456' }],
    ['a code half typed', { code: '12' }],
    ['verification_code', { body: { verification_code: '123456' } }],
    ['card_number', { values: { card_number: '4242424242424242' } }],
    ['card_cvv', { card_cvv: '123' }],
    ['card_end_month', { card_end_month: '04' }],
    ['card_name', { card_name: 'Ann Example' }],
    ['user_token', { output: { data: { user_token: 't-secret' } } }],
    ['registration_token', { params: { registration_token: 't-secret' } }],
    ['confirmationToken', { confirmationToken: 't-secret' }],
    ['nonce', { challenge: { nonce: 'n-secret' } }],
    ['device_fingerprint', { device_fingerprint: 'f-secret' }],
    ['a list of tokens', { tokens: ['t-secret'] }],
    ['a number that is a code', { code: 123456 }],
    ['a large number that is one', { code: 123456n }],
    ['a password of letters only', { values: { password: 'secret' } }],
    ['an error code beside it', { values: { password: 'secret' }, errors: { password: 'blank' } }],
    ['a list at the field of an error', { errors: { password: ['secret'] } }],
    ['the text of an error at a password', { serverErrors: { password: 'Not correct horse.' } }],
    ['an object with its own form', { user_token: { toJSON: () => ({ part: 't-secret' }) } }],
    ['an object whose form is a text', { token: { toJSON: () => 't-secret' } }],
    ['an address as an object', { url: new URL('https://bank.example/secret?token=t-secret') }],
  ])('%s is redacted at any depth', (_, value) => {
    const shown = JSON.stringify(redact({ deep: [{ er: value }] }));
    expect(shown).toContain(REDACTED);
    expect(shown).not.toMatch(/correct horse|12|4242|"04"|Ann Example|secret"|t-secret|\/secret/);
  });

  test.each(['url', 'bankUrl', 'hosted_url'])('the address of a hosted page is reduced to its host: %s', (key) => {
    const page = redact({ [key]: 'https://bank.example/check/abc?id=1' });
    expect(page).toEqual({ [key]: `https://bank.example/${REDACTED}` });
  });

  test('error codes and messages stay readable', () => {
    const refusal = new Failure('rejected', {
      status: 401,
      message: 'Wrong email address or password.',
      errors: [{ code: 'AU1001', field: '', message: 'Wrong email address or password.' }],
    });
    expect(redact({ error: refusal })).toEqual({
      error: {
        name: 'Failure',
        kind: 'rejected',
        status: 401,
        message: 'Wrong email address or password.',
        errors: [{ code: 'AU1001', field: '', message: 'Wrong email address or password.' }],
        retryAfter: null,
      },
    });
    expect(redact({ message: { code: 'unreachable' } })).toEqual({ message: { code: 'unreachable' } });
    const form = {
      errors: { password: 'blank' },
      touched: ['email', 'password'],
      values: { email: 'a@b.c', password: '' },
    };
    expect(redact(form)).toEqual(form);
  });

  test('what is no secret stays, whatever it is', () => {
    const kept = {
      password_reset: true,
      token: null,
      password: '',
      errors: { password: 'blank', code: 'code' },
      serverErrors: { password: 'tooLong' },
      touched: ['email', 'password'],
      at: '2025-03-05T12:00:00.000Z',
      count: 7,
      code: 'AU1001',
    };
    expect(redact(kept)).toEqual(kept);
    expect(redact('a text')).toBe('a text');
    expect(redact({ at: new Date('2025-03-05T12:00:00Z') })).toEqual({ at: '2025-03-05T12:00:00.000Z' });
    expect(redact({ toJSON: 'a text' })).toEqual({ toJSON: 'a text' });
    expect(redact({ nothing: { toJSON: () => null } })).toEqual({ nothing: null });
    expect(redact([Symbol('x'), () => {}, 1])).toEqual([undefined, undefined, 1]);
  });

  test('functions are omitted, and cycles and deep values cut, so that it can be posted', () => {
    const cycle: { self?: unknown; act: () => void } = { act: () => {} };
    cycle.self = cycle;
    expect(redact(cycle)).toEqual({ self: '…' });
    let deep: unknown = 'end';
    for (let level = 0; level < 50; level += 1) deep = { deep };
    expect(JSON.stringify(redact(deep))).not.toContain('end');
  });
});

/** What an inspector sends during a login; all of it is recorded. */
async function inspectLogin(strip: (message: unknown) => unknown, options = {}): Promise<string> {
  const messages: unknown[] = [];
  const inspector = createInspector({ send: (message) => messages.push(strip(message)) }, options);
  const nobody = () => fromPromise<never, never>(() => new Promise(() => {})) as never;
  const actor = createActor(
    authMachine.provide({
      actors: { login: nobody(), mailedLinks: mailedLinksMachine.provide({ actors: { waitForPerson: nobody() } }) },
      actions: { clearNotice: () => {}, goTo: () => {}, notify: () => {} },
    }),
    {
      inspect: inspector.inspect,
      input: {
        startAt: 'credentials',
        email: 'ann@acme.example',
        challenge: null,
        coolDownSeconds: 30,
        confirmationToken: 'token-of-the-mail',
        discountToken: null,
      },
    },
  ).start();
  actor.send({ type: 'CHANGE', change: { password: 'correct horse' } });
  actor.send({ type: 'SUBMIT' });
  expect(actor.getSnapshot().value).toBe('loggingIn');
  await new Promise((resolve) => setTimeout(resolve, 20));
  actor.stop();
  return JSON.stringify(messages);
}

test('the published sanitiser leaks the input of actors, so it is not enough', async () => {
  const strike = (value: unknown) => redact(value) as never;
  const inspected = await inspectLogin((message) => message, { sanitizeEvent: strike, sanitizeContext: strike });
  expect(inspected).toContain('correct horse');
});

test('redact removes every secret of a login and nothing else', async () => {
  const inspected = await inspectLogin(redact);
  expect(inspected).not.toMatch(/correct horse|token-of-the-mail/);
  expect(inspected).toContain('ann@acme.example');
  expect(inspected).toContain('loggingIn');
});
