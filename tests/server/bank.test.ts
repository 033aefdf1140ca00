import { describe, expect, test, vi } from 'vitest';
import { cardBrand, isCardNumberValid } from '#domain/card.ts';
import { pacedBank } from '#server/bank/pacedBank.ts';
import type { Bank, BankAttempt } from '#server/bank/port.ts';
import { testCards } from '#server/bank/testCards.ts';
import { answerCheck, CARD_WITH_CHECK } from '#tests/support/bankCheck.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

const DONE = '3DS-authentication-complete';
const APP = 'http://localhost:3000';
const BANK = 'http://127.0.0.1:3000';

const attemptWith = (number: string, attempt = 'registration-1:1'): BankAttempt => ({
  attempt,
  language: 'en',
  card: {
    type: cardBrand(number),
    number,
    endMonth: '12',
    endYear: '2030',
    securityCode: '123',
    name: 'Ann Owner',
    country: 'US',
    postcode: '10001',
  },
});

const authorise = ({ context }: TestServer, number: string, attempt?: string) =>
  context.bank.authorise(attemptWith(number, attempt));
const settle = ({ context }: TestServer, attempt = 'registration-1:1') => context.bank.settle(attempt);

/** The address of the check that a card brings. */
async function checkOf(server: TestServer, number = CARD_WITH_CHECK): Promise<string> {
  const outcome = await authorise(server, number);
  if (outcome.kind !== 'challenge') throw new Error(`The bank said ${outcome.kind}`);
  expect(outcome.url).toMatch(new RegExp(`^${BANK}/bank/check/[\\w-]{43}$`));
  return outcome.url.slice(BANK.length);
}

/** The message that a page posts and its target origin, from its own script and data. */
const postedMessage = (text: string) => ({
  message: /parent\.postMessage\('([^']+)', document\.body\.dataset\.target\)/.exec(text)?.[1],
  target: / data-target="([^"]+)"/.exec(text)?.[1],
});

const policyOf = (answer: Response, name: string) =>
  (answer.headers.get('Content-Security-Policy') ?? '')
    .split('; ')
    .find((part) => part.startsWith(name))
    ?.slice(name.length + 1);

describe('cards', () => {
  test.each(Object.keys(testCards))('%s is a number that the form accepts', (number) => {
    expect(isCardNumberValid(number)).toBe(true);
  });

  test.each([
    ['4242424242424242', 'approved'],
    ['5555555555554444', 'approved'],
    ['378282246310005', 'approved'],
    // Any other card that is valid.
    ['4111111111111111', 'approved'],
    ['4000000000000002', 'declined'],
    ['4000000000003220', 'challenge'],
    ['4000000000003212', 'challenge'],
    ['4000000000000044', 'challenge'],
    ['4000000000000051', 'challenge'],
    ['4000000000000069', 'challenge'],
    ['4000000000000119', 'unknown'],
    ['4000000000000077', 'unknown'],
  ])('%s is answered with %s', async (number, kind) => {
    expect(await authorise(await startServer(), number)).toMatchObject({ kind });
  });

  test('the same key is one attempt, also concurrently: same response, one row', async () => {
    const server = await startServer();
    const answers = await Promise.all([1, 2, 3, 4].map(() => authorise(server, '4000000000003220')));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await authorise(server, '4000000000000002')).toEqual(answers[0]);
    expect(await server.context.db.selectFrom('test_bank').selectAll().execute()).toHaveLength(1);
  });

  test('another key is another attempt, with a reference of its own', async () => {
    const server = await startServer();
    const answers = await Promise.all(['one', 'two'].map((key) => authorise(server, '4242424242424242', key)));
    expect(new Set(answers.map((answer) => 'reference' in answer && answer.reference)).size).toBe(2);
  });

  test('an approval whose response was lost is found by its key', async () => {
    const server = await startServer();
    await authorise(server, '4000000000000077');
    expect(await settle(server)).toMatchObject({ kind: 'approved', reference: expect.any(String) });
  });

  test('an attempt that a bank failed to answer is declined later', async () => {
    const server = await startServer();
    await authorise(server, '4000000000000119');
    expect(await settle(server)).toEqual({ kind: 'declined' });
  });

  test('stores neither number nor security code', async () => {
    const server = await startServer();
    for (const number of Object.keys(testCards)) await authorise(server, number, number.slice(-4));
    const books = JSON.stringify(await server.context.db.selectFrom('test_bank').selectAll().execute());
    for (const number of Object.keys(testCards)) expect(books.replace(/\D/g, '')).not.toContain(number);
    expect(books).toContain('•••• •••• •••• 3220');
    expect(books).toContain('•••• •••••• •0005');
  });
});

