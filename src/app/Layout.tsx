import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useState } from 'react';
import { ConsentDialog } from '#screens/consent/ConsentDialog.tsx';
import { LanguageSelector } from '#screens/layout/LanguageSelector.tsx';
import { NoticeBanner } from '#screens/layout/NoticeBanner.tsx';
import { PageLayout } from '#screens/layout/PageLayout.tsx';
import { PageProvider } from '#screens/page.ts';
import { hereOf, languageAddress } from './languageAddress.ts';
import type { Place } from './place.ts';
import type { World } from './world.ts';

type Props = { world: World; place: Place; children: ReactNode };

/** The frame of the page with what belongs to no single flow: language, banner, cookie consent. */
export function Layout({ world, place, children }: Props) {
  const notice = useSelector(world.notice, (snapshot) => snapshot);
  const languageChoice = useSelector(world.languageChoice, (snapshot) => snapshot);
  const consent = useSelector(world.consent, (snapshot) => snapshot);
  const isWired = useIsWired();
  return (
    <PageProvider value={world.page}>
      <PageLayout
        family={place.family}
        languageSelector={
          <LanguageSelector
            state={languageChoice}
            send={world.languageChoice.send}
            addressOf={(choice) => languageAddress(hereOf(place), choice, world.settings.hosts)}
          />
        }
        banner={<NoticeBanner state={notice} send={world.notice.send} />}
        onManageCookies={() => world.consent.send({ type: 'MANAGE' })}
      >
        {children}
      </PageLayout>
      {isWired && <ConsentDialog state={consent} send={world.consent.send} />}
    </PageProvider>
  );
}

/** L8: a page is prerendered for everybody; what only some visitors see comes once it is wired. */
function useIsWired() {
  const [isWired, setIsWired] = useState(false);
  useEffect(() => setIsWired(true), []);
  return isWired;
}
