import { type CallName, calls } from '#contract/calls.ts';
import { API_PATH } from '#domain/hosts.ts';
import { openApiDocument } from '#server/openapi/document.ts';
import { settings } from '#settings';
import { answerChecker } from '../../tools/contract/answerChecker.ts';

const differences = answerChecker(openApiDocument({ settings }));

const patterns = (Object.keys(calls) as CallName[]).map((name) => {
  const { method, path } = calls[name];
  return { name, method, pattern: new RegExp(`^${API_PATH}${path.replace(/:\w+/g, '[^/]+')}$`) };
});

/** Throws if an answer of the API does not fit the OpenAPI document; returns it otherwise. */
export async function checkedAnswer(method: string, url: string, response: Response): Promise<Response> {
  const { pathname } = new URL(url);
  // `/registrations/token/numbers/1` is two calls of the same shape; a fixed path comes before a parameter.
  const fitting = patterns.filter((one) => one.method === method.toLowerCase() && one.pattern.test(pathname));
  const { headers } = response;
  const isJson = headers.get('Content-Type')?.startsWith('application/json') && !headers.has('Content-Encoding');
  if (fitting.length === 0 || !isJson) return response;
  if (response.status === 429 && !/^\d+$/.test(headers.get('Retry-After') ?? ''))
    throw new Error(`${method} ${pathname} answers 429 without the seconds to wait`);
  const body: unknown = await response.clone().json();
  const wrong = fitting.map(({ name }) => differences(name, response.status, body));
  if (wrong.every((found) => found.length > 0)) {
    throw new Error(
      `${method} ${pathname} answers ${response.status} unlike the OpenAPI document: ${wrong[0]?.join('; ')}`,
    );
  }
  return response;
}
