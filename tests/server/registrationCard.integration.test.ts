import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Failure } from '#domain/failure.ts';
import { isEmptyArea } from '#server/numbers/numbers.ts';
import { complete } from '#server/registration/completion.ts';
import { answerCheck, CARD_WITH_CHECK, DECLINED_CARD, pay, payWithCheck } from '#tests/support/bankCheck.ts';
import { zlotyRows } from '#tests/support/currencyRows.ts';
import { codesOf, failureOf, fieldOf } from '#tests/support/failures.ts';
import { addOwner, mailsTo } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import {
  AREA,
  begin,
  beginVerified,
  beginWithNumber,
  billing,
  chooseNumber,
  EMAIL,
  numbersFor,
  read,
  submit,
} from '#tests/support/signUp.ts';
import { failCommits, loseCommit } from '#tests/support/transactions.ts';

const BANK_DOWN = '4000000000000119';
const ANSWER_LOST = '4000000000000077';

/** An area of a country that has numbers. */
async function areaIn({ context }: TestServer, country: string): Promise<number> {
  const areas = await context.db
    .selectFrom('coverages')
    .select('id')
    .where('country_code', '=', country)
    .where('ddi_type', '=', 'G')
    .execute();
  const area = areas.find((place) => !isEmptyArea(place));
  if (!area) throw new Error(`No area in ${country}`);
  return area.id;
}

