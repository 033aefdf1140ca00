import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { answerCheck, CARD_WITH_CHECK, DECLINED_CARD, payWithCheck } from '#tests/support/bankCheck.ts';
import { codesOf, failureOf, fieldOf } from '#tests/support/failures.ts';
import { addOwner, codeFor, mailsTo } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import {
  AREA,
  begin,
  beginPlanFirst,
  beginVerified,
  beginWithNumber,
  billing,
  chooseNumber,
  EMAIL,
  numbersFor,
  read,
  type Submission,
  submit,
} from '#tests/support/signUp.ts';
import { beforeTransaction } from '#tests/support/transactions.ts';

const planFirst = { SIGNUP_ORDER: 'plan-first', TWO_FACTOR: 'off' };

describe('two tabs of one sign-up', () => {
  it('concurrent steps 1 and 2: one succeeds, the account matches the registration, and the sign-up continues', async () => {
    const server = await startServer();
    const token = await begin(server);
    const verification_code = await codeFor(server, EMAIL);
    await Promise.allSettled([
      submit(server.api, token, { step: '1', email: 'other@example.com', password: 'Other-quilt-99!' }),
      submit(server.api, token, { step: '2', verification_code }),
    ]);
    const { step, data } = await read(server.api, token);
    const [user] = await server.context.db
      .selectFrom('users')
      .select('email')
      .where('customer_id', 'is', null)
      .execute();
    if (step === '3') expect(user?.email).toBe(data.email);
    else {
      expect([step, user]).toEqual(['2', undefined]);
      const next = { step: '2', verification_code: await codeFor(server, data.email ?? '') } as const;
      expect((await submit(server.api, token, next)).data).toMatchObject({ step: '3' });
    }
  });
});

describe('step 1 from two tabs', () => {
  /** What the other tab does while the password of this one is being hashed. */
  async function during(server: TestServer, token: string, other: Submission, mine: Submission) {
    const { passwords } = server.context;
    const hash = passwords.hash;
    vi.spyOn(passwords, 'hash').mockImplementationOnce(async (password) => {
      await submit(server.api, token, other);
      return hash(password);
    });
    onTestFinished(() => void vi.restoreAllMocks());
    return submit(server.api, token, mine);
  }

  it('with the old address is rejected once the other has moved to a new one', async () => {
    const server = await startServer();
    const token = await begin(server);
    // Sent, and so not replaced by the mail to the new address.
    await codeFor(server, EMAIL);
    const email = 'other@example.com';
    const mine = { step: '1', password: 'Other-quilt-99!' } as const;
    expect(await fieldOf(during(server, token, { step: '1', email }, { ...mine, email: EMAIL }))).toEqual([
      409,
      'step',
      'RG1002',
    ]);
    expect((await read(server.api, token)).data.email).toBe(email);
    expect(await mailsTo(server, EMAIL)).toHaveLength(1);
  });

  it('is rejected once the other has verified the address', async () => {
    const server = await startServer();
    const token = await begin(server);
    const code = { step: '2', verification_code: await codeFor(server, EMAIL) } as const;
    const mine = { step: '1', first_name: 'Nana', password: 'Other-quilt-99!' } as const;
    expect(await fieldOf(during(server, token, code, mine))).toEqual([409, 'step', 'RG1002']);
    expect(await read(server.api, token)).toMatchObject({ step: '3', data: { first_name: 'Nina' } });
  });
});