describe('the check (§4)', () => {
  test('shows amount 0.00, merchant and the card behind dots, and three buttons', async () => {
    const server = await startServer();
    const answer = await server.request(await checkOf(server));
    const text = await answer.text();
    expect(answer.status).toBe(200);
    const brand = server.context.config.settings.brand.name;
    expect(text).toContain(`${brand} wants to save your card for future payments. You won&#39;t be charged now.`);
    expect(text).toContain('<dd>0.00</dd>');
    expect(text).toContain(`<dd>${server.context.config.settings.brand.name}</dd>`);
    expect(text).toContain('<dd>•••• •••• •••• 3220</dd>');
    expect([...text.matchAll(/<button[^>]*>([^<]+)<\/button>/g)].map(([, name]) => name)).toEqual([
      'Approve',
      'Decline',
      'Cancel',
    ]);
    expect(postedMessage(text).message).toBeUndefined();
    expect(text.match(/<form method="post">\s*(?:<button[^>]*>[^<]+<\/button>\s*){3}<\/form>/)).not.toBeNull();
  });

  test('has no card to show where the page of the bank takes it', async () => {
    const server = await startServer();
    const { attempt, language } = attemptWith('');
    const outcome = await server.context.bank.authorise({ attempt, language });
    const text = await (await server.request('url' in outcome ? outcome.url.slice(BANK.length) : '')).text();
    expect([...text.matchAll(/<dt>([^<]+)<\/dt>/g)].map(([, name]) => name)).toEqual(['Merchant', 'Amount']);
    expect(text).toMatch(/<\/div>\s*<\/dl>/);
  });

  test.each([
    ['approved', { kind: 'approved', reference: expect.any(String) }],
    ['declined', { kind: 'declined' }],
    ['cancelled', { kind: 'cancelled' }],
  ])('%s is decided by the bank, which then notifies the app only', async (result, outcome) => {
    const server = await startServer();
    const path = await checkOf(server);
    expect(await settle(server)).toMatchObject({ kind: 'challenge' });
    const answer = await answerCheck(server, path, result);
    expect(answer.status).toBe(200);
    expect(postedMessage(await answer.text())).toEqual({ message: DONE, target: APP });
    expect(await settle(server)).toEqual(outcome);
  });

  test('ends once: the first answer counts; later ones get 410 and notify the app again', async () => {
    const server = await startServer();
    const path = await checkOf(server);
    await answerCheck(server, path, 'declined');
    for (const answer of [await answerCheck(server, path, 'approved'), await server.request(path)]) {
      expect(answer.status).toBe(410);
      const text = await answer.text();
      expect(text).toContain('<title>This bank check has already ended</title>');
      expect(postedMessage(text)).toEqual({ message: DONE, target: APP });
    }
    expect(await settle(server)).toEqual({ kind: 'declined' });
  });

  test.each(['approved', 'declined', 'cancelled'] as const)('%s says nothing of other checks', async (result) => {
    const server = await startServer();
    const pathOf = async (number: string, attempt: string) => {
      const outcome = await authorise(server, number, attempt);
      return 'url' in outcome ? outcome.url.slice(BANK.length) : '';
    };
    await authorise(server, '4000000000000002', 'before');
    const first = await pathOf('4000000000003220', 'first');
    const path = await pathOf('4000000000003238', 'mine');
    const last = await pathOf('4000000000003220', 'last');
    await authorise(server, '4242424242424242', 'after');
    expect((await answerCheck(server, path, result)).status).toBe(200);
    const kinds = ['before', 'first', 'mine', 'last', 'after'].map(async (one) => (await settle(server, one)).kind);
    expect(await Promise.all(kinds)).toEqual(['declined', 'challenge', result, 'challenge', 'approved']);
    for (const open of [first, last]) {
      const page = await server.request(open);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('•••• •••• •••• 3220');
    }
    expect((await server.request(path)).status).toBe(410);
  });

  test('counts one of several concurrent answers', async () => {
    const server = await startServer();
    const path = await checkOf(server);
    const answers = await Promise.all(
      ['approved', 'declined', 'cancelled', 'approved'].map((result) => answerCheck(server, path, result)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("is declined after the bank's deadline", async () => {
    const server = await startServer({ BANK_DEADLINE_S: '60' });
    const path = await checkOf(server);
    server.clock.forward(59);
    expect((await server.request(path)).status).toBe(200);
    server.clock.forward(1);
    expect((await server.request(path)).status).toBe(410);
    expect((await answerCheck(server, path, 'approved')).status).toBe(410);
    expect(await settle(server)).toEqual({ kind: 'declined' });
  });

  test('shows the page again after an unknown answer', async () => {
    const server = await startServer();
    const path = await checkOf(server);
    const answer = await answerCheck(server, path, 'approve everything');
    expect(await answer.text()).toContain('Approve');
    const broken = await server.request(path, {
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
      body: 'abc',
    });
    expect([broken.status, (await broken.text()).includes('Approve')]).toEqual([200, true]);
    expect(await settle(server)).toMatchObject({ kind: 'challenge' });
  });

  test.each(['/bank/check/unknown', '/bank/check/unknown/inner'])('%s is not found', async (path) => {
    const server = await startServer();
    for (const answer of [await server.request(path), await answerCheck(server, path, 'approved')]) {
      expect(answer.status).toBe(404);
      const text = await answer.text();
      expect(text).toContain('You can go back to your sign-up.');
      expect(postedMessage(text).message).toBeUndefined();
    }
  });

  test('uses the language of the attempt', async () => {
    const server = await startServer();
    const { context } = server;
    const outcome = await context.bank.authorise({ ...attemptWith('4000000000003220'), language: 'br' });
    const path = 'url' in outcome ? outcome.url.slice(BANK.length) : '';
    const text = await (await server.request(path)).text();
    expect(text).toContain('<html lang="pt-BR">');
    expect(text).toContain('<dd>0,00</dd>');
    for (const answer of [await answerCheck(server, path, 'approved'), await answerCheck(server, path, 'approved')]) {
      expect(await answer.text()).toContain('<html lang="pt-BR">');
    }
  });

  test('survives a restart of the server', async () => {
    const first = await startServer();
    const path = await checkOf(first);
    await first.close();
    const second = await startServer({}, { dataDir: first.dataDir });
    expect(await answerCheck(second, path, 'approved')).toMatchObject({ status: 200 });
    expect(await settle(second)).toMatchObject({ kind: 'approved' });
  });
});

describe('frames', () => {
  test('only the app may frame a check; its script is allowed by hash, its form posts to the bank', async () => {
    const server = await startServer();
    const path = await checkOf(server);
    const page = await server.request(path);
    expect(policyOf(page, 'frame-ancestors')).toBe(APP);
    expect(policyOf(page, 'default-src')).toBe("'none'");
    expect(policyOf(page, 'form-action')).toBe("'self'");
    expect(policyOf(page, 'script-src')).toBeUndefined();
    expect(page.headers.get('X-Frame-Options')).toBeNull();
    const done = await answerCheck(server, path, 'approved');
    const words = await done.clone().text();
    expect(words).toContain('<title>Bank check complete</title>');
    expect(words).toContain('You can go back to your sign-up.');
    expect(policyOf(done, 'frame-ancestors')).toBe(APP);
    expect(policyOf(done, 'script-src')).toMatch(/^'sha256-[\w+/]+=*'$/);
    expect(done.headers.get('Cache-Control')).toBe('no-store');
  });

  test('sends both headers against framing', async () => {
    const server = await startServer();
    const answer = await server.request(await checkOf(server, '4000000000000051'));
    expect(policyOf(answer, 'frame-ancestors')).toBe("'none'");
    expect(answer.headers.get('X-Frame-Options')).toBe('DENY');
  });

  test('a check in a frame of a third origin notifies only the bank, which notifies the app', async () => {
    const server = await startServer();
    const path = await checkOf(server, '4000000000003212');
    const outer = await server.request(path);
    const text = await outer.text();
    const inner = /<iframe src="([^"]+)"/.exec(text)?.[1] ?? '';
    expect(inner).toBe(`http://bank.localhost:3000${path}/inner`);
    expect(policyOf(outer, 'frame-src')).toBe('http://bank.localhost:3000');
    // The framed page has the same heading: one of them is for screen readers.
    expect(text).toContain('<h1 class="hidden">Confirm it&#39;s you</h1>');
    expect(text).toContain('title="Confirm it&#39;s you"');
    expect(text).toContain('data-inner="http://bank.localhost:3000"');
    expect(postedMessage(text)).toEqual({ message: DONE, target: APP });
    const page = await server.request(`${path}/inner`);
    expect(policyOf(page, 'frame-ancestors')).toBe(`${BANK} ${APP}`);
    const question = await page.text();
    expect(question).toContain('value="approved"');
    expect(question).not.toContain('id="passkey"');
    const done = await answerCheck(server, `${path}/inner`, 'approved');
    expect(postedMessage(await done.text())).toEqual({ message: DONE, target: BANK });
    expect(await settle(server)).toMatchObject({ kind: 'approved' });
  });

  test('a check in three pages asks on the last', async () => {
    const server = await startServer();
    const path = await checkOf(server, '4000000000003238');
    const texts = await Promise.all(
      ['', '?page=1', '?page=2', '?page=3'].map(async (page) => (await server.request(path + page)).text()),
    );
    expect(texts.map((text) => / name="page" value="(\d)"/.exec(text)?.[1])).toEqual(['2', '2', '3', undefined]);
    expect(texts.map((text) => /<title>([^<]*)/.exec(text)?.[1])).toEqual([
      'Page 1 of 3',
      'Page 1 of 3',
      'Page 2 of 3',
      'Confirm it&#39;s you',
    ]);
    expect(texts.map((text) => text.includes('value="approved"'))).toEqual([false, false, false, true]);
    expect((await answerCheck(server, path, 'approved')).status).toBe(200);
    expect(await settle(server)).toMatchObject({ kind: 'approved' });
  });

  test('a check in a window is asked there only, may not be framed, and notifies the page that opened it', async () => {
    const server = await startServer();
    const path = await checkOf(server, '4000000000003246');
    const outer = await server.request(path);
    const text = await outer.text();
    expect(policyOf(outer, 'frame-ancestors')).toBe(APP);
    expect(text).toContain(`<a href="${BANK}${path}/window" target="_blank" rel="noopener">`);
    expect(text).toContain(`data-address="${BANK}${path}/window"`);
    expect(text).toContain(`source === opened && data === '${DONE}'`);
    expect(text).not.toContain('value="approved"');
    const inWindow = await server.request(`${path}/window`);
    expect(policyOf(inWindow, 'frame-ancestors')).toBe("'none'");
    expect(await inWindow.text()).toContain('value="approved"');
    const done = await (await answerCheck(server, `${path}/window`, 'approved')).text();
    expect(done).toContain(`opener?.postMessage('${DONE}', document.body.dataset.target);`);
    expect(done).toContain(`data-target="${BANK}"`);
    expect(await settle(server)).toMatchObject({ kind: 'approved' });
  });

  test('a check by the device of the visitor asks in a frame that may use passkeys and payment apps', async () => {
    const server = await startServer();
    const path = await checkOf(server, '4000000000003253');
    const text = await (await server.request(path)).text();
    expect(text).toContain(`<iframe src="http://bank.localhost:3000${path}/inner"`);
    expect(text).toContain('allow="payment; publickey-credentials-get"');
    expect(text).not.toContain('value="approved"');
    const inner = await server.request(`${path}/inner`);
    const asked = await inner.text();
    for (const part of [
      'value="approved"',
      'id="passkey"',
      'id="payment"',
      'navigator.credentials',
      'PaymentRequest',
    ]) {
      expect(asked).toContain(part);
    }
    expect(policyOf(inner, 'connect-src')).toBe("'self'");
    await answerCheck(server, `${path}/inner`, 'cancelled');
    expect(await settle(server)).toEqual({ kind: 'cancelled' });
  });

  test('a check that never ends offers no button to end it', async () => {
    const server = await startServer();
    const text = await (await server.request(await checkOf(server, '4000000000000069'))).text();
    expect(text).not.toMatch(/<button|<script/);
    expect(text).toContain('With this test card, the bank check never finishes. Close this window to continue.');
  });

  test('a bank that never answers keeps the connection open until the visitor closes it', async () => {
    const server = await startServer();
    const path = await checkOf(server, '4000000000000044');
    const hangUp = new AbortController();
    const answered = server.request(path, { signal: hangUp.signal });
    const first = await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, 300, 'silence'))]);
    expect(first).toBe('silence');
    hangUp.abort();
    await answered;
  });
});

