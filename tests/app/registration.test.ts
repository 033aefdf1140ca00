import { expect, test } from 'vitest';
import { createCoverages } from '#adapters/coverages.ts';
import type { SignupOrder } from '#domain/constants.ts';
import type { WizardInput } from '#machines/registration/wizard.ts';
import { failureOf } from '../support/failures.ts';
import { codeFor, otherThan } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type Answers, startWizard, until } from '../support/wizard.ts';

/*
 * The wizard and the server together: every flow as it is, the calls over the typed client, the
 * server in process. No screen and no browser.
 */

const EMAIL = 'nina@example.com';
const PASSWORD = 'seven tall giraffes';
const BANK = 'http://127.0.0.1:3000';

function open(server: TestServer, changes: Partial<WizardInput> = {}) {
  const { api, context } = server;
  const coverages = createCoverages(api);
  const signal = new AbortController().signal;
  const answers = { ...api, ...coverages } as unknown as Record<string, (...args: unknown[]) => unknown>;
  const alone = ['readDictionaries', 'readCoverageDictionaries', 'listCountries'];
  const flow = startWizard(
    {
      order: context.config.settings.signupOrder,
      token: null,
      prefill: { first_name: 'Nina', last_name: 'Newman', email: EMAIL },
      unsavedInput: {},
      country: 'uk',
      currency: 'GBP',
      today: '2025-03-05',
      timeZone: 'Europe/London',
      settings: context.config.settings,
      bankOrigins: [BANK],
      ...changes,
    },
    Object.fromEntries(
      Object.entries(answers).map(([name, method]) => [
        name,
        (input: unknown) => (alone.includes(name) ? method(signal) : method(input, signal)),
      ]),
    ) as Answers,
  );
  const state = () => flow.wizard.getSnapshot();
  const at = (step: string) => until(() => state().matches({ filling: { step } } as never));
  const settled = (...path: string[]) =>
    until(
      () =>
        !flow
          .child(...path)
          .getSnapshot()
          .hasTag('pending'),
    );
  const send = (step: string, ...events: { type: string; [more: string]: unknown }[]) => {
    for (const event of events) flow.child(step).send(event);
  };
  return { ...flow, state, at, settled, send, lastNotice: () => flow.last('notify') };
}
type Flow = ReturnType<typeof open>;

const submit = { type: 'SUBMIT' };
const fillAccount = (flow: Flow) =>
  flow.send('account', { type: 'CHANGE', change: { password: PASSWORD, terms: true } }, submit);
const fillCard = (flow: Flow, card_number = '4242 4242 4242 4242') =>
  flow.send(
    'billing',
    {
      type: 'CHANGE',
      change: {
        card_number,
        card_end_month: '12',
        card_end_year: '30',
        card_cvv: '123',
        card_name: 'Nina Newman',
        card_country: 'UK',
        card_postcode: 'ls1 1aa',
      },
    },
    submit,
  );

async function pickNumber({ child, settled }: Flow, city = 'Leeds', country = 'UK') {
  const picker = child('plan', 'numberPicker');
  const offered = () => picker.getSnapshot().context.offered;
  const choose = async (type: string, id: string) => {
    picker.send({ type, id });
    await settled('plan', 'numberPicker');
  };
  await choose('COUNTRY_CHOSEN', country);
  await choose('TYPE_CHOSEN', 'G');
  await choose('AREA_CHOSEN', offered().area.find(({ name }: { name: string }) => name.startsWith(city)).id);
  const number: string = offered().number[0].id;
  await choose('NUMBER_CHOSEN', number);
  await settled('plan');
  return number;
}

/** Through the wizard up to the number, picked and not sent. */
async function toNumber(server: TestServer, email = EMAIL) {
  const flow = open(server, { prefill: { first_name: 'Nina', last_name: 'Newman', email } });
  await flow.at('creatingAccount');
  fillAccount(flow);
  if (flow.state().context.order === 'verify-first') {
    await flow.at('verifyingEmail');
    flow.send('verification', { type: 'CODE_CHANGED', code: await codeFor(server, email) }, submit);
    await flow.at('choosingPlanAndNumber');
  } else {
    await flow.at('choosingPlan');
    await flow.settled('plan');
    flow.send('plan', { type: 'PLAN_CHOSEN', packageType: 'A' }, submit);
    await flow.at('choosingNumber');
  }
  return { flow, number: await pickNumber(flow) };
}

