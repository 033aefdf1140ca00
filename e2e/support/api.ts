import type { ProductServer } from './server.ts';

/** Asks the API as a plain client does; what is refused is an error. */
export const askApi =
  ({ url }: ProductServer) =>
  async (path: string, method = 'GET', body?: object) => {
    const answer = await fetch(`${url}/v1/phone${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', 'X-Language': 'en', 'X-Currency': 'USD' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