describe('step 4 (§2)', () => {
  it.each([
    { card_number: '4242 4242 4242 4242' },
    { card_number: '5555555555554444', card_type: 'mastercard' },
    { card_number: '378282246310005', card_type: 'amex', card_cvv: '1234' },
    { card_end_year: '30' },
    { card_country: 'HK', card_postcode: '' },
    { card_country: 'IE', card_postcode: '' },
    { card_country: 'CW', card_postcode: null },
  ] as const)('%o is approved immediately and completes the sign-up', async (card) => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    const { status, data } = await pay(server, token, card);
    expect(status).toBe(200);
    expect(data).toMatchObject({ token, completed_at: new Date(server.clock.now()).toISOString() });
  });

  it('creates the customer with the order, and sets the end of the trial', async () => {
    const server = await startServer();
    const token = await beginVerified(server);
    await chooseNumber(server, token, { package_type: 'A', nb_users: 3, nb_cx_bundles: 2 });
    await pay(server, token, { customer_name: 'Newman Ltd', customer_country: 'GB', customer_vat: 'GB123' });
    const customer = await server.context.db.selectFrom('customers').selectAll().executeTakeFirstOrThrow();
    expect(customer).toMatchObject({
      company: 'Newman Ltd',
      country: 'UK',
      postcode: 'LS1 1AA',
      vat: 'GB123',
      package_type: 'A',
      nb_users: 3,
      nb_cx_bundles: 2,
      currency: 'GBP',
      card_brand: 'visa',
      card_last4: '4242',
      trial_ends_on: '2025-04-05',
      trial_time_zone: 'Europe/London',
    });
    const user = await server.context.db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
    expect(user).toMatchObject({ customer_id: customer.id, has_cx_bundle: 1 });
    const registration = await server.context.db.selectFrom('registrations').selectAll().executeTakeFirstOrThrow();
    expect(registration).toMatchObject({ customer_id: customer.id, password_hash: null, code_hash: null });
    const mails = await server.context.db.selectFrom('outbox').select('kind').orderBy('id').execute();
    expect(mails).toEqual([{ kind: 'verificationCode' }, { kind: 'trialStarted' }]);
    const reservation = await server.context.db.selectFrom('reservations').selectAll().executeTakeFirstOrThrow();
    expect(reservation).toMatchObject({ number: customer.number, customer_id: customer.id, expires_at: null });
    const [mail] = await mailsTo(server, EMAIL);
    expect(mail?.subject).toBe('Your Ringwell trial has started');
    expect(mail?.text).toContain('5 Apr 2025');
    // The sum of the order that was placed: 3 × £23 and two add-ons of £7.50, of which the owner has been given one.
    expect(mail?.text).toContain(
      'After that, your plan with 3 users costs £84.00 per month, excluding taxes, until you cancel.',
    );
  });

  const company = {
    customer_name: 'Newman Ltd',
    customer_address: 'Main Street 1',
    customer_city: 'Leeds',
    customer_vat: 'GB123',
  };

  it('returns on reload what was sent with a card that was declined, and keeps it when it is left out', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    const card = { card_number: DECLINED_CARD, card_currency: 'EUR' } as const;
    const sent = { ...company, customer_country: 'IE', customer_postcode: 'D02' };
    await failureOf(pay(server, token, { ...card, ...sent }));
    const { data } = await read(server.api, token);
    expect(data).toEqual({
      first_name: 'Nina',
      last_name: 'Newman',
      email: EMAIL,
      nb_users: 1,
      package_type: 'P',
      nb_cx_bundles: 0,
      number: expect.stringMatching(/^\+44113\d+$/),
      country_code: 'UK',
      ddi_type: 'G',
      state: null,
      area_code: '113',
      is_package: false,
      prices: expect.objectContaining({ USD: { nrc: 5, mrc: 3 }, GBP: { nrc: 4, mrc: 2.5 } }),
      card_currency: 'EUR',
      card_country: 'UK',
      card_postcode: 'LS1 1AA',
      card_name: 'Nina Newman',
      ...sent,
    });
    await failureOf(pay(server, token, { card_number: DECLINED_CARD, card_currency: null }));
    expect((await read(server.api, token)).data).toEqual(data);
  });

  it.each([
    ['no company', {}, { country: 'UK', postcode: 'LS1 1AA', nb_cx_bundles: 0 }],
    ['a company of the card’s country', { customer_country: 'UK' }, { country: 'UK', postcode: 'LS1 1AA' }],
    [
      'a company elsewhere',
      { ...company, customer_country: 'IE' },
      { country: 'IE', postcode: '', address: 'Main Street 1' },
    ],
    [
      'its own postal code',
      { ...company, customer_country: 'UK', customer_postcode: 'm1' },
      { postcode: 'M1', city: 'Leeds' },
    ],
  ])('the customer has the address of the company, else of the card: %s', async (_what, sent, expected) => {
    const server = await startServer();
    await pay(server, await beginWithNumber(server), sent);
    const customer = await server.context.db.selectFrom('customers').selectAll().executeTakeFirstOrThrow();
    expect(customer).toMatchObject(expected);
    const user = await server.context.db.selectFrom('users').select('has_cx_bundle').executeTakeFirstOrThrow();
    expect(user).toEqual({ has_cx_bundle: 0 });
  });

  it('counts the trial from the visitor’s date, or thirty days if so configured', async () => {
    const server = await startServer({ TRIAL_LENGTH: '30days' });
    const token = await beginWithNumber(server);
    server.clock.forward(12 * 3600 - 60);
    await pay(server, token, { trial_time_zone: 'Pacific/Auckland' });
    const { trial_ends_on } = await server.context.db.selectFrom('customers').selectAll().executeTakeFirstOrThrow();
    expect(trial_ends_on).toBe('2025-04-05');
  });

  it.each([
    [{ card_number: '4242424242424241' }, 'card_number', 'Card number is invalid'],
    [{ card_number: '' }, 'card_number', 'This value should not be blank.'],
    [{ card_number: '42424242424242420' }, 'card_number', 'Card number is invalid'],
    [{ card_end_month: '13' }, 'card_end_month', expect.any(String)],
    [{ card_end_month: '' }, 'card_end_month', 'This value should not be blank.'],
    [{ card_end_year: '1999' }, 'card_end_year', expect.any(String)],
    [{ card_end_month: '02', card_end_year: '2025' }, 'card_end_month', 'This card has expired. Use another card.'],
    [{ card_cvv: '12' }, 'card_cvv', expect.any(String)],
    [{ card_cvv: '1234' }, 'card_cvv', expect.any(String)],
    [{ card_number: '378282246310005', card_cvv: '123' }, 'card_cvv', expect.any(String)],
    [{ card_name: '' }, 'card_name', 'This value should not be blank.'],
    [{ card_name: 'N'.repeat(256) }, 'card_name', 'This is too long. Use fewer characters.'],
    [{ card_country: 'XX' }, 'card_country', "This value isn't valid."],
    [{ card_country: '' }, 'card_country', 'This value should not be blank.'],
    [{ card_postcode: '' }, 'card_postcode', 'This value should not be blank.'],
    [{ card_postcode: '1'.repeat(21) }, 'card_postcode', 'This is too long. Use fewer characters.'],
    [{ customer_postcode: '1'.repeat(21) }, 'customer_postcode', 'This is too long. Use fewer characters.'],
    [{ customer_country: 'Narnia' }, 'customer_country', "This value isn't valid."],
    [{ nb_users: 1, nb_cx_bundles: 2 }, 'nb_cx_bundles', expect.any(String)],
  ])('rejects %o at its field without calling the bank', async (changes, field, message) => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    const refusal = await failureOf(pay(server, token, changes));
    expect(refusal.status).toBe(400);
    expect(refusal.errors).toMatchObject([{ field, message }]);
    expect(await server.context.db.selectFrom('bank_attempts').selectAll().execute()).toEqual([]);
  });

  it('the month of a card ends in the visitor’s time zone; without a known one, where it ends last', async () => {
    const server = await startServer();
    // On 1 April, before noon (UTC).
    server.clock.forward(27 * 86_400 - 60);
    const token = await beginWithNumber(server);
    const card = { card_end_month: '03', card_end_year: '2025' } as const;
    const inLondon = pay(server, token, { ...card, trial_time_zone: 'Europe/London' });
    expect(await fieldOf(inLondon)).toEqual([400, 'card_end_month', 'VA1001']);
    for (const trial_time_zone of ['Nowhere/City', null]) {
      const declined = pay(server, token, { ...card, trial_time_zone, card_number: DECLINED_CARD });
      expect(await fieldOf(declined)).toEqual([400, 'card_number', 'PY1001']);
      const row = server.context.db.selectFrom('registrations').select('trial_time_zone');
      expect(await row.execute()).toEqual([{ trial_time_zone: null }]);
    }
    server.clock.forward(60);
    expect(await fieldOf(pay(server, token, { ...card, trial_time_zone: null }))).toEqual([
      400,
      'card_end_month',
      'VA1001',
    ]);
  });

  it('accepts a card until the end of its month', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    expect((await pay(server, token, { card_end_month: '03', card_end_year: '2025' })).status).toBe(200);
  });

  it.each([
    ['another country: neither postal code nor tax ID', { customer_country: 'DE' }, ['DE', '', '', 'Main Street 1']],
    ['the same country: both', { customer_country: 'US' }, ['US', '10001', 'US-1', 'Main Street 1']],
    ['no country named: both', {}, ['US', '10001', 'US-1', 'Main Street 1']],
    [
      'another country with its own',
      { customer_country: 'DE', customer_postcode: '10115', customer_vat: 'DE1' },
      ['DE', '10115', 'DE1', 'Main Street 1'],
    ],
  ] as const)('a later submission keeps of the company sent before: %s', async (_, changes, stored) => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    const company = { customer_country: 'US', customer_postcode: '10001', customer_vat: 'US-1' };
    await failureOf(pay(server, token, { ...company, customer_address: 'Main Street 1', card_number: DECLINED_CARD }));
    await pay(server, token, { customer_country: null, customer_postcode: null, customer_vat: null, ...changes });
    const row = await server.context.db.selectFrom('customers').selectAll().executeTakeFirstOrThrow();
    expect([row.country, row.postcode, row.vat, row.address]).toEqual(stored);
  });

  it.each(zlotyRows)('accepts PLN for card $card, company "$company", number $number: $accepted (§9)', async (row) => {
    const server = await startServer();
    const token = await beginVerified(server);
    const area = row.number === 'PL' ? await areaIn(server, 'PL') : AREA;
    const [number] = await numbersFor(server, token, area);
    await submit(server.api, token, { step: '3', number, number_id: area });
    const countries = { card_country: row.card, customer_country: row.company };
    const sending = pay(server, token, { card_currency: 'PLN', ...countries });
    if (row.accepted) return expect((await sending).data).toMatchObject({ completed_at: expect.any(String) });
    expect((await failureOf(sending)).errors).toEqual([
      {
        code: 'VA1001',
        field: 'card_currency',
        message: 'PLN is only available with a card, company or number in Poland. Choose another currency.',
      },
    ]);
  });

  it('replaces an unavailable default PLN by EUR (§9)', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    await server.context.db.updateTable('registrations').set({ currency: 'PLN' }).execute();
    await pay(server, token, { card_currency: null, card_country: 'DE' });
    const { currency } = await server.context.db.selectFrom('customers').selectAll().executeTakeFirstOrThrow();
    expect(currency).toBe('EUR');
  });

  it('a declined card is an error at card_number, and another card can be used', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    expect(await fieldOf(pay(server, token, { card_number: DECLINED_CARD }))).toEqual([400, 'card_number', 'PY1001']);
    expect((await read(server.api, token)).step).toBe('4');
    expect((await pay(server, token)).status).toBe(200);
  });

  it('rejects the sixth card of a sign-up within an hour without calling the bank', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    for (let attempts = 0; attempts < 5; attempts += 1) {
      expect((await codesOf(pay(server, token, { card_number: DECLINED_CARD })))[1]).toBe('PY1001');
    }
    server.clock.forward(3599);
    expect(await failureOf(pay(server, token, { card_number: DECLINED_CARD }))).toMatchObject({
      status: 429,
      retryAfter: 1,
    });
    expect(await server.context.db.selectFrom('bank_attempts').selectAll().execute()).toHaveLength(5);
    server.clock.forward(1);
    await chooseNumber(server, token);
    expect((await codesOf(pay(server, token, { card_number: DECLINED_CARD })))[1]).toBe('PY1001');
  });

  it('rejects the eleventh card of a network within an hour, over all its sign-ups, and no card of another', async () => {
    const server = await startServer();
    const from = (address: string): TestServer => ({ ...server, api: server.client({ address }) });
    const stranger = from('203.0.113.9');
    const tokens: string[] = [];
    for (const email of ['a@example.com', 'b@example.com', 'c@example.com'])
      tokens.push(await beginWithNumber(stranger, { email }));
    const [a = '', b = '', c = ''] = tokens;
    for (const token of [a, a, a, a, a, b, b, b, b, b])
      expect((await codesOf(pay(stranger, token, { card_number: DECLINED_CARD })))[1]).toBe('PY1001');
    const eleventh = await failureOf(pay(stranger, c));
    expect([eleventh.status, eleventh.retryAfter]).toEqual([429, 3600]);
    const owner = from('198.51.100.9');
    expect((await pay(owner, await beginWithNumber(owner))).status).toBe(200);
    server.clock.forward(3600);
    expect((await pay(stranger, c)).status).toBe(200);
  });

  it.each([
    'card_type',
    'card_currency',
    'trial_time_zone',
    'customer_name',
    'customer_country',
    'customer_postcode',
    'customer_address',
    'customer_city',
    'customer_vat',
    'package_type',
    'nb_users',
    'nb_cx_bundles',
  ] as const)('%s is optional and may be null (§5)', async (field) => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    expect((await pay(server, token, { [field]: null })).data).toMatchObject({ completed_at: expect.any(String) });
  });

  it.each(['card_number', 'card_cvv', 'card_name', 'card_country', 'card_postcode'] as const)(
    '%s that is null counts as blank (§5)',
    async (field) => {
      const server = await startServer();
      const token = await beginWithNumber(server);
      const { errors } = await failureOf(pay(server, token, { [field]: null }));
      expect(errors).toEqual([{ code: 'VA1001', field, message: 'This value should not be blank.' }]);
    },
  );

  it('calls the bank once for ten concurrent submissions', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => pay(server, token, { card_name: `Nina ${index}` })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1);
    const attempts = await server.context.db.selectFrom('bank_attempts').selectAll().execute();
    expect(attempts.filter(({ status }) => status === 'approved')).toHaveLength(1);
    expect(await server.context.db.selectFrom('customers').selectAll().execute()).toHaveLength(1);
  });

  it('that is approved while the database takes no changes completes the sign-up when it is sent again', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    // The card of another person is at the bank at the same time.
    const { db, now } = server.context;
    await begin(server, { email: 'other@example.com' });
    const other = await db
      .selectFrom('registrations')
      .select('id')
      .where('email_key', '=', 'other@example.com')
      .executeTakeFirstOrThrow();
    const attempt = { registration_id: other.id, attempt: 'of another', status: 'asked', created_at: now() } as const;
    await db.insertInto('bank_attempts').values(attempt).execute();
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    // The first transaction records the attempt, the second one its outcome.
    failCommits(server, { after: 1 });
    expect(await failureOf(pay(server, token))).toMatchObject({ status: 503, retryAfter: 5 });
    const attempts = await db.selectFrom('bank_attempts').select('status').orderBy('id').execute();
    expect(attempts).toEqual([{ status: 'asked' }, { status: 'unknown' }]);
    server.clock.forward(5);
    expect((await pay(server, token)).data).toMatchObject({ completed_at: expect.any(String) });
    expect(await server.context.db.selectFrom('test_bank').select('attempt').execute()).toHaveLength(1);
    vi.restoreAllMocks();
  });

  it('that is approved while its outcome meets an unexpected fault completes the sign-up when it is sent again', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    const { db } = server.context;
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => stderr.mockRestore());
    const begun = db.transaction.bind(db);
    // The first transaction records the attempt, the second one its outcome.
    const transaction = vi
      .spyOn(db, 'transaction')
      .mockImplementationOnce(begun)
      .mockImplementationOnce(() => {
        throw new Error('a fault');
      });
    onTestFinished(() => transaction.mockRestore());
    expect(await failureOf(pay(server, token))).toMatchObject({ status: 500 });
    expect((await pay(server, token)).data).toMatchObject({ completed_at: expect.any(String) });
    expect(await db.selectFrom('test_bank').select('attempt').execute()).toHaveLength(1);
  });

  it('that is approved, and stored although the database did not say so, stays approved', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => stderr.mockRestore());
    loseCommit(server, { after: 1 });
    expect(await failureOf(pay(server, token))).toMatchObject({ status: 503, retryAfter: 5 });
    expect(await server.context.db.selectFrom('bank_attempts').select('status').execute()).toEqual([
      { status: 'approved' },
    ]);
    expect(await read(server.api, token)).toMatchObject({ completed_at: expect.any(String) });
  });

  it('opens one bank check for ten concurrent submissions and counts one attempt', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        pay(server, token, { card_number: CARD_WITH_CHECK, card_name: `Nina ${index}` }),
      ),
    );
    const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.status] : []));
    expect(refusals.filter((status) => status !== 409)).toEqual([]);
    expect(await server.context.db.selectFrom('test_bank').selectAll().execute()).toHaveLength(1);
  });

  it('opens one bank check for two successive submissions, and stores the newer order', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    const url = await payWithCheck(server, token);
    server.clock.forward(5);
    expect(await pay(server, token, { card_number: CARD_WITH_CHECK, nb_users: 4 })).toMatchObject({
      status: 202,
      data: { url },
    });
    expect(await read(server.api, token)).toMatchObject({ url, data: { nb_users: 4 } });
    server.clock.forward(5);
    expect(await payWithCheck(server, token)).not.toBe(url);
  });

  it('opens another bank check for another card, even with the same last digits, and after another card', async () => {
    const server = await startServer();
    const { bank } = server.context;
    const authorise = bank.authorise;
    vi.spyOn(bank, 'authorise').mockImplementation((attempt) =>
      authorise({ ...attempt, ...(attempt.card && { card: { ...attempt.card, number: CARD_WITH_CHECK } }) }),
    );
    const token = await beginWithNumber(server);
    const url = async (card_number: string) =>
      ((await pay(server, token, { card_number })).data as { url: string }).url;
    const first = await url(CARD_WITH_CHECK);
    const sameDigits = await url('5555555555573220');
    const sameBrand = await url('4242424242424242');
    const again = await url(CARD_WITH_CHECK);
    expect(new Set([first, sameDigits, sameBrand, again]).size).toBe(4);
    expect(await url(CARD_WITH_CHECK)).toBe(again);
    expect((await read(server.api, token)).url).toBe(again);
  });

  it('keeps what became of earlier cards', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    const { db } = server.context;
    await failureOf(pay(server, token, { card_number: DECLINED_CARD }));
    const declined = await db.selectFrom('bank_attempts').selectAll().executeTakeFirstOrThrow();
    expect(declined).toMatchObject({ status: 'declined', url: null, settled_at: server.clock.now() });
    server.clock.forward(1);
    await payWithCheck(server, token);
    const attempts = db.selectFrom('bank_attempts').selectAll().orderBy('id');
    expect((await attempts.execute())[1]).toMatchObject({ status: 'challenge', settled_at: null });
    server.clock.forward(1);
    const replaced = server.clock.now();
    await pay(server, token);
    expect(await attempts.execute()).toMatchObject([
      declined,
      { status: 'cancelled', url: null, settled_at: replaced },
      { status: 'approved', url: null, settled_at: replaced, bank_reference: expect.any(String) },
    ]);
  });

  it('takes a card only once while the bank is asked, and shows no check meanwhile', async () => {
    const server = await startServer();
    const { db, bank } = server.context;
    const token = await beginWithNumber(server);
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const authorise = bank.authorise;
    vi.spyOn(bank, 'authorise').mockImplementationOnce(async (attempt) => {
      asked.resolve();
      await answer.promise;
      return authorise(attempt);
    });
    const settle = vi.spyOn(bank, 'settle');
    const first = pay(server, token);
    await asked.promise;
    const refusal = await failureOf(pay(server, token, { card_number: DECLINED_CARD }));
    expect(refusal).toMatchObject({ status: 409, retryAfter: 2, errors: [{ code: 'RG1002' }] });
    expect(refusal.errors[0]?.message).toBe('Your card is already being checked.');
    server.clock.forward(29);
    expect(await read(server.api, token)).not.toHaveProperty('url');
    expect(settle).not.toHaveBeenCalled();
    // A server that has waited for so long was killed.
    server.clock.forward(1);
    await read(server.api, token);
    expect(settle).toHaveBeenCalledOnce();
    await db.updateTable('bank_attempts').set({ status: 'asked' }).execute();
    answer.resolve();
    expect((await first).data).toMatchObject({ completed_at: expect.any(String) });
  });

  it('rejects a number that was taken meanwhile without calling the bank', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    const { data } = await read(server.api, token);
    server.clock.forward(16 * 60);
    await chooseNumber(server, await beginVerified(server, { email: 'other@example.com' }));
    expect((await read(server.api, token)).data.number).toBe(data.number);
    expect(await fieldOf(pay(server, token))).toEqual([409, 'number', 'RG1003']);
    expect(await server.context.db.selectFrom('bank_attempts').selectAll().execute()).toEqual([]);
  });

  it('rejects an address that has been given an account meanwhile', async () => {
    const server = await startServer({ SIGNUP_ORDER: 'plan-first' });
    await addOwner(server, EMAIL);
    const { data } = await server.api.createRegistration({
      body: { first_name: 'Nina', last_name: 'Newman', email: EMAIL, password: 'seven tall giraffes' },
    });
    const token = 'token' in data ? (data.token ?? '') : '';
    await submit(server.api, token, { step: '2', nb_users: 1 });
    await chooseNumber(server, token);
    expect(await codesOf(pay(server, token))).toEqual([409, 'RG1004']);
  });
});