/** Through the wizard up to the card. */
async function toBilling(server: TestServer) {
  const { flow, number } = await toNumber(server);
  flow.send('plan', submit);
  await flow.at('enteringBilling');
  await until(() =>
    flow
      .child('billing')
      .getSnapshot()
      .matches({ editing: { prices: 'shown' } }),
  );
  return { flow, number };
}

test.each<SignupOrder>(['verify-first', 'plan-first'])('%s: from the first field to the dashboard', async (order) => {
  const server = await startServer({ SIGNUP_ORDER: order });
  const { flow } = await toBilling(server);
  fillCard(flow);
  await until(() => flow.state().status === 'done');
  expect(flow.last('openSession')).toMatchObject({ user_token: expect.any(String), remember_me: false });
  expect(flow.last('goTo')).toEqual({ family: 'dashboard' });
});

test('a wrong code shows an error at its field; the right one opens the next step', async () => {
  const server = await startServer();
  const flow = open(server);
  await flow.at('creatingAccount');
  fillAccount(flow);
  await flow.at('verifyingEmail');
  const code = await codeFor(server, EMAIL);
  flow.send('verification', { type: 'CODE_CHANGED', code: otherThan(code) }, submit);
  await flow.settled('verification');
  expect(flow.child('verification').getSnapshot().context).toMatchObject({ code: '', codeError: expect.any(String) });
  flow.send('verification', { type: 'CODE_CHANGED', code }, submit);
  await flow.at('choosingPlanAndNumber');
});

test('after five wrong codes none is accepted, also no new one, until the lock has expired', async () => {
  const server = await startServer();
  const flow = open(server);
  await flow.at('creatingAccount');
  fillAccount(flow);
  await flow.at('verifyingEmail');
  const verification = flow.child('verification');
  const code = await codeFor(server, EMAIL);
  for (let tries = 0; tries < 6; tries++) {
    flow.send('verification', { type: 'CODE_CHANGED', code: otherThan(code) }, submit);
    await flow.settled('verification');
  }
  expect(verification.getSnapshot().value).toEqual({ awaitingCode: 'locked' });
  expect(flow.lastNotice()).toMatchObject({ kind: 'error', waitSeconds: expect.any(Number) });
  flow.send('verification', { type: 'RESEND' });
  await flow.settled('verification');
  expect(verification.getSnapshot().value).toEqual({ awaitingCode: 'locked' });
  server.clock.forward(15 * 60);
  verification.send({ type: 'TIME_PASSED', now: server.clock.now() });
  flow.send('verification', { type: 'RESEND' });
  await flow.settled('verification');
  flow.send('verification', { type: 'CODE_CHANGED', code: await codeFor(server, EMAIL) }, submit);
  await flow.at('choosingPlanAndNumber');
});

test('a declined card shows an error at its field, and another card starts the trial', async () => {
  const server = await startServer();
  const { flow } = await toBilling(server);
  fillCard(flow, '4000 0000 0000 0002');
  await flow.settled('billing');
  const { form } = flow.child('billing').getSnapshot().context;
  expect(form.errors.card_number).toEqual(expect.any(String));
  expect(form.values).toMatchObject({ card_number: '4000 0000 0000 0002', card_cvv: '', card_name: 'Nina Newman' });
  fillCard(flow);
  await until(() => flow.state().status === 'done');
  expect(flow.last('goTo')).toEqual({ family: 'dashboard' });
});

