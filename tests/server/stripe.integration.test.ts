import { describe, expect, test, vi } from 'vitest';
import { cardFields } from '#contract/registration.ts';
import { openApiDocument } from '#server/openapi/document.ts';
import { readConfig } from '#server/platform/config.ts';
import { failureOf } from '#tests/support/failures.ts';
import { linesOf } from '#tests/support/logLines.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { beginWithNumber, billing, EMAIL, read, type Submission, submit } from '#tests/support/signUp.ts';
import { startWithStripe, webhook } from '#tests/support/stripe.ts';

/** A valid step 4 without a card. */
const order: Submission = { step: '4', card_currency: 'GBP', trial_time_zone: 'Europe/London' };

/** Submits step 4; answers the address of the page that takes the card. */
async function cardPageOf(server: TestServer, token: string): Promise<string> {
  const { status, data } = await submit(server.api, token, order);
  if (status !== 202) throw new Error(`Step 4 answered ${status}.`);
  return data.url;
}

/** A request to any host of the server. */
const open = async ({ app }: TestServer, url: string, init?: RequestInit) => app.fetch(new Request(url, init));
const customers = ({ context }: TestServer) => context.db.selectFrom('customers').selectAll().execute();
const attempts = ({ context }: TestServer) => context.db.selectFrom('bank_attempts').selectAll().execute();
/** Runs the script of a page that continues a check, which ends with a result; returns whether the page is reloaded. */
async function reloadsAfter(text: string, result: object): Promise<boolean> {
  const [, script = ''] = /<script>([\s\S]+?)<\/script>/.exec(text) ?? [];
  const [, state] = /data-state="(\w+)"/.exec(text) ?? [];
  const reload = vi.fn();
  const element = { textContent: '', querySelector: () => element };
  const document = { body: { dataset: { state } }, querySelector: () => element };
  const handleNextAction = async () => result;
  new Function('document', 'location', 'Stripe', script)(document, { reload }, () => ({ handleNextAction }));
  await vi.waitFor(() => expect(reload.mock.calls.length > 0 || element.textContent !== '').toBe(true));
  return reload.mock.calls.length > 0;
}
const send = (server: TestServer, payload: string, header: string) =>
  open(server, 'http://localhost:3000/bank/webhook', {
    method: 'POST',
    headers: { 'Stripe-Signature': header },
    body: payload,
  });

