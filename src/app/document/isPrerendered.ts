import type { Settings } from '#contract/settings.ts';
import { localeTag } from '#domain/locale.ts';
import { settings as builtIn } from '#settings';
import type { FlowRouter } from '../navigation/flowRouter.ts';
import type { AppServices } from '../services.ts';

/** What the prerendered screens show of the settings that a server can override. */
const shownOf = ({ signupOrder, ssoProviders }: Settings): string => JSON.stringify([signupOrder, ssoProviders]);

/**
 * Whether the page already shows what is about to be rendered, so that it is only hydrated and early input is kept. It
 * does not in another language, or when the address or the settings differ from those at build time.
 */
export function isPrerendered({ language, notice, settings }: AppServices, router: FlowRouter, shown: string): boolean {
  const isWhole = router.activeFlow()?.flow.isPrerendered?.() === true;
  const isPlain = location.search === '';
  const hasNotices = notice.getSnapshot().context.notices.length > 0;
  const isAsBuilt = shownOf(settings) === shownOf(builtIn);
  return isWhole && isPlain && !hasNotices && shown === localeTag(language) && isAsBuilt;
}
