import { localeTag } from '#domain/locale.ts';
import type { FlowRouter } from './flowRouter.ts';
import type { AppServices } from './services.ts';

/**
 * Whether the page already shows what is about to be drawn, so that it is only wired and what was typed early
 * stays. It does not in another language, nor where the address or the settings say more than the build knew.
 */
export function isPrerendered({ language, notice, settings }: AppServices, router: FlowRouter, shown: string): boolean {
  const family = router.activeFlow()?.appLocation.family;
  const isWhole = family === 'login' || family === 'recoverPassword';
  const isPlain = location.search === '' && router.activeFlow()?.name !== 'invitation';
  const hasNotices = notice.getSnapshot().context.notices.length > 0;
  return isWhole && isPlain && !hasNotices && shown === localeTag(language) && settings.ssoProviders.length === 3;
}