describe('hosted: the bank’s own page takes the card', () => {
  test('step 4 without a card is answered with a page on the bank’s origin', async () => {
    const { server, stripe } = await startWithStripe();
    const url = await cardPageOf(server, await beginWithNumber(server));
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:3000\/bank\/card\/seti_1\/[\w-]{43}$/);
    expect(stripe.calls.map(({ call }) => call)).toEqual(['POST customers', 'POST setup_intents']);
    expect(stripe.calls[1]?.body).toMatchObject({ 'allowed_payment_method_types[0]': 'card', usage: 'off_session' });
  });

  test.each(['card_number', 'card_cvv', 'card_end_month', 'card_name'] as const)(
    '%s is refused, and nothing goes to the bank',
    async (field) => {
      const { server, stripe } = await startWithStripe();
      const token = await beginWithNumber(server);
      const { status, errors } = await failureOf(submit(server.api, token, { ...order, [field]: billing[field] }));
      expect(status).toBe(400);
      expect(errors).toMatchObject([{ code: 'VA1001', field }]);
      expect(stripe.calls).toEqual([]);
    },
  );

  test('the contract of this server has no card field, the one of a page that takes cards has them all', () => {
    const { settings } = readConfig({ CARD_ENTRY: 'hosted' });
    const sent = (one: typeof settings) =>
      Object.keys(
        openApiDocument({ settings: one }).paths['/registrations/{registration_token}']?.['patch']?.requestBody
          ?.content['application/json'].schema.properties ?? {},
      );
    expect(sent(settings).filter((field) => cardFields.some((card) => card === field))).toEqual([]);
    expect(sent(settings)).toContain('card_currency');
    expect(sent({ ...settings, cardEntry: 'page' })).toEqual(expect.arrayContaining([...cardFields]));
  });

  test('only the page on the bank’s origin may load from Stripe, and only the app may frame it', async () => {
    const { server } = await startWithStripe();
    const answer = await open(server, await cardPageOf(server, await beginWithNumber(server)));
    const policy = answer.headers.get('Content-Security-Policy') ?? '';
    expect(answer.status).toBe(200);
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      expect.stringMatching(/^style-src 'self' 'sha256-[\w+/=]+'$/),
      "font-src 'self'",
      expect.stringMatching(/^script-src 'sha256-[\w+/=]+' https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com$/),
      'connect-src https://api.stripe.com',
      'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
      "form-action 'self'",
      "base-uri 'none'",
      expect.stringMatching(/^frame-ancestors http:\/\/localhost:3000( |$)/),
    ]);
    const text = await answer.text();
    expect(text).toContain('<title>Enter your card details</title>');
    const { name } = server.context.config.settings.brand;
    expect(text).toContain(`<p>${name} wants to save your card for future payments. You won&#39;t be charged now.</p>`);
    expect(text).toContain('>Save card</button>');
    expect(text).toContain(
      'data-unavailable="We couldn&#39;t reach your bank. Nothing has been charged. You can try again."',
    );
    expect(text).toContain('data-secret="seti_1_secret"');
    expect(text).toContain('data-key="pk_test_public"');
    expect(text).toMatch(/<script src="https:\/\/js\.stripe\.com\/[a-z]+\/stripe\.js">/);
    expect(text).not.toContain('sk_test_secret');
  });

  test('the page opens by its own address only, and not on the host of the app', async () => {
    const { server } = await startWithStripe();
    const url = await cardPageOf(server, await beginWithNumber(server));
    expect((await open(server, url.replace('127.0.0.1', 'localhost'))).status).toBe(404);
    expect((await open(server, url.replace('seti_1', 'seti_2'))).status).toBe(404);
    expect((await open(server, url.slice(0, -1))).status).toBe(404);
  });

  test.each(['down', '500'] as const)('while Stripe is away (%s), the page says so, and opens later', async (fault) => {
    const { server, stripe } = await startWithStripe();
    const url = await cardPageOf(server, await beginWithNumber(server));
    stripe.faults.set('GET setup_intents', fault);
    const lines = await linesOf(async () => {
      const page = await open(server, url, { headers: { 'Sec-Fetch-Mode': 'navigate', 'Accept-Language': 'de' } });
      expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '5']);
      // In the frame of the app, where a page that nobody may frame would be blank.
      expect(page.headers.get('Content-Security-Policy')).toContain('frame-ancestors http://localhost:3000');
      expect(page.headers.get('X-Frame-Options')).toBeNull();
      expect(await page.text()).toMatch(/<html lang="de">.*<p role="alert">[^<]+<\/p>/s);
    });
    expect(lines).toMatchObject([{ event: 'bank call failed' }]);
    stripe.faults.clear();
    expect((await open(server, url)).status).toBe(200);
  });

  test('the page opens behind a proxy that passes the host on', async () => {
    const { server } = await startWithStripe();
    const url = await cardPageOf(server, await beginWithNumber(server));
    const behind = url.replace('127.0.0.1', 'localhost');
    expect((await open(server, behind, { headers: { Host: '127.0.0.1:3000' } })).status).toBe(200);
    expect((await open(server, behind, { headers: { Host: 'localhost:3000' } })).status).toBe(404);
  });

  test.each([
    ['de', 'de'],
    ['br', 'pt-BR'],
  ])('the page is in the language %s of the sign-up, for Stripe too', async (language, tag) => {
    const { server } = await startWithStripe();
    const token = await beginWithNumber(server);
    const visitor = server.client({ headers: { 'X-Language': language } });
    const { data } = await submit(visitor, token, order);
    const text = await (await open(server, String('url' in data && data.url))).text();
    expect(text).toContain(`<html lang="${tag}">`);
    expect(text).toContain(`data-locale="${tag}"`);
  });

  test('an approval that cannot be recorded is logged, the page ends, and the next reload finds it', async () => {
    const { server, stripe } = await startWithStripe();
    const token = await beginWithNumber(server);
    const url = await cardPageOf(server, token);
    stripe.enterCard();
    vi.spyOn(server.context.db, 'transaction').mockImplementationOnce(() => {
      throw new Error('The database is away');
    });
    const lines = await linesOf(async () => {
      const page = await open(server, url);
      expect([page.status, (await page.text()).includes('3DS-authentication-complete')]).toEqual([200, true]);
    });
    expect(lines).toMatchObject([{ event: 'result of a bank check not recorded', error: 'Error' }]);
    expect((await read(server.api, token)).completed_at).toEqual(expect.any(String));
  });

  test('an approved card completes the sign-up before the app is notified', async () => {
    const { server, stripe } = await startWithStripe();
    const url = await cardPageOf(server, await beginWithNumber(server));
    stripe.enterCard();
    const text = await (await open(server, url)).text();
    expect(text).toContain('3DS-authentication-complete');
    expect(text).toContain('data-target="*"');
    expect(await customers(server)).toMatchObject([
      { card_brand: 'visa', card_last4: '4242', bank_reference: 'pm_1', country: 'UK', postcode: 'LS1 1AA' },
    ]);
  });

  test.each([
    ['mastercard', 'DE', { country: 'PL', postal_code: '00-001' }, ['mastercard', 'PL', '00-001']],
    ['amex', 'US', { country: 'US', postal_code: '10001' }, ['amex', 'US', '10001']],
    ['jcb', 'JP', { country: 'JP', postal_code: '1000001' }, ['other', 'JP', '1000001']],
    // Stripe's field asks for no address: the country that issued the card takes its place.
    ['visa', 'GB', { country: null, postal_code: null }, ['visa', 'UK', null]],
    ['visa', 'GB', null, ['visa', 'UK', null]],
    ['visa', null, null, ['visa', null, null]],
  ])('of a card of %s from %s with the address %o, %o is kept', async (brand, country, address, kept) => {
    const { server, stripe } = await startWithStripe();
    const url = await cardPageOf(server, await beginWithNumber(server));
    stripe.enterCard(undefined, { card: { brand, last4: '0005', country }, billing_details: { address } });
    expect((await open(server, url)).status).toBe(200);
    const [customer] = await customers(server);
    expect(customer).toMatchObject({ card_brand: kept[0], card_last4: '0005' });
    expect([customer?.country || null, customer?.postcode || null]).toEqual([kept[1], kept[2]]);
  });

  test.each([
    ['no card, as with a wallet', 'pm_1', { card: null }],
    ['no payment method', null, {}],
  ])('of a setup with %s its id is kept, and the sign-up is complete', async (_what, payment_method, entered) => {
    const { server, stripe } = await startWithStripe();
    const token = await beginWithNumber(server);
    await cardPageOf(server, token);
    stripe.enterCard(undefined, entered);
    Object.assign(stripe.setups[0] ?? {}, { payment_method });
    expect((await read(server.api, token)).completed_at).toEqual(expect.any(String));
    expect(await customers(server)).toMatchObject([{ bank_reference: payment_method ?? 'seti_1', card_last4: null }]);
  });

  test('the registration, read again, completes the sign-up as well', async () => {
    const { server, stripe } = await startWithStripe();
    const token = await beginWithNumber(server);
    const url = await cardPageOf(server, token);
    expect(await read(server.api, token)).toMatchObject({ completed_at: null, url });
    stripe.enterCard();
    expect((await read(server.api, token)).completed_at).toEqual(expect.any(String));
  });

  test('a page that was closed opens again: one customer and one setup at the bank', async () => {
    const { server, stripe } = await startWithStripe();
    const token = await beginWithNumber(server);
    const url = await cardPageOf(server, token);
    expect(await cardPageOf(server, token)).toBe(url);
    expect(stripe.setups).toHaveLength(1);
  });

  test('after the deadline the setup is cancelled at the bank, and the next submission has a new one', async () => {
    const { server, stripe } = await startWithStripe({ BANK_DEADLINE_S: '60' });
    const token = await beginWithNumber(server);
    const url = await cardPageOf(server, token);
    server.clock.forward(59);
    expect(await read(server.api, token)).toMatchObject({ completed_at: null, url });
    server.clock.forward(1);
    expect(await read(server.api, token)).toMatchObject({ completed_at: null, url: null });
    expect(stripe.setups).toMatchObject([{ status: 'canceled' }]);
    expect((await open(server, url)).status).toBe(410);
    expect(await cardPageOf(server, token)).not.toBe(url);
  });

  test('a setup that the operator cancels at Stripe is over, and the next submission has a new one', async () => {
    const { server, stripe } = await startWithStripe();
    const token = await beginWithNumber(server);
    const url = await cardPageOf(server, token);
    const [setup] = stripe.setups;
    if (setup) setup.status = 'canceled';
    const { payload, header } = webhook(server, setup ?? {}, 'setup_intent.canceled');
    expect((await send(server, payload, header)).status).toBe(200);
    expect(await attempts(server)).toMatchObject([{ status: 'cancelled', settled_at: server.clock.now() }]);
    expect(await read(server.api, token)).toMatchObject({ step: '4', completed_at: null, url: null });
    expect((await open(server, url)).status).toBe(410);
    expect(await cardPageOf(server, token)).not.toBe(url);
  });
});

