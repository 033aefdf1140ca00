import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { Page } from 'playwright/test';
import { linkIn, type ProductServer } from '../support/server.ts';
import { PASSWORD } from '../support/signUp.ts';

/** Works on the server's database, as an operator could. */
function withDatabase<Result>(product: ProductServer, work: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(join(product.dataDir, 'store.sqlite'), { timeout: 5000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** How many rows of a table fit the condition. */
export const count = (product: ProductServer, rows: string, ...values: SQLInputValue[]): number =>
  withDatabase(product, (database) =>
    Number(database.prepare(`select count(*) as found from ${rows}`).get(...values)?.['found']),
  );

export const change = (product: ProductServer, statement: string, ...values: SQLInputValue[]): void =>
  withDatabase(product, (database) => void database.prepare(statement).run(...values));

/** Mails of a kind that the server has written to an address. */
export const mailsTo = (product: ProductServer, email: string, kind: string): number =>
  count(product, 'outbox where recipient = ? and kind = ?', email, kind);

export const sessionsOf = (product: ProductServer, email: string): number =>
  count(product, 'sessions join users on users.id = user_id where email = ?', email);

type Session = { user_id: number; user_token: string };

/** Logs in over the wire, in a browser of its own. */
export async function sessionElsewhere({ url }: ProductServer, email: string): Promise<Session> {
  const answer = await fetch(`${url}/v1/phone/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  return (await answer.json()) as Session;
}

/** Logs the page's browser in over the wire. */
export async function logInWithoutForm(page: Page, product: ProductServer, email: string): Promise<Session> {
  const { url } = product;
  const answer = await page.request.post(`${url}/v1/phone/login`, { data: { email, password: PASSWORD } });
  const session = (await answer.json()) as Session;
  const value = encodeURIComponent(JSON.stringify(session));
  await page.context().addCookies([{ name: 'auth', value, url }]);
  return session;
}

/** A call of a logged-in user; an error response throws. */
export async function callAs(
  { url }: ProductServer,
  { user_token }: Session,
  path: string,
  method: string,
  body?: object,
): Promise<void> {
  const answer = await fetch(`${url}/v1/phone${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${user_token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
}

/** The owner invites an address over the wire. Returns the mailed link. */
export async function invite(product: ProductServer, owner: string, email: string): Promise<string> {
  await callAs(product, await sessionElsewhere(product, owner), '/account/invitations', 'POST', { email });
  return linkIn(await product.nextMail(email));
}