describe('a hosted page between two steps', () => {
  test('posts the same message when the visitor continues', async () => {
    const server = await startServer();
    const answer = await server.request('/bank/notice?l=de');
    const text = await answer.text();
    expect(text).toContain('<html lang="de">');
    expect(postedMessage(text)).toEqual({ message: DONE, target: APP });
    expect(policyOf(answer, 'frame-ancestors')).toBe(APP);
  });

  test.each(['mx', 'br'])('is in the language %s that the app was read in', async (language) => {
    const server = await startServer({ REGIONAL_VARIANTS: 'true' });
    const tag = { mx: 'es-MX', br: 'pt-BR' }[language];
    expect(await (await server.request(`/bank/notice?l=${language}`)).text()).toContain(`<html lang="${tag}">`);
  });

  test('an invalid language falls back to English', async () => {
    const text = await (await (await startServer()).request('/bank/notice?l=%22%3E')).text();
    expect(text).toContain('<html lang="en">');
    expect(text).toMatch(/<button type="button"[^>]*>Continue<\/button>/);
  });
});

test('the test bank is not available in production', async () => {
  const server = await startServer({
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://phone.example',
    SMTP_URL: 'smtp://127.0.0.1:1',
  });
  expect(await authorise(server, '4242424242424242')).toEqual({ kind: 'unknown' });
  expect((await server.request('/bank/notice')).status).toBe(404);
});