describe('unknown outcomes', () => {
  test.each(['POST customers', 'POST setup_intents'])(
    'when the answer to %s is lost, step 4 stays, and the attempt is found by its key',
    async (call) => {
      const { server, stripe } = await startWithStripe();
      const token = await beginWithNumber(server);
      stripe.faults.set(call, 'lost');
      expect((await failureOf(submit(server.api, token, order))).status).toBe(503);
      expect(await read(server.api, token)).toMatchObject({ step: '4', completed_at: null });
      stripe.faults.clear();
      await cardPageOf(server, token);
      expect(stripe.setups).toHaveLength(1);
    },
  );

  test('an attempt is found by its key where Stripe offers no search', async () => {
    const { server, stripe } = await startWithStripe();
    const token = await beginWithNumber(server);
    const url = await cardPageOf(server, token);
    stripe.enterCard();
    stripe.faults.set('GET customers', 'down');
    expect((await open(server, url)).status).toBe(200);
    expect(await customers(server)).toHaveLength(1);
    expect(stripe.setups).toHaveLength(1);
  });

  test('while the bank cannot be reached nothing new is set up', async () => {
    const { server, stripe } = await startWithStripe();
    const token = await beginWithNumber(server);
    stripe.faults.set('POST customers', 'down');
    for (const _ of [1, 2]) {
      const lines = await linesOf(async () =>
        expect((await failureOf(submit(server.api, token, order))).status).toBe(503),
      );
      expect(lines).toEqual([{ event: 'bank call failed', type: 'StripeConnectionError' }]);
    }
    expect(await attempts(server)).toMatchObject([{ status: 'unknown' }]);
  });

  test('are logged with what Stripe calls them, and nothing of the card or the keys', async () => {
    const { server, stripe } = await startWithStripe({ CARD_ENTRY: 'page', STRIPE_RAW_CARDS: 'on' });
    const token = await beginWithNumber(server);
    stripe.faults.set('POST payment_methods', '500');
    const lines = await linesOf(() => failureOf(submit(server.api, token, billing)));
    const stripe_request = `req_${stripe.calls.length}`;
    expect(lines).toEqual([{ event: 'bank call failed', type: 'StripeAPIError', status: 500, stripe_request }]);
    stripe.faults.set('GET setup_intents', 'down');
    const next = await linesOf(() => failureOf(submit(server.api, token, billing)));
    expect(next).toEqual([{ event: 'bank call failed', type: 'StripeConnectionError' }]);
    stripe.faults.clear();
    stripe.faults.set('GET customers', 'odd');
    const odd = await linesOf(() => failureOf(submit(server.api, token, billing)));
    expect(odd).toEqual([{ event: 'bank call failed', type: 'unexpected' }]);
    expect(await attempts(server)).toMatchObject([{ status: 'unknown' }]);
  });

  const onPage = { CARD_ENTRY: 'page', STRIPE_RAW_CARDS: 'on' };
  test.each([
    ['POST setup_intents', {}, order, 202],
    ['POST setup_intents', onPage, billing, 200],
    ['POST customers', {}, order, 202],
  ])('an answer to %s that is about something else is none (%o)', async (call, env, fields, afterwards) => {
    const { server, stripe } = await startWithStripe(env);
    await submit(server.api, await beginWithNumber(server, { email: 'other@example.com' }), fields);
    stripe.enterCard();
    const token = await beginWithNumber(server);
    stripe.faults.set(call, 'odd').set('GET customers', 'down');
    for (const _ of [1, 2]) {
      expect((await failureOf(submit(server.api, token, fields))).status).toBe(503);
      // The card of another sign-up is not taken for this one's.
      expect(await read(server.api, token)).toMatchObject({ step: '4', completed_at: null });
    }
    stripe.faults.clear();
    expect((await submit(server.api, token, fields)).status).toBe(afterwards);
  });

  test('a page that is loaded without end asks Stripe twenty times, and a page of another visitor still does', async () => {
    const { server, stripe } = await startWithStripe();
    const [url, other] = [
      await cardPageOf(server, await beginWithNumber(server)),
      await cardPageOf(server, await beginWithNumber(server, { email: 'other@example.com' })),
    ];
    const time = vi.spyOn(performance, 'now').mockReturnValue(1_000_000);
    for (let count = 0; count < 20; count += 1) expect((await open(server, url)).status).toBe(200);
    // The next turn is a second later, so here it is more than the five that are waited for.
    time.mockReturnValue(1_000_000 - 5_001);
    const refused = await open(server, url);
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
    expect((await open(server, other)).status).toBe(200);
    expect(stripe.calls.filter(({ call }) => call === 'GET setup_intents')).toHaveLength(21);
    time.mockRestore();
  });

  test('the page of a card says that the bank is away if the answer is about something else', async () => {
    const { server, stripe } = await startWithStripe();
    const url = await cardPageOf(server, await beginWithNumber(server));
    stripe.faults.set('GET setup_intents', 'odd');
    expect((await open(server, url)).status).toBe(503);
    stripe.faults.clear();
    expect((await open(server, url)).status).toBe(200);
  });

  test('a failure that Stripe repeats for the key ends the attempt, and the next submission begins anew', async () => {
    const { server, stripe } = await startWithStripe();
    await cardPageOf(server, await beginWithNumber(server, { email: 'other@example.com' }));
    stripe.enterCard();
    const token = await beginWithNumber(server);
    stripe.faults.set('POST customers', '500');
    await failureOf(submit(server.api, token, order));
    stripe.faults.clear();
    await cardPageOf(server, token);
    // The card of another sign-up is not taken for this one's.
    expect(await read(server.api, token)).toMatchObject({ step: '4', completed_at: null });
    expect(stripe.setups).toHaveLength(2);
    expect(await attempts(server)).toMatchObject([{}, { status: 'declined' }, { status: 'challenge' }]);
  });
});

