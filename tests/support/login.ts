import { PASSWORD } from './people.ts';
import type { TestServer } from './server.ts';

export const EMAIL = 'ann@example.com';
export const credentials = { email: EMAIL, password: PASSWORD, remember_me: false };

/** Logs in up to the second factor; returns the nonce. */
export async function challenge({ api }: TestServer, body: typeof credentials = credentials): Promise<string> {
  const answer = await api.login({ body });
  if (answer.status !== 202) throw new Error(`Login answered ${answer.status}.`);
  return answer.data.nonce;
}
