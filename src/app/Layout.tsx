import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useState } from 'react';
import { ConsentDialog } from '#screens/consent/ConsentDialog.tsx';
import { LanguageSelector } from '#screens/layout/LanguageSelector.tsx';
import { NoticeBanner } from '#screens/layout/NoticeBanner.tsx';
import { PageLayout } from '#screens/layout/PageLayout.tsx';
import { PageProvider } from '#screens/page.ts';
import type { AppLocation } from './navigation/appLocation.ts';
import { addressBar, languageAddress } from './navigation/languageAddress.ts';
import type { AppServices } from './services.ts';

type Props = { services: AppServices; appLocation: AppLocation; children: ReactNode };

/** The frame of the page with the parts that belong to no single flow: language, banner, cookie consent. */
export function Layout({ services, appLocation, children }: Props) {
  const notice = useSelector(services.notice, (snapshot) => snapshot);
  const languageChoice = useSelector(services.languageChoice, (snapshot) => snapshot);
  const consent = useSelector(services.consent, (snapshot) => snapshot);
  const isWired = useIsWired();
  return (
    <PageProvider value={services.page}>
      <PageLayout
        family={appLocation.family}
        languageSelector={
          <LanguageSelector
            state={languageChoice}
            send={services.languageChoice.send}
            addressOf={(choice) => languageAddress(addressBar(appLocation), choice, services.settings.hosts)}
          />
        }
        banner={<NoticeBanner state={notice} send={services.notice.send} />}
        onManageCookies={() => services.consent.send({ type: 'MANAGE' })}
      >
        {children}
      </PageLayout>
      {isWired && <ConsentDialog state={consent} send={services.consent.send} />}
    </PageProvider>
  );
}

/** Prerendered pages are the same for all visitors; parts that only some of them see are rendered after hydration. */
function useIsWired() {
  const [isWired, setIsWired] = useState(false);
  useEffect(() => setIsWired(true), []);
  return isWired;
}
