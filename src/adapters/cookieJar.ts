import { parseCookie, type SetCookie, stringifySetCookie } from 'cookie';

/*
 * The browser's cookies by name. A name may be listed several times: an older site on one of our paths, or a neighbour
 * on the same domain, can hold a cookie of the same name. Ours is always the one of this host alone with Path=/.
 */

function put(cookie: SetCookie) {
  const line = stringifySetCookie({ path: '/', sameSite: 'lax', secure: location.protocol === 'https:', ...cookie });
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing where a page is not secure
  document.cookie = line;
}

/** Every value of a name, decoded. Browsers list longer paths first (RFC 6265 §5.4), so that ours is among the last. */
export const cookieValues = (name: string): string[] =>
  document.cookie.split(';').flatMap((pair) => parseCookie(pair)[name] ?? []);

/** Sets ours; without an age it lasts as long as the browser's session. */
export const setCookie = (name: string, value: string, maxAge?: number): void =>
  put({ name, value, ...(maxAge !== undefined && { maxAge }) });

export const deleteCookie = (name: string): void => setCookie(name, '', 0);

/** Deletes what is listed beside ours on the paths above this page; ours, on Path=/, cannot be meant. */
export function deleteOthers(name: string): void {
  if (cookieValues(name).length === 0) return;
  const domain = location.hostname;
  for (const path of pathsAbove(location.pathname)) {
    put({ name, value: '', maxAge: 0, path });
    put({ name, value: '', maxAge: 0, path, domain });
  }
}

/** Every path but '/' that a cookie of this page can have: '/de', '/de/', '/de/login', '/de/login/'. */
function pathsAbove(pathname: string): string[] {
  const parts = pathname.split('/').filter(Boolean);
  return parts.flatMap((_, index) => {
    const path = `/${parts.slice(0, index + 1).join('/')}`;
    return [path, `${path}/`];
  });
}
