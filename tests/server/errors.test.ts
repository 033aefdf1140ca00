import * as v from 'valibot';
import { describe, expect, it, test } from 'vitest';
import {
  ApiError,
  apiError,
  asApiError,
  errorBody,
  errorText,
  isCutOff,
  reject,
  rejectFields,
  rejectIssues,
} from '#server/http/errors.ts';
import { readRequestContext } from '#server/http/requestContext.ts';
import { PasswordQueueFull } from '#server/login/passwords.ts';
import { fieldMessages } from '#server/messages/errors.ts';
import { readConfig } from '#server/platform/config.ts';
import { requestNetwork, withRequestId } from '#server/platform/requestId.ts';
import { StoreUnavailable } from '#server/store/errors.ts';

const thrown = (work: () => unknown): ApiError => {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  return expect.fail('nothing was rejected');
};

/** The error of a value that a schema refuses. */
const refusedBy = (schema: v.GenericSchema, value: unknown): ApiError => {
  const { issues } = v.safeParse(schema, value);
  return issues ? thrown(() => rejectIssues(issues)) : expect.fail('the schema takes it');
};

describe('an error', () => {
  it('has the status and the words of its name, unless it has its own', () => {
    expect(apiError('tooManyAttempts')).toMatchObject({ status: 429, retryAfter: null, limit: undefined });
    expect(apiError('validation', { status: 413 })).toMatchObject({ status: 413 });
    expect(thrown(() => reject('unavailable', { retryAfter: 7, limit: 'cards' }))).toMatchObject({
      status: 503,
      retryAfter: 7,
      limit: 'cards',
    });
    expect(errorBody(apiError('cardDeclined', { field: 'card_number' }), 'en')).toEqual({
      message: 'Your card was declined. Try another card.',
      errors: [{ code: 'PY1001', field: 'card_number', message: 'Your card was declined. Try another card.' }],
    });
  });

  it('names the first of several fields as a whole, in the language of the visitor', () => {
    const error = thrown(() => rejectFields({ a: undefined, b: fieldMessages.blank, c: fieldMessages.invalid }));
    expect(error.status).toBe(400);
    expect(errorBody(error, 'en')).toEqual({
      message: 'This value should not be blank.',
      errors: [
        { code: 'VA1001', field: 'b', message: 'This value should not be blank.' },
        { code: 'VA1001', field: 'c', message: "This value isn't valid." },
      ],
    });
    expect(errorBody(error, 'de').message).not.toBe('This value should not be blank.');
    expect(() => rejectFields({ a: undefined })).not.toThrow();
  });

  it('says the wait in words where there is no header for it', () => {
    const text = (retryAfter: number | null) => errorText(apiError('tooManyAttempts', { retryAfter }), 'en');
    expect(text(null)).toBe('Too many attempts.');
    expect(text(1)).toMatch(/^Too many attempts\. .*\b1 second\b/);
    expect(text(900)).toMatch(/^Too many attempts\. .*\b15 minutes\b/);
  });
});

describe('what a schema refuses', () => {
  const person = v.object({ name: v.pipe(v.string('internal'), v.minLength(1, 'internal'), v.regex(/a/, 'other')) });

  it('is one error for each field, the first', () => {
    const { problems, status } = refusedBy(v.object({ one: person, two: v.number() }), { one: { name: '' }, two: '2' });
    expect(status).toBe(400);
    expect(problems).toEqual([
      { name: 'validation', field: 'one.name', message: fieldMessages.invalid },
      { name: 'validation', field: 'two', message: fieldMessages.invalid },
    ]);
  });

  it('shows no internal text, and says blank of a field that is missing', () => {
    const [missing] = errorBody(refusedBy(person, {}), 'en').errors;
    expect(missing).toEqual({ code: 'VA1001', field: 'name', message: 'This value should not be blank.' });
    expect(errorBody(refusedBy(person, { name: 'b' }), 'en').errors).toEqual([
      { code: 'VA1001', field: 'name', message: "This value isn't valid." },
    ]);
    const invalid = { code: 'VA1001', field: '', message: "This value isn't valid." };
    expect(errorBody(refusedBy(person, 7), 'en').errors).toEqual([invalid]);
    const step = v.variant('step', [v.object({ step: v.literal('1') })]);
    expect(errorBody(refusedBy(step, {}), 'en').errors).toMatchObject([{ field: 'step', message: missing?.message }]);
  });
});

