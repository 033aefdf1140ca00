import type { TestServer } from './server.ts';
import { billing, type Submission, submit } from './signUp.ts';

/** Cards of the simulated bank (server/bank/testCards.ts). */
export const CARD_WITH_CHECK = '4000000000003220';
export const DECLINED_CARD = '4000000000000002';

/** Submits step 4; an ordinary card is approved. */
export const pay = ({ api }: TestServer, token: string, changes: Partial<Submission> = {}) =>
  submit(api, token, { ...billing, ...changes });

/** Submits step 4 with a card that needs a check; returns the address of the check's page. */
export async function payWithCheck(server: TestServer, token: string): Promise<string> {
  const { status, data } = await pay(server, token, { card_number: CARD_WITH_CHECK });
  if (status !== 202) throw new Error(`Step 4 answered ${status}.`);
  return data.url;
}

/** Presses a button on the page of a check, which is given by its address or its path. */
export const answerCheck = ({ request }: TestServer, page: string, result: string) =>
  request(page.replace(/^https?:\/\/[^/]+/, ''), {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ result }).toString(),
  });
