import type { AppServices } from '../services.ts';

/** §8: the categories that a visitor may allow. */
export type ConsentCategory = 'analytics' | 'marketing';
const categories: readonly ConsentCategory[] = ['analytics', 'marketing'];

/**
 * Withdrawing a consent ends what it allowed. `stop` ends a category in this document and returns whether it could; its
 * cookies are deleted, and the document is reloaded if something cannot be stopped. Cookies of a category without
 * consent, left over from an expired one, are deleted at the start.
 */
export function followWithdrawal(
  { consent, cookies, settings }: Pick<AppServices, 'consent' | 'cookies' | 'settings'>,
  stop: (category: ConsentCategory) => boolean,
  reload: () => void,
): void {
  const isAllowed = (category: ConsentCategory) => consent.getSnapshot().context.given?.[category] === true;
  const removeCookies = (category: ConsentCategory) => cookies.removeTools(settings.consentCookies[category]);
  let allowed = categories.filter(isAllowed);
  for (const category of categories) if (!isAllowed(category)) removeCookies(category);

  consent.subscribe(() => {
    const withdrawn = allowed.filter((category) => !isAllowed(category));
    allowed = categories.filter(isAllowed);
    const stopped = withdrawn.map(stop);
    withdrawn.forEach(removeCookies);
    if (stopped.includes(false)) reload();
  });
}
