import { setTimeout as wait } from 'node:timers/promises';
import { CARD_WITH_CHECK } from './bankCheck.ts';
import type { Answered, persistentClient } from './persistent.ts';
import type { RunningServer } from './process.ts';
import { AREA, account, billing } from './signUp.ts';

type Act = ReturnType<typeof persistentClient>;

/** The body of an accepted request. */
const accepted = ({ status, body }: Answered): Record<string, unknown> => {
  if (status >= 300) throw new Error(`Answered ${status}: ${JSON.stringify(body)}`);
  return body;
};

/** Repeats until there is a result: the server may be down, or the mail on its way. */
async function until<Result>(what: string, attempt: () => Promise<Result | undefined>): Promise<Result> {
  for (let tries = 0; tries < 9_000; tries += 1) {
    const result = await attempt().catch(() => undefined);
    if (result !== undefined) return result;
    await wait(100);
  }
  throw new Error(`There is no ${what}.`);
}

/** What a pattern finds in the newest mail with it to an address; mails before `known` are others. */
const mailed = (servers: readonly RunningServer[], to: string, pattern: RegExp): Promise<string> =>
  until(`mail to ${to} with ${pattern}`, async () => {
    const port = servers.at(-1)?.port;
    const mails = await (await fetch(`http://127.0.0.1:${port}/inbox.json?to=${to}`)).json();
    return (mails as { text: string }[]).map(({ text }) => pattern.exec(text)?.[1]).find((found) => found);
  });

const PASSWORD = 'nine slow elephants';

/** The addresses of a life: the owner and the invited member. */
const addressesOf = (name: string) => ({ email: `${name}@example.com`, member: `${name}.member@example.com` });

/** What a customer received on the way and must still be valid later. */
export type Life = { email: string; member: string; number: string; ownerToken: string; memberToken: string };

/**
 * A customer's life: signs up (with a check of the bank, if `isChecked`), invites a teammate who accepts, changes the
 * number, recovers the password and logs in with a code. Every act is repeated until it is answered.
 */
export async function live(
  act: Act,
  servers: readonly RunningServer[],
  name: string,
  { isChecked }: { isChecked: boolean },
): Promise<Life> {
  const { email, member } = addressesOf(name);
  const as = (userToken: string) => ({ Authorization: `Bearer ${userToken}` });

  const { token } = accepted(await act('POST', '/registrations', { ...account, email }));
  const path = `/registrations/${token}`;
  const verification_code = await mailed(servers, email, /continue signing up[\s\S]*?^(\d{6})$/m);
  accepted(await act('PATCH', path, { step: '2', verification_code }));
  await choose(act, `${path}/numbers`, (number) => ['PATCH', path, { step: '3', ...number, nb_users: 3 }]);
  const card = isChecked ? { card_number: CARD_WITH_CHECK } : {};
  const { url } = accepted(await act('PATCH', path, { ...billing, ...card }));
  if (isChecked) await passCheck(String(url), async () => (await readRegistration(act, path)).completed_at);
  const session = accepted(await act('POST', `${path}/token`, {}));
  const owner = as(String(session['user_token']));

  accepted(await act('POST', '/account/invitations', { email: member }, owner));
  const invitation = await mailed(servers, member, /invitation=([\w-]+)/);
  const joined = accepted(
    await act('POST', `/invitations/${invitation}`, { first_name: 'Mia', last_name: 'Member', password: PASSWORD }),
  );
  const number = await choose(act, '/account/numbers', (chosen) => ['PATCH', '/account/number', chosen, owner], owner);
  accepted(await act('POST', '/logout', {}, owner));

  accepted(await act('POST', '/password', { email }));
  const reset = await mailed(servers, email, /[?&]token=([\w-]+)/);
  accepted(await act('POST', '/reset', { token: reset, password: PASSWORD }));
  const { nonce } = accepted(await act('POST', '/login', { email, password: PASSWORD, remember_me: true }));
  const code = await mailed(servers, email, /code to log in[\s\S]*?^(\d{6})$/m);
  const { user_token } = accepted(await act('POST', '/login2fa', { nonce, code }));
  return { email, member, number, ownerToken: String(user_token), memberToken: String(joined['user_token']) };
}

const readRegistration = async (act: Act, path: string) =>
  accepted(await act('GET', path))['data'] as { completed_at: string | null };

/** Takes the first free number of an area; who is too late for it takes the next. An area has enough for some rounds. */
async function choose(
  act: Act,
  lists: string,
  submission: (chosen: { number: string; number_id: number }) => Parameters<Act>,
  headers: Record<string, string> = {},
): Promise<string> {
  for (let area = AREA; ; ) {
    const list = accepted(await act('GET', `${lists}/${area}`, undefined, headers));
    const number = (list['data'] as { numbers: { e164: string }[] }).numbers[0]?.e164;
    if (number === undefined) {
      area += 1;
      continue;
    }
    const answer = await act(...submission({ number, number_id: area }));
    if (answer.status === 409) continue;
    accepted(answer);
    return number;
  }
}

/** Approves the card on the bank's page, and waits until the sign-up is complete. */
async function passCheck(url: string, completedAt: () => Promise<string | null>): Promise<void> {
  await until('approval', async () => {
    const { status } = await fetch(url, { method: 'POST', body: new URLSearchParams({ result: 'approved' }) });
    // A repeated approval of one that was not answered finds the check over.
    return status === 200 || status === 410 ? status : undefined;
  });
  await until('completion', async () => (await completedAt()) ?? undefined);
}
