import type { RequestContext } from '#server/http/requestContext.ts';

/** A request with these cookies; `lines` collects the Set-Cookie lines of its response. */
export function requestWithCookies(cookies = ''): { requestContext: RequestContext; lines: string[] } {
  const lines: string[] = [];
  const requestContext = {
    header: (name: string) => (name === 'Cookie' ? cookies : undefined),
    setCookie: (line: string) => void lines.push(line),
  } as unknown as RequestContext;
  return { requestContext, lines };
}
