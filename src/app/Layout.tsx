import { useSelector } from '@xstate/react';
import { type ComponentProps, lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { logUnexpected } from '#adapters/errorLog.ts';
import type { ConsentDialog } from '#screens/consent/ConsentDialog.tsx';
import { LanguageSelector } from '#screens/layout/LanguageSelector.tsx';
import { NoticeBanner } from '#screens/layout/NoticeBanner.tsx';
import { PageLayout } from '#screens/layout/PageLayout.tsx';
import { PageProvider } from '#screens/page.ts';
import { useIsHydrated } from '#screens/useIsHydrated.ts';
import { loadMoreMessages } from '#text/pageMessages.ts';
import type { AppLocation } from './navigation/appLocation.ts';
import { addressBar, languageAddress } from './navigation/languageAddress.ts';
import type { AppServices } from './services.ts';

/** Loaded after the first screen. A page works without it: then no consent is given. */
const LazyConsentDialog = lazy(async () => {
  try {
    const [{ ConsentDialog }] = await Promise.all([import('#screens/consent/ConsentDialog.tsx'), loadMoreMessages()]);
    return { default: ConsentDialog };
  } catch (error) {
    logUnexpected(error);
    return { default: (_: ComponentProps<typeof ConsentDialog>) => null };
  }
});

type Props = { services: AppServices; appLocation: AppLocation; children: ReactNode };

/** The frame of the page with the parts that belong to no single flow: language, banner, cookie consent. */
export function Layout({ services, appLocation, children }: Props) {
  const notice = useSelector(services.notice, (snapshot) => snapshot);
  const languageChoice = useSelector(services.languageChoice, (snapshot) => snapshot);
  const consent = useSelector(services.consent, (snapshot) => snapshot);
  const isHydrated = useIsHydrated();
  const [noticePlace, placeNotices] = useState<HTMLElement | null>(null);
  const page = useMemo(() => ({ ...services.page, placeNotices }), [services.page]);
  const banner = <NoticeBanner state={notice} send={services.notice.send} />;
  return (
    <PageProvider value={page}>
      <PageLayout
        family={appLocation.family}
        languageSelector={
          <LanguageSelector
            state={languageChoice}
            send={services.languageChoice.send}
            addressOf={(choice) => languageAddress(addressBar(appLocation), choice, services.settings.hosts)}
          />
        }
        banner={noticePlace ? createPortal(banner, noticePlace) : banner}
        onManageCookies={() => services.consent.send({ type: 'MANAGE' })}
      >
        {children}
      </PageLayout>
      {isHydrated && consent.hasTag('shown') && (
        <Suspense>
          <LazyConsentDialog state={consent} send={services.consent.send} />
        </Suspense>
      )}
    </PageProvider>
  );
}