describe('what this tab has not sent', () => {
  it('at step 1 stays as another tab has changed it meanwhile: name, address and password', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    const token = await begin(server);
    const email = 'other@example.com';
    const password = 'eight slow elephants';
    const other = { step: '1', last_name: 'Newton', email, password } as const;
    beforeTransaction(server, () => submit(server.client({}), token, other));
    expect((await submit(server.api, token, { step: '1', first_name: 'Nana', password: '' })).status).toBe(200);
    expect((await read(server.api, token)).data).toMatchObject({ first_name: 'Nana', last_name: 'Newton', email });
    await submit(server.api, token, { step: '2', verification_code: await codeFor(server, email) });
    expect((await server.api.login({ body: { email, password } })).status).toBe(200);
  });

  it('with the card, which asks no number, stays: the customer gets the one that another tab has chosen', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    const [number = ''] = await numbersFor(server, token, AREA + 1);
    const other = { step: '3', number, number_id: AREA + 1, nb_users: 4 } as const;
    beforeTransaction(server, () => submit(server.client({}), token, other));
    expect((await submit(server.api, token, billing)).data).toMatchObject({ completed_at: expect.any(String) });
    const { db } = server.context;
    const customers = await db.selectFrom('customers').select(['number', 'number_id', 'nb_users']).execute();
    expect(customers).toEqual([{ number, number_id: AREA + 1, nb_users: 4 }]);
    expect(await db.selectFrom('reservations').select('number').execute()).toEqual([{ number }]);
  });
});

describe('a code that is requested again', () => {
  const resend = ({ api }: TestServer, registration_token: string) =>
    api.resendRegistrationCode({ params: { registration_token } });

  it('while another tab moves to a new address is not mailed to the old one, which could verify the new one with it', async () => {
    const server = await startServer();
    const token = await begin(server);
    await codeFor(server, EMAIL);
    const email = 'other@example.com';
    beforeTransaction(server, () => submit(server.client({}), token, { step: '1', email }));
    expect(await codesOf(resend(server, token))).toEqual([409, 'RG1002']);
    expect(await mailsTo(server, EMAIL)).toHaveLength(1);
    expect(await mailsTo(server, email)).toHaveLength(1);
    const step2 = { step: '2', verification_code: await codeFor(server, email) } as const;
    expect((await submit(server.api, token, step2)).data).toMatchObject({ step: '3' });
  });

  it('while another tab uses the code is not mailed', async () => {
    const server = await startServer();
    const token = await begin(server);
    const code = { step: '2', verification_code: await codeFor(server, EMAIL) } as const;
    beforeTransaction(server, () => submit(server.client({}), token, code));
    expect(await codesOf(resend(server, token))).toEqual([409, 'RG1002']);
    expect(await mailsTo(server, EMAIL)).toHaveLength(1);
  });

  it('twice at the same time is mailed once; the other request says how long to wait', async () => {
    const server = await startServer();
    const token = await begin(server);
    await codeFor(server, EMAIL);
    beforeTransaction(server, () => resend({ ...server, api: server.client({}) }, token));
    expect(await failureOf(resend(server, token))).toMatchObject({ status: 429, retryAfter: 30 });
    expect(await mailsTo(server, EMAIL)).toHaveLength(2);
    const step2 = { step: '2', verification_code: await codeFor(server, EMAIL) } as const;
    expect((await submit(server.api, token, step2)).data).toMatchObject({ step: '3' });
  });

  it('while another tab changes the name, or how the address is written, is mailed', async () => {
    const server = await startServer();
    const token = await begin(server);
    await codeFor(server, EMAIL);
    const change = { step: '1', first_name: 'Nana', email: EMAIL.toUpperCase() } as const;
    beforeTransaction(server, () => submit(server.client({}), token, change));
    expect((await resend(server, token)).status).toBe(200);
    expect(await mailsTo(server, EMAIL)).toHaveLength(2);
  });
});