it.each([
  ['passwordShort', 'Use at least 8 characters.'],
  ['foreignLetter:ż', "We can't send email to an address with “ż” before the @. Only the letters a to z work there."],
])('a rule that is broken by %s says so in its own words', (code, message) => {
  const refused = refusedBy(
    v.pipe(
      v.string(),
      v.check(() => false, code),
    ),
    'x',
  );
  expect(errorBody(refused, 'en').errors).toEqual([{ code: 'VA1001', field: '', message }]);
});

describe('what is thrown', () => {
  const cutOff = (message: string, code: string) => Object.assign(new Error(message), { code });

  it('by a full queue or the database is 503 with the time to try again', () => {
    for (const error of [new PasswordQueueFull(), new StoreUnavailable('the disk is full')])
      expect(asApiError(error)).toMatchObject({ status: 503, retryAfter: 5 });
  });

  it('by a client that has gone is 400, and nothing else is taken for it', () => {
    expect(isCutOff(cutOff('aborted', 'ECONNRESET'))).toBe(true);
    expect(asApiError(cutOff('aborted', 'ECONNRESET'))).toMatchObject({ status: 400 });
    const others = [
      cutOff('aborted', 'EPIPE'),
      cutOff('reset', 'ECONNRESET'),
      { message: 'aborted', code: 'ECONNRESET' },
    ];
    for (const other of others) expect([isCutOff(other), asApiError(other)]).toEqual([false, null]);
  });

  it('by a handler stays as it is; anything unexpected is none', () => {
    const error = apiError('notAllowed');
    expect(asApiError(error)).toBe(error);
    expect([asApiError(new Error('broken')), asApiError('text'), asApiError(null)]).toEqual([null, null, null]);
  });
});

test('an expected answer takes no time for a stack, and leaves those of other errors as they are', () => {
  expect(apiError('notAllowed').stack ?? '').not.toContain('\n    at ');
  expect(new Error('x').stack).toContain('\n    at ');
});

describe('a request', () => {
  const read = (headers: Record<string, string>, address?: string) => {
    const all = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const header = (name?: string) => (name === undefined ? Object.fromEntries(all) : all.get(name.toLowerCase()));
    const raw = { headers: { get: (name: string) => header(name) ?? null } };
    return readRequestContext({ req: { header, raw }, env: { address } } as never, readConfig({}));
  };

  it('is in English and in dollars unless it says otherwise', () => {
    expect(read({})).toMatchObject({ language: 'en', currency: 'USD', device: '', network: 'loopback' });
    expect(read({ 'X-Language': 'xx', 'X-Currency': 'XXX' })).toMatchObject({ language: 'en', currency: 'USD' });
    expect(read({ 'X-Language': 'pl', 'X-Currency': 'PLN' })).toMatchObject({ language: 'pl', currency: 'PLN' });
  });

  it('shares the connections of the database with those of its network', () => {
    const network = withRequestId(() => {
      read({}, '2001:db8:0:1::7');
      return requestNetwork();
    });
    expect(network).toBe('2001:db8:0:1');
  });

  it('names its device in at most 200 characters', () => {
    expect(read({ 'User-Agent': 'a'.repeat(300) }).device).toBe('a'.repeat(200));
  });

  it('has every value of a cookie of which there are several', () => {
    const { cookie, cookieValues } = read({ Cookie: 'a=1; b=2;a=%203; a; aa=4' });
    expect([cookie('a'), cookieValues('a'), cookieValues('b'), cookieValues('c')]).toEqual([
      '1',
      ['1', ' 3'],
      ['2'],
      [],
    ]);
    expect([read({}).cookie('a'), read({}).cookieValues('a')]).toEqual([undefined, []]);
  });

  it('answers with the last of the cookies of a name, and with all others', () => {
    const { setCookie, cookies } = read({});
    for (const line of ['a=1; Path=/', 'ab=1', 'a=2; Path=/', 'b=3']) setCookie(line);
    expect(cookies).toEqual(['ab=1', 'a=2; Path=/', 'b=3']);
  });
});
