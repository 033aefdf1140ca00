import { setTimeout as wait } from 'node:timers/promises';
import type { Measured } from './processes.ts';

const PARALLEL = 8;
/** A country with thousands of areas: each sign-up keeps its number, and an area has only some dozens. */
const IN_GERMANY = JSON.stringify([
  { field: 'country_code', value: 'DE' },
  { field: 'ddi_type', value: 'G' },
]);
const areasOf = new Map<string, Promise<number[]>>();

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
  await areasAt(product.url);
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

/** Begins a sign-up with an address of its own; its token. */
export async function beginSignUp({ url }: Measured, email = newEmail()): Promise<string> {
  return (await call<{ token: string }>(url, 'POST', '/registrations', { ...person, email })).token;
}

function newEmail(): string {
  people += 1;
  return `nina-${process.pid}-${people}@example.com`;
}

async function signUp(product: Measured): Promise<void> {
  const { url } = product;
  const email = newEmail();
  const token = await beginSignUp(product, email);
  const path = `/registrations/${token}`;
  await call(url, 'PATCH', path, { step: '2', verification_code: await mailedCode(url, email) });
  await chooseNumber(url, token);
  await call(url, 'PATCH', path, card);
  await call(url, 'POST', `${path}/token`);
}

function areasAt(url: string): Promise<number[]> {
  const read = async () => {
    const query = new URLSearchParams({ limit: '5000', filter: IN_GERMANY });
    const { data } = await call<{ data: { id: number }[] }>(url, 'GET', `/ddipricelistcoverages?${query}`);
    return data.map(({ id }) => id);
  };
  const areas = areasOf.get(url) ?? read();
  areasOf.set(url, areas);
  return areas;
}

/** An area may be empty, and another sign-up may take the number in between; a visitor then chooses again. */
async function chooseNumber(url: string, token: string): Promise<void> {
  const areas = await areasAt(url);
  const answers: string[] = [];
  for (let tries = 0; tries < 20; tries += 1) {
    const area = anyOf(areas);
    const list = await call<{ data: { numbers: { e164: string }[] } }>(
      url,
      'GET',
      `/registrations/${token}/numbers/${area}`,
    );
    const number = anyOf(list.data.numbers)?.e164;
    if (number === undefined) continue;
    const answer = await sendUntilFree(url, 'PATCH', `/registrations/${token}`, { step: '3', number, number_id: area });
    if (answer.ok) return void (await answer.arrayBuffer());
    answers.push(`${answer.status} ${await answer.text()}`);
  }
  throw new Error(`No number could be reserved: ${answers.join('; ') || 'no area has any'}.`);
}

const anyOf = <One>(all: readonly One[]): One | undefined => all[Math.floor(Math.random() * all.length)];

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
async function sendUntilFree(...request: Parameters<typeof send>): Promise<Response> {
  for (;;) {
    const answer = await send(...request);
    if (answer.status !== 503) return answer;
    await answer.arrayBuffer();
    await wait(BUSY_MS);
  }
}

async function call<Body>(url: string, method: string, path: string, body?: object): Promise<Body> {
  const answer = await sendUntilFree(url, method, path, body);
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Body;
}