describe('a code that is checked', () => {
  it('at the same time by another tab counts once for both', async () => {
    const server = await startServer();
    const token = await begin(server);
    const code = { step: '2', verification_code: await codeFor(server, EMAIL) } as const;
    beforeTransaction(server, () => submit(server.client({}), token, code));
    expect((await submit(server.api, token, code)).data).toMatchObject({ token, step: '3' });
    expect(await server.context.db.selectFrom('users').select('email').execute()).toEqual([{ email: EMAIL }]);
  });

  it.each<[string, (server: TestServer, token: string) => Promise<unknown>]>([
    [
      'a newer one is mailed',
      ({ api }, token) => api.resendRegistrationCode({ params: { registration_token: token } }),
    ],
    ['the address changes', ({ api }, token) => submit(api, token, { step: '1', email: 'other@example.com' })],
  ])('while %s does not count', async (_what, act) => {
    const server = await startServer();
    const token = await begin(server);
    const verification_code = await codeFor(server, EMAIL);
    beforeTransaction(server, () => act(server, token));
    expect(await fieldOf(submit(server.api, token, { step: '2', verification_code }))).toEqual([
      400,
      'verification_code',
      'AU1003',
    ]);
    expect(await server.context.db.selectFrom('users').select('id').execute()).toEqual([]);
  });
});

describe('two sign-ups with one address, plan-first', () => {
  it('the second can complete with another address, and learns of no account before its card is approved', async () => {
    const server = await startServer(planFirst);
    await addOwner(server, 'known@example.com');
    const [first, second] = [await beginPlanFirst(server), await beginPlanFirst(server)];
    await submit(server.api, first, billing);
    expect(await codesOf(submit(server.api, second, billing))).toEqual([409, 'RG1004']);
    const move = async (email: string) => {
      await submit(server.api, second, { step: '1', email });
      await submit(server.api, second, { step: '2' });
      await submit(server.api, second, { step: '3' });
    };
    await move('known@example.com');
    // The card is asked for as at any address.
    const declined = { ...billing, card_number: DECLINED_CARD };
    expect(await codesOf(submit(server.api, second, declined))).toEqual([400, 'PY1001']);
    await move('unknown@example.com');
    expect((await submit(server.api, second, billing)).data).toMatchObject({ completed_at: expect.any(String) });
  });

  it('the second is rejected once its card is approved, calls the bank no more, and stays readable at its step', async () => {
    const server = await startServer(planFirst);
    const [first, second] = [await beginPlanFirst(server), await beginPlanFirst(server)];
    await submit(server.api, first, billing);
    expect(await codesOf(submit(server.api, second, billing))).toEqual([409, 'RG1004']);
    expect(await fieldOf(submit(server.api, second, billing))).toEqual([409, 'email', 'RG1004']);
    expect(await read(server.api, second)).toMatchObject({ step: '4', completed_at: null });
    const subjects = (await mailsTo(server, EMAIL)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === 'You already have a Ringwell account')).toHaveLength(1);
    // Before the approval the response is that of any other address; see docs/decisions/known-addresses.md.
    const attempts = await server.context.db.selectFrom('bank_attempts').select('status').orderBy('id').execute();
    expect(attempts).toEqual([{ status: 'approved' }, { status: 'cancelled' }]);
    expect(await server.context.db.selectFrom('customers').select('id').execute()).toHaveLength(1);
  });
});