describe('where the page of the bank takes the card', () => {
  const { step, card_currency, trial_time_zone } = billing;
  const hosted = { step, card_currency, trial_time_zone } as const;
  const pageOf = async (server: TestServer, token: string) =>
    ((await submit(server.api, token, hosted)).data as { url: string }).url;

  it('every further submission gets the same page, until the check on it has ended', async () => {
    const server = await startServer({ CARD_ENTRY: 'hosted' });
    const others = await pageOf(server, await beginWithNumber(server, { email: 'other@example.com' }));
    const token = await beginWithNumber(server);
    const first = await pageOf(server, token);
    expect(first).not.toBe(others);
    server.clock.forward(60);
    expect(await pageOf(server, token)).toBe(first);
    await answerCheck(server, first, 'declined');
    const second = await pageOf(server, token);
    expect(second).not.toBe(first);
    expect(await pageOf(server, token)).toBe(second);
    server.clock.forward(600);
    expect(await pageOf(server, token)).not.toBe(second);
  });

  it.each(['card_number', 'card_cvv', 'card_end_month', 'card_end_year'] as const)(
    'rejects %s, which it must not see',
    async (field) => {
      const server = await startServer({ CARD_ENTRY: 'hosted' });
      const token = await beginWithNumber(server);
      expect(await fieldOf(submit(server.api, token, { ...hosted, [field]: billing[field] }))).toEqual([
        400,
        field,
        'VA1001',
      ]);
    },
  );

  it('keeps what the bank says of the card', async () => {
    const server = await startServer({ CARD_ENTRY: 'hosted' });
    const { db, bank } = server.context;
    const token = await beginWithNumber(server);
    await pageOf(server, token);
    const card = { brand: 'mastercard', last4: '4444', country: 'IE', postcode: 'D02' } as const;
    vi.spyOn(bank, 'settle').mockResolvedValueOnce({ kind: 'approved', reference: 'entered', card });
    expect((await read(server.api, token)).completed_at).toEqual(expect.any(String));
    expect(await db.selectFrom('customers').selectAll().execute()).toMatchObject([
      { card_brand: 'mastercard', card_last4: '4444', bank_reference: 'entered', country: 'IE', postcode: 'D02' },
    ]);
  });

  it.each(['declined', 'cancelled'] as const)('has no field for a card that is %s at once', async (kind) => {
    const server = await startServer({ CARD_ENTRY: 'hosted' });
    const token = await beginWithNumber(server);
    vi.spyOn(server.context.bank, 'authorise').mockResolvedValueOnce({ kind });
    expect(await fieldOf(submit(server.api, token, hosted))).toEqual([400, '', 'PY1001']);
  });

  it('a check of a card that the page had taken is no page for another', async () => {
    const first = await startServer();
    const token = await beginWithNumber(first);
    const url = await payWithCheck(first, token);
    await first.close();
    const second = await startServer({ CARD_ENTRY: 'hosted' }, { dataDir: first.dataDir });
    expect(await pageOf(second, token)).not.toBe(url);
  });

  it.each([
    ['PL', 202],
    ['UK', 400],
  ])('takes PLN, without a company, with a number in %s: %d (§9)', async (country, status) => {
    const server = await startServer({ CARD_ENTRY: 'hosted' });
    const token = await beginVerified(server);
    const area = await areaIn(server, country);
    const [number] = await numbersFor(server, token, area);
    await submit(server.api, token, { step: '3', number, number_id: area });
    const answer = submit(server.api, token, { ...hosted, card_currency: 'PLN' });
    expect((await answer.catch((failure: Failure) => failure)).status).toBe(status);
  });

  it('checks the company as with a card', async () => {
    const server = await startServer({ CARD_ENTRY: 'hosted' });
    const token = await beginWithNumber(server);
    expect(await fieldOf(submit(server.api, token, { ...hosted, customer_country: 'Narnia' }))).toEqual([
      400,
      'customer_country',
      'VA1001',
    ]);
    const url = await pageOf(server, token);
    await answerCheck(server, url, 'approved');
    const customer = await server.context.db.selectFrom('customers').selectAll().executeTakeFirstOrThrow();
    expect(customer).toMatchObject({ country: '', currency: 'GBP', trial_time_zone: 'Europe/London' });
  });
});

