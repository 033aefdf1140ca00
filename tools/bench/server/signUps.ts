import { setTimeout as wait } from 'node:timers/promises';
import type { Measured } from './processes.ts';

const PARALLEL = 8;
/** Areas with numbers, from the coverages of local mode. */
const AREAS = [14_154, 14_155, 14_156];

const person = { first_name: 'Nina', last_name: 'Newman', password: 'seven tall giraffes' };
const card = {
  step: '4',
  card_type: 'visa',
  card_number: '4242424242424242',
  card_end_month: '12',
  card_end_year: '2039',
  card_cvv: '123',
  card_name: 'Nina Newman',
  card_country: 'UK',
  card_postcode: 'LS1 1AA',
  card_currency: 'GBP',
  trial_time_zone: 'Europe/London',
};

const BUSY_MS = 50;

let people = 0;

/** Whole sign-ups, several at once: four steps, the mailed code, a number, the bank, the first session. */
export async function signUpsPerSecond(product: Measured, seconds: number): Promise<number> {
  const started = performance.now();
  const end = started + seconds * 1000;
  let completed = 0;
  const signUpUntilEnd = async () => {
    while (performance.now() < end) {
      await signUp(product);
      completed += 1;
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, signUpUntilEnd));
  return completed / ((performance.now() - started) / 1000);
}

async function signUp({ url }: Measured): Promise<void> {
  people += 1;
  const email = `nina-${process.pid}-${people}@example.com`;
  const { token } = await call<{ token: string }>(url, 'POST', '/registrations', { ...person, email });
  const path = `/registrations/${token}`;
  await call(url, 'PATCH', path, { step: '2', verification_code: await mailedCode(url, email) });
  await chooseNumber(url, token);
  await call(url, 'PATCH', path, card);
  await call(url, 'POST', `${path}/token`);
}

/** Another sign-up may take the number in between; then another one is chosen, as a visitor does. */
async function chooseNumber(url: string, token: string): Promise<void> {
  const area = AREAS[people % AREAS.length] ?? 0;
  for (let tries = 0; tries < 20; tries += 1) {
    const { data } = await call<{ data: { numbers: { e164: string }[] } }>(
      url,
      'GET',
      `/registrations/${token}/numbers/${area}`,
    );
    const number = data.numbers[Math.floor(Math.random() * data.numbers.length)]?.e164;
    const answer = await send(url, 'PATCH', `/registrations/${token}`, { step: '3', number, number_id: area });
    await answer.arrayBuffer();
    if (answer.ok) return;
  }
  throw new Error('No number could be reserved.');
}

async function mailedCode(url: string, email: string): Promise<string> {
  for (let tries = 0; tries < 500; tries += 1) {
    const mails = (await (await fetch(`${url}/inbox.json?to=${encodeURIComponent(email)}`)).json()) as {
      text: string;
    }[];
    const code = mails.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find(Boolean);
    if (code) return code;
    await wait(5);
  }
  throw new Error(`No code was mailed to ${email}.`);
}

const send = (url: string, method: string, path: string, body?: object) =>
  fetch(`${url}/v1/phone${path}`, {
    method,
    ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });

/** A server that is too busy says so with 503, and is asked again. */
async function call<Body>(url: string, method: string, path: string, body?: object): Promise<Body> {
  let answer = await send(url, method, path, body);
  while (answer.status === 503) {
    await answer.arrayBuffer();
    await wait(BUSY_MS);
    answer = await send(url, method, path, body);
  }
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Body;
}