test.each([
  ['approved', null],
  ['declined', 'bankCheckFailed'],
])('3-D Secure %s', async (result, code) => {
  const server = await startServer();
  const { flow } = await toBilling(server);
  fillCard(flow, '4000 0000 0000 3220');
  await until(() => flow.state().matches({ filling: { hostedPage: 'open' } }));
  const { url } = flow.child('bankCheck').getSnapshot().context;
  expect(flow.child('bankCheck').getSnapshot().hasTag('framed')).toBe(true);
  await server.request(new URL(url).pathname, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: BANK },
    body: new URLSearchParams({ result }).toString(),
  });
  flow.send('bankCheck', { type: 'BANK_ANSWERED' });
  await until(() => flow.state().status === 'done' || flow.state().matches({ filling: { hostedPage: 'closed' } }));
  if (code === null) expect(flow.last('goTo')).toEqual({ family: 'dashboard' });
  else expect(flow.lastNotice()).toEqual({ kind: 'error', message: { code } });
});

test('3-D Secure interrupted by a reload: the frame is shown again', async () => {
  const server = await startServer();
  const { flow } = await toBilling(server);
  fillCard(flow, '4000 0000 0000 3220');
  await until(() => flow.state().matches({ filling: { hostedPage: 'open' } }));
  const reloaded = open(server, { token: flow.state().context.token, unsavedInput: flow.state().context.unsavedInput });
  await until(() => reloaded.state().matches({ filling: { hostedPage: 'open' } }));
  expect(reloaded.child('bankCheck').getSnapshot().context.deadline).toBe(
    flow.child('bankCheck').getSnapshot().context.deadline,
  );
});

test('a reload on any step shows the step of the server, with the number in its selects', async () => {
  const server = await startServer();
  const { flow, number } = await toBilling(server);
  const reloaded = open(server, { token: flow.state().context.token });
  await reloaded.at('enteringBilling');
  reloaded.send('billing', { type: 'BACK' });
  await until(() => reloaded.child('plan').getSnapshot().context.picked !== null);
  expect(reloaded.child('plan').getSnapshot().context.picked.number).toBe(number);
  expect(reloaded.child('plan').getSnapshot().context.choice.country).toMatchObject({ id: 'UK' });
});

test('two sign-ups choose one number: the second gets an error and chooses another', async () => {
  const server = await startServer();
  const first = await toNumber(server);
  const second = await toNumber(server, 'bo@example.com');
  expect(second.number).toBe(first.number);
  first.flow.send('plan', submit);
  await first.flow.at('enteringBilling');
  second.flow.send('plan', submit);
  await until(() => second.flow.child('plan').getSnapshot().context.picked === null);
  expect(second.flow.lastNotice()).toMatchObject({
    kind: 'error',
    message: { text: expect.stringMatching(/^RG1003: /) },
  });
  expect(second.flow.child('plan').getSnapshot().can(submit)).toBe(false);
  await second.flow.settled('plan', 'numberPicker');
  const { number: offered } = second.flow.child('plan', 'numberPicker').getSnapshot().context.offered;
  expect(offered.map(({ id }: { id: string }) => id)).not.toContain(first.number);
});

test('an area without numbers shows the restocking notice, and the next best number is chosen', async () => {
  const server = await startServer();
  const { flow } = await toNumber(server);
  await pickNumber(flow, 'Berridale', 'AU');
  const { hint, choice } = flow.child('plan', 'numberPicker').getSnapshot().context;
  expect(hint).toBe('restocking');
  expect(choice).toMatchObject({
    country: { id: 'AU' },
    type: { id: 'G' },
    number: { id: expect.stringMatching(/^\+61/) },
  });
  expect(flow.child('plan').getSnapshot().can(submit)).toBe(true);
});

test('plan-first: a later login requires the mailed confirmation', async () => {
  const server = await startServer({ SIGNUP_ORDER: 'plan-first', TWO_FACTOR: 'off' });
  const { flow } = await toBilling(server);
  fillCard(flow);
  await until(() => flow.state().status === 'done');
  const failure = await failureOf(server.api.login({ body: { email: EMAIL, password: PASSWORD } }));
  expect(failure.has('AU1002')).toBe(true);
});