describe('webhooks', () => {
  test('complete the sign-up of a visitor who has left, once, however often they come', async () => {
    const { server, stripe } = await startWithStripe();
    await cardPageOf(server, await beginWithNumber(server));
    stripe.enterCard();
    const { payload, header } = webhook(server, stripe.setups[0] ?? {});
    const answers = await Promise.all([send(server, payload, header), send(server, payload, header)]);
    answers.push(await send(server, payload, header));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await customers(server)).toHaveLength(1);
  });

  test('complete the sign-up that they are about, and no other that waits', async () => {
    const { server, stripe } = await startWithStripe();
    const [first, second, third] = [
      await beginWithNumber(server, { email: 'first@example.com' }),
      await beginWithNumber(server),
      await beginWithNumber(server, { email: 'third@example.com' }),
    ];
    const pages = [await cardPageOf(server, first), await cardPageOf(server, second), await cardPageOf(server, third)];
    expect(new Set(pages).size).toBe(3);
    stripe.enterCard(stripe.setups[1]);
    const { payload, header } = webhook(server, stripe.setups[1] ?? {});
    expect((await send(server, payload, header)).status).toBe(200);
    const done = server.context.db.selectFrom('registrations').select('email').where('completed_at', 'is not', null);
    expect(await done.execute()).toEqual([{ email: EMAIL }]);
    expect(stripe.setups.map(({ status }) => status)).toEqual([
      'requires_payment_method',
      'succeeded',
      'requires_payment_method',
    ]);
  });

  test.each([
    ['setup_intent.succeeded', true],
    ['setup_intent.canceled', true],
    ['setup_intent.setup_failed', true],
    ['setup_intent.created', false],
  ] as const)('of the kind %s are acted upon: %s', async (type, isActedUpon) => {
    const { server, stripe } = await startWithStripe();
    const token = await beginWithNumber(server);
    await cardPageOf(server, token);
    stripe.enterCard();
    const { payload, header } = webhook(server, stripe.setups[0] ?? {}, type);
    expect((await send(server, payload, header)).status).toBe(200);
    expect(await customers(server)).toHaveLength(isActedUpon ? 1 : 0);
  });

  test('while the bank is still processing the card are to be sent again, and its page ends', async () => {
    const { server, stripe } = await startWithStripe();
    const token = await beginWithNumber(server);
    const url = await cardPageOf(server, token);
    const [setup] = stripe.setups;
    if (setup) setup.status = 'processing';
    const { payload, header } = webhook(server, setup ?? {});
    expect((await send(server, payload, header)).status).toBe(503);
    const page = await open(server, url);
    expect([page.status, (await page.text()).includes('3DS-authentication-complete')]).toEqual([200, true]);
    expect(await read(server.api, token)).toMatchObject({ completed_at: null });
    stripe.enterCard();
    expect((await read(server.api, token)).completed_at).toEqual(expect.any(String));
  });

  test('while another request waits for the bank, or was killed at it, are to be sent again', async () => {
    const { server, stripe } = await startWithStripe();
    const token = await beginWithNumber(server);
    await cardPageOf(server, token);
    // As a server leaves it that is killed before it has recorded the bank's answer.
    await server.context.db.updateTable('bank_attempts').set({ status: 'asked' }).execute();
    stripe.enterCard();
    const early = webhook(server, stripe.setups[0] ?? {});
    expect((await send(server, early.payload, early.header)).status).toBe(503);
    server.clock.forward(31);
    const late = webhook(server, stripe.setups[0] ?? {});
    expect((await send(server, late.payload, late.header)).status).toBe(200);
    expect((await read(server.api, token)).completed_at).toEqual(expect.any(String));
  });

  test('a late event does not undo what has come since', async () => {
    const { server, stripe } = await startWithStripe();
    const token = await beginWithNumber(server);
    await cardPageOf(server, token);
    const failed = webhook(server, stripe.setups[0] ?? {}, 'setup_intent.setup_failed');
    stripe.enterCard();
    const succeeded = webhook(server, stripe.setups[0] ?? {});
    expect((await send(server, succeeded.payload, succeeded.header)).status).toBe(200);
    expect((await send(server, failed.payload, failed.header)).status).toBe(200);
    expect((await read(server.api, token)).completed_at).toEqual(expect.any(String));
  });

  test('an event completes the sign-up when Stripe has forgotten the idempotency keys', async () => {
    const { server, stripe } = await startWithStripe();
    await cardPageOf(server, await beginWithNumber(server));
    stripe.enterCard();
    server.clock.forward(25 * 3600);
    const { payload, header } = webhook(server, stripe.setups[0] ?? {});
    expect((await send(server, payload, header)).status).toBe(200);
    expect(await customers(server)).toHaveLength(1);
  });

  test('an event claims nothing: the bank is asked what the setup has become', async () => {
    const { server, stripe } = await startWithStripe();
    const token = await beginWithNumber(server);
    await cardPageOf(server, token);
    const { payload, header } = webhook(server, { ...stripe.setups[0], status: 'succeeded' });
    expect((await send(server, payload, header)).status).toBe(200);
    expect((await read(server.api, token)).completed_at).toBeNull();
  });

  test('without an answer of the bank the event is to be sent again', async () => {
    const { server, stripe } = await startWithStripe();
    await cardPageOf(server, await beginWithNumber(server));
    stripe.enterCard();
    stripe.faults.set('POST customers', 'down');
    const { payload, header } = webhook(server, stripe.setups[0] ?? {});
    const early = await send(server, payload, header);
    expect([early.status, await early.text()]).toEqual([503, 'not settled']);
    stripe.faults.clear();
    const late = await send(server, payload, header);
    expect([late.status, await late.text()]).toEqual([200, 'ok']);
    expect(await customers(server)).toHaveLength(1);
  });

  test('what is not signed, changed, or old is refused', async () => {
    const { server, stripe } = await startWithStripe();
    await cardPageOf(server, await beginWithNumber(server));
    const { payload, header } = webhook(server, stripe.setups[0] ?? {});
    const lines = await linesOf(async () => {
      const unsigned = await send(server, payload, '');
      // Stripe shows the operator what was answered.
      expect([unsigned.status, await unsigned.text()]).toEqual([400, 'signature not valid']);
    });
    const bare = await open(server, 'http://localhost:3000/bank/webhook', { method: 'POST', body: payload });
    expect(bare.status).toBe(400);
    expect(lines).toEqual([{ event: 'webhook refused: its signature is not valid' }]);
    expect((await send(server, payload.replace('seti_1', 'seti_9'), header)).status).toBe(400);
    server.clock.forward(300);
    expect((await send(server, payload, header)).status).toBe(200);
    server.clock.forward(1);
    expect((await send(server, payload, header)).status).toBe(400);
  });

  test('refused ones are at most a hundred lines a minute', async () => {
    const { server } = await startWithStripe();
    const lines = await linesOf(async () => {
      for (let sent = 0; sent < 150; sent += 1) await send(server, '{}', 't=1,v1=x');
    });
    expect(lines).toHaveLength(100);
  });

  test('an event is at most 256 KiB long', async () => {
    const { server } = await startWithStripe();
    const ofLength = (length: number) => webhook(server, { id: 'seti_x', text: 'x'.repeat(length) });
    const [long, tooLong] = [ofLength(255 * 1024), ofLength(256 * 1024)];
    expect((await send(server, long.payload, long.header)).status).toBe(200);
    const refused = await send(server, tooLong.payload, tooLong.header);
    expect([refused.status, await refused.text()]).toEqual([413, 'too long']);
  });

  test('events about anything else are accepted and change nothing', async () => {
    const { server } = await startWithStripe();
    for (const metadata of [{}, { attempt: 'of another server' }]) {
      const other = webhook(server, { id: 'seti_x', metadata });
      expect((await send(server, other.payload, other.header)).status).toBe(200);
    }
    const foreign = webhook(server, { id: 'ch_1' }, 'charge.succeeded');
    expect((await send(server, foreign.payload, foreign.header)).status).toBe(200);
  });
});