describe('a card that is approved on the bank’s page after all', () => {
  it('completes nothing while the sign-up is at an earlier step again, and shows nothing there', async () => {
    const server = await startServer(planFirst);
    const token = await beginPlanFirst(server);
    const url = await payWithCheck(server, token);
    await submit(server.api, token, { step: '2' });
    await answerCheck(server, url, 'approved');
    const record = await read(server.api, token);
    expect(record).toMatchObject({ step: '3', completed_at: null });
    expect(record).not.toHaveProperty('url');
    await submit(server.api, token, { step: '3' });
    expect((await read(server.api, token)).completed_at).toEqual(expect.any(String));
  });

  it('completes nothing if the address has an account by now, and says so to its mailbox only', async () => {
    const server = await startServer(planFirst);
    const [first, second] = [await beginPlanFirst(server), await beginPlanFirst(server)];
    const url = await payWithCheck(server, second);
    await submit(server.api, first, billing);
    expect((await answerCheck(server, url, 'approved')).status).toBe(200);
    for (const _ of [1, 2]) {
      expect(await read(server.api, second)).toMatchObject({ step: '4', completed_at: null, url: null });
    }
    expect(await codesOf(submit(server.api, second, billing))).toEqual([409, 'RG1004']);
    const mails = (await mailsTo(server, EMAIL)).map(({ subject }) => subject);
    expect(mails).toContain('You already have a Ringwell account');
  });

  it('completes nothing if another has the number by now; another number does', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    const url = await payWithCheck(server, token);
    const { number } = (await read(server.api, token)).data;
    server.clock.forward(16 * 60);
    await server.context.db
      .updateTable('test_bank')
      .set({ expires_at: server.clock.now() + 1000 })
      .execute();
    const other = await beginVerified(server, { email: 'other@example.com' });
    await submit(server.api, other, { step: '3', number, number_id: AREA });
    await answerCheck(server, url, 'approved');
    expect(await read(server.api, token)).toMatchObject({ step: '4', completed_at: null, url: null });
    const mails = server.context.db.selectFrom('outbox').select('kind').where('recipient', '=', EMAIL);
    expect(await mails.execute()).toEqual([{ kind: 'verificationCode' }]);
    expect(await fieldOf(submit(server.api, token, billing))).toEqual([409, 'number', 'RG1003']);
    await chooseNumber(server, token);
    expect((await submit(server.api, token, billing)).data).toMatchObject({ completed_at: expect.any(String) });
  });
});

describe('a card that is approved on the page that takes it, for a number that another has by now', () => {
  it('has a new page after another number is chosen, and that page opens again', async () => {
    const server = await startServer({ CARD_ENTRY: 'hosted', BANK_DEADLINE_S: '3600' });
    const token = await beginWithNumber(server);
    const pageOf = async () => {
      const { data } = await submit(server.api, token, { step: '4', card_currency: 'GBP' });
      return (data as { url: string }).url;
    };
    const first = await pageOf();
    const { number } = (await read(server.api, token)).data;
    server.clock.forward(16 * 60);
    const other = await beginVerified(server, { email: 'other@example.com' });
    await submit(server.api, other, { step: '3', number, number_id: AREA });
    await answerCheck(server, first, 'approved');
    await chooseNumber(server, token);
    const second = await pageOf();
    expect(second).not.toBe(first);
    expect(await pageOf()).toBe(second);
    await answerCheck(server, second, 'approved');
    expect((await read(server.api, token)).completed_at).toEqual(expect.any(String));
  });
});

describe('a number that is sent without its place, which another tab has changed meanwhile', () => {
  it('is rejected, and the order stays that of the other tab', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    const { number } = (await read(server.api, token)).data;
    const [elsewhere = ''] = await numbersFor(server, token, AREA + 1);
    const other = { step: '3', number: elsewhere, number_id: AREA + 1 } as const;
    beforeTransaction(server, () => submit(server.client({}), token, other));
    expect(await fieldOf(submit(server.api, token, { step: '3', number }))).toEqual([400, 'number', 'VA1001']);
    expect(await read(server.api, token)).toMatchObject({ number_id: AREA + 1, data: { number: elsewhere } });
  });
});

