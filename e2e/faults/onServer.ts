import type { Page } from 'playwright/test';
import { apiRequest } from '../support/api.ts';
import { count } from '../support/database.ts';
import { linkIn, type ProductServer } from '../support/server.ts';
import { PASSWORD } from '../support/signUp.ts';

/** Mails of a kind that the server has written to an address. */
export const mailsTo = (product: ProductServer, email: string, kind: string): number =>
  count(product, 'outbox where recipient = ? and kind = ?', email, kind);

export const sessionsOf = (product: ProductServer, email: string): number =>
  count(product, 'sessions join users on users.id = user_id where email = ?', email);

type Session = { user_id: number; user_token: string };

/** Logs in over the wire, in a browser of its own. */
export const sessionElsewhere = (product: ProductServer, email: string): Promise<Session> =>
  apiRequest(product)('/login', 'POST', { email, password: PASSWORD });

/** Logs the page's browser in over the wire. */
export async function logInWithoutForm(page: Page, product: ProductServer, email: string): Promise<Session> {
  const { url } = product;
  const answer = await page.request.post(`${url}/v1/phone/login`, { data: { email, password: PASSWORD } });
  const session = (await answer.json()) as Session;
  const value = encodeURIComponent(JSON.stringify(session));
  await page.context().addCookies([{ name: 'auth', value, url }]);
  return session;
}

/** The owner invites an address over the wire. Returns the mailed link. */
export async function invite(product: ProductServer, owner: string, email: string): Promise<string> {
  const session = await sessionElsewhere(product, owner);
  await apiRequest(product, session)('/account/invitations', 'POST', { email });
  return linkIn(await product.nextMail(email));
}
