import { navigate } from 'wouter/use-browser-location';
import type { Language } from '#domain/constants.ts';
import { type Family, pathTo } from '#domain/routes.ts';
import { searchWith } from './appLocation.ts';

/** How flows and links navigate. The language of a document never changes: another language is another document. */
export type Navigation = {
  /** To a family of this language, in this document; a sign-up document is left by a full load. */
  go: (family: Family, search?: string) => void;
  /** The same, replacing the current address, so that Back does not return to it. */
  redirect: (family: Family) => void;
  /** Changes parameters of the address without moving; null removes one. */
  amend: (changes: Record<string, string | null>) => void;
  /** To any address, by a full load. */
  leave: (url: string) => void;
};

/** Navigation within the app in a language. */
export function createNavigation(language: Language): Navigation {
  const move = (family: Family, search: string, replace: boolean) => {
    const address = pathTo(family, language) + search;
    if (address === location.pathname + location.search) return;
    if (!leavesDocument(family)) navigate(address, { replace });
    else if (replace) location.replace(address);
    else location.assign(address);
  };
  return {
    go: (family, search = '') => move(family, search, false),
    redirect: (family) => move(family, '', true),
    amend: (changes) => {
      const search = searchWith(location.search, changes);
      if (search === location.search) return;
      // With its origin: a path that begins with two slashes would be read as a host.
      const { origin, pathname, hash } = location;
      navigate(origin + pathname + search + hash, { replace: true, state: history.state });
    },
    leave: (url) => location.assign(url),
  };
}

/** Third-party code never loads in a document that has shown the sign-up: leaving or entering it is a full load. */
const leavesDocument = (family: Family): boolean => {
  const signUp = document.documentElement.dataset['signUp'] === 'shown';
  return signUp !== (family === 'registration');
};