describe('card numbers from our page, where the account may send them', () => {
  const raw = { CARD_ENTRY: 'page', STRIPE_RAW_CARDS: 'on' };

  test('an approved card completes the sign-up', async () => {
    const { server, stripe } = await startWithStripe(raw);
    expect(await submit(server.api, await beginWithNumber(server), billing)).toMatchObject({
      status: 200,
      data: { completed_at: expect.any(String) },
    });
    expect(stripe.calls.find(({ call }) => call === 'POST payment_methods')?.body).toEqual({
      type: 'card',
      'card[number]': '4242424242424242',
      'card[exp_month]': '12',
      'card[exp_year]': '2030',
      'card[cvc]': '123',
      'billing_details[name]': 'Nina Newman',
      'billing_details[address][country]': 'GB',
      'billing_details[address][postal_code]': 'LS1 1AA',
    });
    expect(await customers(server)).toMatchObject([{ card_brand: 'visa', card_last4: '4242', bank_reference: 'pm_1' }]);
    const [attempt] = await attempts(server);
    expect(stripe.calls.find(({ call }) => call === 'POST setup_intents')?.body).toMatchObject({
      customer: 'cus_1',
      confirm: 'true',
      use_stripe_sdk: 'true',
      payment_method: 'pm_1',
      usage: 'off_session',
      'metadata[attempt]': attempt?.attempt,
      'metadata[language]': 'en',
    });
  });

  test('each call that makes something has a key of its attempt, and no call tells Stripe of earlier ones', async () => {
    const { server, stripe } = await startWithStripe(raw);
    await submit(server.api, await beginWithNumber(server), billing);
    await submit(server.api, await beginWithNumber(server, { email: 'later@example.com' }), billing);
    const keys = (await attempts(server)).flatMap(({ attempt }) =>
      ['customer', 'card', 'setup'].map((what) => `${attempt} ${what}`),
    );
    const made = stripe.calls.filter(({ call }) => call.startsWith('POST'));
    expect(made.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(keys);
    expect(stripe.calls.filter(({ headers }) => headers.has('X-Stripe-Client-Telemetry'))).toEqual([]);
  });

  test('a declined card is said at its number, and another one is accepted', async () => {
    const { server, stripe } = await startWithStripe(raw);
    const token = await beginWithNumber(server);
    stripe.willConfirm('declined');
    expect((await failureOf(submit(server.api, token, billing))).errors).toMatchObject([
      { code: 'PY1001', field: 'card_number' },
    ]);
    expect(await attempts(server)).toMatchObject([{ status: 'declined', settled_at: server.clock.now() }]);
    stripe.willConfirm('succeeded');
    expect(await submit(server.api, token, billing)).toMatchObject({ status: 200 });
  });

  test('a declined card whose answer was lost is over, and another one is accepted', async () => {
    const { server, stripe } = await startWithStripe(raw);
    const token = await beginWithNumber(server);
    stripe.willConfirm('declined');
    stripe.faults.set('POST setup_intents', 'lost');
    expect((await failureOf(submit(server.api, token, billing))).status).toBe(503);
    stripe.faults.clear();
    expect(await read(server.api, token)).toMatchObject({ step: '4', completed_at: null, url: null });
    expect(await attempts(server)).toMatchObject([{ status: 'declined', settled_at: server.clock.now() }]);
    stripe.willConfirm('succeeded');
    expect(await submit(server.api, token, billing)).toMatchObject({ status: 200 });
  });

  test('a 3-D Secure check opens on the bank’s page, which continues it', async () => {
    const { server, stripe } = await startWithStripe(raw);
    const token = await beginWithNumber(server);
    stripe.willConfirm('requires_action');
    const { status, data } = await submit(server.api, token, billing);
    if (status !== 202) throw new Error(`Step 4 answered ${status}.`);
    expect(await (await open(server, data.url)).text()).toContain('data-state="requires_action"');
    stripe.enterCard();
    await open(server, data.url);
    expect(await customers(server)).toHaveLength(1);
  });

  test('a 3-D Secure check that fails ends on the bank’s page, which notifies the app, and another card is accepted', async () => {
    const { server, stripe } = await startWithStripe(raw);
    const token = await beginWithNumber(server);
    stripe.willConfirm('requires_action');
    const { data } = await submit(server.api, token, billing);
    const url = 'url' in data ? (data.url ?? '') : '';
    const page = await (await open(server, url)).text();
    expect(await reloadsAfter(page, { error: { message: 'Not authenticated.' } })).toBe(true);
    Object.assign(stripe.setups[0] ?? {}, { status: 'requires_payment_method' });
    const reloaded = await open(server, url);
    expect([reloaded.status, await reloaded.text()]).toEqual([
      410,
      expect.stringContaining('3DS-authentication-complete'),
    ]);
    expect(await read(server.api, token)).toMatchObject({ completed_at: null, url: null });
    stripe.willConfirm('succeeded');
    expect(await submit(server.api, token, billing)).toMatchObject({ status: 200 });
  });

  test('a card whose answer was lost is not set up twice', async () => {
    const { server, stripe } = await startWithStripe(raw);
    const token = await beginWithNumber(server);
    stripe.faults.set('POST setup_intents', 'lost');
    expect((await failureOf(submit(server.api, token, billing))).status).toBe(503);
    stripe.faults.clear();
    expect((await read(server.api, token)).completed_at).toEqual(expect.any(String));
    expect(stripe.setups).toHaveLength(1);
    const row = await server.context.db.selectFrom('users').select('email').where('email', '=', EMAIL).execute();
    expect(row).toHaveLength(1);
  });
});

test('the local test bank takes no card of ours either, where its own page does', async () => {
  const server = await startServer({ CARD_ENTRY: 'hosted' });
  const token = await beginWithNumber(server);
  const url = await cardPageOf(server, token);
  const pressed = await open(server, url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'result=approved',
  });
  expect(pressed.status).toBe(200);
  expect((await read(server.api, token)).completed_at).toEqual(expect.any(String));
});