describe('the card itself', () => {
  it('is not stored in the database', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    await failureOf(pay(server, token, { card_number: DECLINED_CARD, card_cvv: '987' }));
    await pay(server, token, { card_number: CARD_WITH_CHECK, card_cvv: '987' });
    await pay(server, token, { card_cvv: '987' });
    for (const table of [
      'registrations',
      'customers',
      'bank_attempts',
      'test_bank',
      'outbox',
      'inbox',
      'idempotency',
    ] as const) {
      const rows = JSON.stringify(await server.context.db.selectFrom(table).selectAll().execute());
      for (const secret of [DECLINED_CARD, CARD_WITH_CHECK, '4242424242424242', '"987"'])
        expect(rows).not.toContain(secret);
    }
  });
});

describe('3-D Secure', () => {
  it('answers 202 with a page on the bank’s origin; a reload shows the same page', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    const url = await payWithCheck(server, token);
    expect(new URL(url).origin).toBe('http://127.0.0.1:3000');
    const other = await beginWithNumber(server, { email: 'other@example.com' });
    expect(await read(server.api, other)).not.toHaveProperty('url');
    await payWithCheck(server, other);
    expect(await read(server.api, token)).toMatchObject({ step: '4', completed_at: null, url });
  });

  it('approved: the reload finds the sign-up complete', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    await answerCheck(server, await payWithCheck(server, token), 'approved');
    expect((await read(server.api, token)).completed_at).toEqual(expect.any(String));
    await Promise.all([1, 2, 3].map(() => read(server.api, token)));
    expect(await server.context.db.selectFrom('customers').selectAll().execute()).toHaveLength(1);
  });

  it.each(['declined', 'cancelled'] as const)(
    '%s: the sign-up is not complete after a reload, and a card can be tried again',
    async (result) => {
      const server = await startServer();
      const token = await beginWithNumber(server);
      await answerCheck(server, await payWithCheck(server, token), result);
      const record = await read(server.api, token);
      expect(record).toMatchObject({ step: '4', completed_at: null });
      expect(record.url ?? null).toBeNull();
      expect((await pay(server, token)).data).toMatchObject({ completed_at: expect.any(String) });
    },
  );

  it('an open check is replaced by another card; approving the old page then changes nothing', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    const url = await payWithCheck(server, token);
    expect(await codesOf(pay(server, token, { card_number: DECLINED_CARD }))).toEqual([400, 'PY1001']);
    await answerCheck(server, url, 'approved');
    expect((await read(server.api, token)).completed_at).toBeNull();
  });

  it('completes a sign-up once, also if another approval is recorded later', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    await pay(server, token);
    const { context } = server;
    const { db } = context;
    const completed = await db.selectFrom('registrations').selectAll().executeTakeFirstOrThrow();
    const later = { card_brand: 'visa', card_last4: '1111', bank_reference: 'later' } as const;
    const again = await db.transaction().execute((tx) => complete(context, tx, completed, later, 'en'));
    expect(again).toEqual(completed);
    const customers = await db.selectFrom('customers').select('card_last4').execute();
    expect(customers).toEqual([{ card_last4: '4242' }]);
  });

  it('replaced while the bank is asked about it is not completed by its approval', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    await payWithCheck(server, token);
    const { db, bank } = server.context;
    const settle = vi.spyOn(bank, 'settle').mockImplementationOnce(async () => {
      await db.updateTable('bank_attempts').set({ status: 'cancelled' }).execute();
      return { kind: 'approved', reference: 'late' };
    });
    expect((await read(server.api, token)).completed_at).toBeNull();
    expect(settle).toHaveBeenCalledOnce();
    const rows = await db.selectFrom('bank_attempts').select(['status', 'bank_reference']).execute();
    expect(rows).toEqual([{ status: 'cancelled', bank_reference: null }]);
  });

  it('completes with the next submission if a check was approved while no page was open, without a second card', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    await payWithCheck(server, token);
    await server.context.db.updateTable('test_bank').set({ outcome: 'approved' }).execute();
    const { data } = await pay(server, token, { card_number: CARD_WITH_CHECK });
    expect(data).toMatchObject({ completed_at: expect.any(String) });
    expect(await server.context.db.selectFrom('bank_attempts').selectAll().execute()).toHaveLength(1);
  });

  it('ends a check that is not answered in time', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    await payWithCheck(server, token);
    server.clock.forward(601);
    const record = await read(server.api, token);
    expect([record.completed_at, record.url ?? null]).toEqual([null, null]);
  });
});

