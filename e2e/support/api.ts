import type { ProductServer } from './server.ts';

/** A plain API client, of a visitor or of a logged-in user; an error response throws. */
export const apiRequest =
  ({ url }: ProductServer, session?: { user_token: string }) =>
  async (path: string, method = 'GET', body?: object) => {
    const answer = await fetch(`${url}/v1/phone${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        'X-Language': 'en',
        'X-Currency': 'USD',
        ...(session && { Authorization: `Bearer ${session.user_token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
