import { createContext, useContext } from 'react';
import type { Settings } from '#contract/settings.ts';
import type { Language } from '#domain/constants.ts';
import type { Preferences } from '#domain/locale.ts';
import type { Family } from '#domain/routes.ts';

/** What every screen of a page may know and ask, whatever its flow. */
export type Page = {
  settings: Settings;
  language: Language;
  preferences: Preferences;
  /** Base of the API, for links that leave by it (single sign-on). */
  apiBase: string;
  /** To a family in this language. */
  go: (family: Family, search?: string) => void;
  /**
   * A new heading is on the page: it takes the focus, unless it is the first of the document. The field that is all
   * there is to do takes it in its place, always.
   */
  showHeading: (heading: HTMLElement, field?: HTMLElement | null) => void;
  /** Whether a field is wrong: the title of the page says so. */
  setErrorInTitle: (isWrong: boolean) => void;
};

const PageContext = createContext<Page | null>(null);

export const PageProvider = PageContext.Provider;

/** The page that a screen stands on. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('A screen stands on a page');
  return page;
}
