import { createContext, useContext } from 'react';
import type { Settings } from '#contract/settings.ts';
import type { Language } from '#domain/constants.ts';
import type { Preferences } from '#domain/locale.ts';
import type { Family } from '#domain/routes.ts';

/** What a screen can read from its page and request from it, whatever its flow. */
export type Page = {
  settings: Settings;
  language: Language;
  preferences: Preferences;
  /** Base URL of the API, for links that navigate to it (single sign-on). */
  apiBase: string;
  /** Navigates to a route in the language of the page. */
  go: (family: Family, search?: string) => void;
  /**
   * Called for each new heading: it takes the focus, unless it is the first of the document. If the screen has a single
   * field, the field always takes it instead.
   */
  showHeading: (heading: HTMLElement, field?: HTMLElement | null) => void;
  /** Sets whether a field has an error; the title of the page says so. */
  setErrorInTitle: (isWrong: boolean) => void;
  /** Calls back once the first screen works; without it, there is nothing to wait for. */
  whenIdle?: (callback: () => void) => void;
  /** Shows the messages about the page in this element; null: at the top of the page. */
  placeNotices?: (place: HTMLElement | null) => void;
};

const PageContext = createContext<Page | null>(null);

export const PageProvider = PageContext.Provider;

/** The page that a screen is rendered on. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('A screen needs a PageProvider');
  return page;
}
