import { expect } from 'vitest';
import { API_PATH } from '#domain/hosts.ts';
import type { TestServer } from './server.ts';
import { account } from './signUp.ts';

type Requests = { request: (path: string, init?: RequestInit) => ReturnType<TestServer['request']> };

/** Sends step 1 of a sign-up. */
export const signUp = ({ request }: Requests, headers: Record<string, string> = {}) =>
  request(`${API_PATH}/registrations`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(account),
  });

/** Signs up until SQLite has used up its remaining space; returns the key of the rejected call. */
export async function refusedKey(server: Requests): Promise<string> {
  for (let count = 0; ; count += 1) {
    const answer = await signUp(server, { 'Idempotency-Key': `${count}` });
    if (answer.status !== 200) {
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5']);
      return `${count}`;
    }
  }
}