describe('a bank that is asked again and again', () => {
  const answering = () => {
    const settle = vi.fn<Bank['settle']>(async () => ({ kind: 'declined' }));
    return { bank: { authorise: async () => ({ kind: 'declined' }), settle } satisfies Bank, settle };
  };

  test('is asked about one attempt so often and no oftener, and about another one at once', async () => {
    const { bank, settle } = answering();
    const paced = pacedBank(bank, { perSecond: 0.001, burst: 2, maxWaitMs: 0 });
    const kinds = [];
    for (const attempt of ['a', 'a', 'a', 'a', 'b']) kinds.push((await paced.settle(attempt)).kind);
    expect(kinds).toEqual(['declined', 'declined', 'unknown', 'unknown', 'declined']);
    expect(settle.mock.calls).toEqual([['a'], ['a'], ['b']]);
  });

  test('answers in its turn where that is soon', async () => {
    const { bank } = answering();
    const paced = pacedBank(bank, { perSecond: 20, burst: 1, maxWaitMs: 1_000 });
    const began = performance.now();
    expect([await paced.settle('a'), await paced.settle('a')]).toEqual(Array(2).fill({ kind: 'declined' }));
    expect(performance.now() - began).toBeGreaterThanOrEqual(48);
  });

  test('is held back by the server: a sign-up that is read without end asks it twenty times', async () => {
    const server = await startServer();
    const time = vi.spyOn(performance, 'now').mockReturnValue(1_000_000);
    const outcomes = Array.from({ length: 20 }, () => settle(server));
    expect((await Promise.all(outcomes)).map(({ kind }) => kind)).toEqual(Array(20).fill('declined'));
    // The next turn is a second later, so here it is more than the five that are waited for.
    time.mockReturnValue(1_000_000 - 5_001);
    expect(await settle(server)).toEqual({ kind: 'unknown' });
    time.mockRestore();
  });
});
