import { parseCookie } from 'cookie';
import Cookies, { type CookieSetOptions } from 'universal-cookie';

/*
 * The browser's cookies by name. A name may be listed several times: an older site on one of our paths, or a neighbour
 * on the same domain, can set a cookie of the same name. Ours is always the host-only one with Path=/.
 */

const jar = new Cookies();

type Cookie = CookieSetOptions & { name: string; value: string };

const put = ({ name, value, ...options }: Cookie): void =>
  jar.set(name, value, { path: '/', sameSite: 'lax', secure: location.protocol === 'https:', ...options });

/** Every value of a name, decoded. Browsers list longer paths first (RFC 6265 §5.4), so ours is among the last. */
export const cookieValues = (name: string): string[] =>
  document.cookie.split(';').flatMap((pair) => parseCookie(pair)[name] ?? []);

/** Sets our cookie; without an age it is a session cookie. */
export const setCookie = (name: string, value: string, maxAge?: number): void =>
  put({ name, value, ...(maxAge !== undefined && { maxAge }) });

export const deleteCookie = (name: string): void => setCookie(name, '', 0);

/** Deletes cookies of the same name on the paths of this page; ours, on Path=/, is not affected. */
export function deleteOthers(name: string): void {
  if (cookieValues(name).length === 0) return;
  const domain = location.hostname;
  for (const path of pathsAbove(location.pathname)) {
    put({ name, value: '', maxAge: 0, path });
    put({ name, value: '', maxAge: 0, path, domain });
  }
}

/**
 * Deletes cookies set by third-party scripts, by name or by a prefix followed by `*`: on every path of this page, for
 * this host and every parent domain. Never one of `kept`.
 */
export function deleteForeign(pattern: string, kept: readonly string[]): void {
  const isMeant = (name: string) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern);
  for (const name of cookieNames().filter((name) => isMeant(name) && !kept.includes(name))) {
    for (const path of ['/', ...pathsAbove(location.pathname)]) {
      put({ name, value: '', maxAge: 0, path });
      for (const domain of domainsAbove(location.hostname)) put({ name, value: '', maxAge: 0, path, domain });
    }
  }
}

const cookieNames = (): string[] => [
  ...new Set(document.cookie.split(';').flatMap((pair) => Object.keys(parseCookie(pair)))),
];

/** 'app.acme.example', 'acme.example', 'example'; browsers ignore public suffixes. */
const domainsAbove = (hostname: string): string[] => {
  const parts = hostname.split('.');
  return parts.map((_, index) => parts.slice(index).join('.'));
};

/** Every path except '/' that a cookie of this page can have: '/de', '/de/', '/de/login', '/de/login/'. */
function pathsAbove(pathname: string): string[] {
  const parts = pathname.split('/').filter(Boolean);
  return parts.flatMap((_, index) => {
    const path = `/${parts.slice(0, index + 1).join('/')}`;
    return [path, `${path}/`];
  });
}