describe('a number that another has taken meanwhile', () => {
  /** A sign-up, plan-first, at its card, whose number is another's by now. */
  async function withTakenNumber(server: TestServer): Promise<string> {
    const token = await beginPlanFirst(server);
    const { number } = (await read(server.api, token)).data;
    server.clock.forward(16 * 60);
    const other = await begin(server, { email: 'other@example.com' });
    await submit(server.api, other, { step: '2', nb_users: 1 });
    await submit(server.api, other, { step: '3', number, number_id: AREA });
    return token;
  }

  it('is no error of the plan, and one of the step that it belongs to, sent again or not', async () => {
    const server = await startServer(planFirst);
    const token = await withTakenNumber(server);
    expect((await submit(server.api, token, { step: '2', nb_users: 2 })).data).toMatchObject({ step: '3' });
    expect(await fieldOf(submit(server.api, token, { step: '3' }))).toEqual([409, 'number', 'RG1003']);
    const { number } = (await read(server.api, token)).data;
    const again = { step: '3', number, number_id: AREA } as const;
    expect(await fieldOf(submit(server.api, token, again))).toEqual([409, 'number', 'RG1003']);
    expect((await read(server.api, token)).step).toBe('3');
    expect((await chooseNumber(server, token)).data).toMatchObject({ step: '4' });
  });

  it('is an error of the plan if it is sent with it', async () => {
    const server = await startServer(planFirst);
    const token = await withTakenNumber(server);
    const { number } = (await read(server.api, token)).data;
    const sent = { step: '2', number, number_id: AREA } as const;
    expect(await fieldOf(submit(server.api, token, sent))).toEqual([409, 'number', 'RG1003']);
  });

  it('is no error of a reload that finds its card approved; the next submission says it', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    await payWithCheck(server, token);
    const { number } = (await read(server.api, token)).data;
    server.clock.forward(16 * 60);
    const other = await beginVerified(server, { email: 'other@example.com' });
    await submit(server.api, other, { step: '3', number, number_id: AREA });
    await server.context.db.updateTable('test_bank').set({ outcome: 'approved' }).execute();
    expect(await read(server.api, token)).toMatchObject({ step: '4', completed_at: null, url: null });
    expect(await fieldOf(submit(server.api, token, billing))).toEqual([409, 'number', 'RG1003']);
  });
});

describe('a second sign-up with the address that verifies it while the first is in the middle', () => {
  /** The second sign-up verifies the address while the bank is working on the first one's card. */
  async function replacedAtTheBank(server: TestServer, first: string, card: Submission) {
    server.clock.forward(1);
    const second = await begin(server);
    const verification_code = await codeFor(server, EMAIL);
    const { bank } = server.context;
    const authorise = bank.authorise;
    bank.authorise = async (request) => {
      await submit(server.api, second, { step: '2', verification_code });
      return authorise(request);
    };
    const outcome = await codesOf(submit(server.api, first, card));
    expect((await read(server.api, second)).step).toBe('3');
    return outcome;
  }

  it.each<[string, Partial<Submission>]>([
    ['an approved card', {}],
    ['a card with a challenge', { card_number: CARD_WITH_CHECK }],
    ['a declined card', { card_number: DECLINED_CARD }],
  ])('the first ends with 404 during %s, and the second goes on', async (_, card) => {
    const server = await startServer();
    const first = await beginWithNumber(server);
    const outcome = await replacedAtTheBank(server, first, { ...billing, ...card } as Submission);
    expect(outcome).toEqual([404, 'RG1001']);
    expect(await server.context.db.selectFrom('customers').selectAll().execute()).toEqual([]);
  });

  it('of two that verify at the same time, one gets the account and the other an error', async () => {
    const server = await startServer();
    const first = await begin(server);
    const firstCode = await codeFor(server, EMAIL);
    const second = await begin(server);
    const secondCode = await codeFor(server, EMAIL);
    const outcomes = await Promise.allSettled([
      submit(server.api, first, { step: '2', verification_code: firstCode }),
      submit(server.api, second, { step: '2', verification_code: secondCode }),
    ]);
    const statuses = outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value.status : (outcome.reason as { status: number }).status,
    );
    expect(statuses.sort()).toEqual([200, 409]);
    const users = await server.context.db.selectFrom('users').select('email').execute();
    expect(users).toEqual([{ email: EMAIL }]);
  });

  it('every later call of the first gets 404', async () => {
    const server = await startServer();
    const first = await beginVerified(server);
    server.clock.forward(1);
    const second = await begin(server);
    await submit(server.api, second, { step: '2', verification_code: await codeFor(server, EMAIL) });
    const params = { registration_token: first };
    for (const call of [
      () => server.api.readRegistration({ params }),
      () => server.api.resendRegistrationCode({ params }),
      () => server.api.openRegistrationSession({ params }),
      () => submit(server.api, first, billing),
    ]) {
      expect(await codesOf(call())).toEqual([404, 'RG1001']);
    }
  });
});