describe('a bank that does not answer', () => {
  it('leaves the sign-up at step 4 with an error', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    const refusal = await failureOf(pay(server, token, { card_number: BANK_DOWN }));
    expect([refusal.status, refusal.retryAfter]).toEqual([503, 10]);
    expect(await read(server.api, token)).toMatchObject({ step: '4', completed_at: null });
    expect((await pay(server, token)).status).toBe(200);
  });

  it('or fails is asked again before another card is taken, and nothing is shown meanwhile', async () => {
    const server = await startServer();
    const { db, bank } = server.context;
    const token = await beginWithNumber(server);
    vi.spyOn(bank, 'authorise').mockRejectedValueOnce(new Error('no connection'));
    const settle = vi.spyOn(bank, 'settle').mockRejectedValue(new Error('no connection'));
    for (let times = 0; times < 3; times += 1) {
      expect(await failureOf(pay(server, token))).toMatchObject({
        status: 503,
        retryAfter: 10,
        message: "We couldn't reach your bank. Nothing has been charged. You can use another card instead.",
      });
      expect(await read(server.api, token)).not.toHaveProperty('url');
    }
    const attempt = db.selectFrom('bank_attempts').select(['status', 'url', 'expires_at', 'settled_at']);
    expect(await attempt.execute()).toEqual([{ status: 'unknown', url: null, expires_at: null, settled_at: null }]);
    settle.mockResolvedValueOnce({ kind: 'approved', reference: 'after all' });
    expect((await read(server.api, token)).completed_at).toEqual(expect.any(String));
    const customer = db.selectFrom('customers').select(['card_brand', 'card_last4', 'bank_reference']);
    expect(await customer.execute()).toEqual([{ card_brand: 'visa', card_last4: '4242', bank_reference: 'after all' }]);
    // The bank is not called again about a completed sign-up.
    const asked = settle.mock.calls.length;
    await read(server.api, token);
    expect(settle).toHaveBeenCalledTimes(asked);
  });

  it('completes on reload if the response of an approval was lost, and sets nothing up twice', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    expect((await failureOf(pay(server, token, { card_number: ANSWER_LOST }))).status).toBe(503);
    expect((await read(server.api, token)).completed_at).toEqual(expect.any(String));
    expect(await server.context.db.selectFrom('bank_attempts').selectAll().execute()).toHaveLength(1);
  });

  it('completes with what is submitted last: its currency, company and users', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    const lost = { card_number: ANSWER_LOST, card_currency: 'GBP', customer_name: 'Acme' } as const;
    expect((await failureOf(pay(server, token, lost))).status).toBe(503);
    const last = { ...lost, card_currency: 'USD', customer_name: 'Acme Ltd', nb_users: 3 } as const;
    expect((await pay(server, token, last)).data).toMatchObject({ completed_at: expect.any(String) });
    const customer = server.context.db.selectFrom('customers').select(['currency', 'company', 'nb_users']);
    expect(await customer.execute()).toEqual([{ currency: 'USD', company: 'Acme Ltd', nb_users: 3 }]);
    expect(await server.context.db.selectFrom('test_bank').selectAll().execute()).toHaveLength(1);
  });

  it.each([
    ['was approved, and the response lost', 'unknown', 0, '5555555555554444', 'mastercard'],
    ['has another brand and the same last digits', 'unknown', 0, '5555555500040077', 'mastercard'],
    ['waits for the check of the bank, which has approved it', 'challenge', 0, '4242424242424242', 'visa'],
    ['was left behind by a killed server', 'asked', 30, '5555555555554444', 'mastercard'],
  ] as const)('completes with the card that is submitted last, where the one before %s', async (...row) => {
    const [, status, seconds, card_number, card_type] = row;
    const server = await startServer();
    const { db } = server.context;
    const token = await beginWithNumber(server);
    await failureOf(pay(server, token, { card_number: ANSWER_LOST }));
    await db.updateTable('bank_attempts').set({ status }).execute();
    server.clock.forward(seconds);
    const { data } = await pay(server, token, { card_number, card_type });
    expect(data).toMatchObject({ completed_at: expect.any(String) });
    const customers = db.selectFrom('customers').select(['card_brand', 'card_last4']);
    expect(await customers.execute()).toEqual([{ card_brand: card_type, card_last4: card_number.slice(-4) }]);
    const attempts = db.selectFrom('bank_attempts').select(['status', 'settled_at']).orderBy('id');
    expect(await attempts.execute()).toEqual([
      { status: 'cancelled', settled_at: server.clock.now() },
      { status: 'approved', settled_at: server.clock.now() },
    ]);
  });

  it('settles an attempt that a killed server has left behind', async () => {
    const first = await startServer();
    const token = await beginWithNumber(first);
    await failureOf(pay(first, token, { card_number: ANSWER_LOST }));
    await first.context.db.updateTable('bank_attempts').set({ status: 'asked' }).execute();
    await first.close();
    const second = await startServer({}, { dataDir: first.dataDir });
    // Where servers share a database, another one may still be asking; half a minute later it is not.
    if (second.context.config.database) second.clock.forward(31);
    expect((await read(second.api, token)).completed_at).toEqual(expect.any(String));
  });
});
