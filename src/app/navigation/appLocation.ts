import { cleanToken } from '#domain/invisible.ts';
import { type Family, readPath } from '#domain/routes.ts';

/** The visitor's location: the family of the path (null: 'Route not found') and the query of the address. */
export type AppLocation = { family: Family | null; path: string; query: URLSearchParams };

/** Parses an address. If a parameter is repeated, its first value counts. */
export const parseLocation = ({ pathname, search }: { pathname: string; search: string }): AppLocation => ({
  family: readPath(pathname)?.family ?? null,
  path: pathname,
  query: new URLSearchParams(search),
});

const linkParameters = ['token', 'discount', 'invitation'] as const;
/** The parameters of mailed links; each holds a token. */
type LinkParameter = (typeof linkParameters)[number];

/** The token of a mailed link; null if there is none. */
export const tokenOf = ({ query }: Pick<AppLocation, 'query'>, name: LinkParameter): string | null =>
  cleanToken(query.get(name) ?? '') || null;

/** Whether the address is one of a mailed link. */
export const isMailedLink = ({ query }: Pick<AppLocation, 'query'>): boolean =>
  linkParameters.some((parameter) => query.has(parameter));

/**
 * The search of an address with these parameters changed; null removes one. Without a change it is returned verbatim.
 */
export function searchWith(search: string, changes: Record<string, string | null>): string {
  const query = new URLSearchParams(search);
  if (Object.entries(changes).every(([name, value]) => query.get(name) === value)) return search;
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  return text && `?${text}`;
}
