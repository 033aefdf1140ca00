import { useSelector } from '@xstate/react';
import {
  type ComponentProps,
  lazy,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { logUnexpected } from '#adapters/errorLog.ts';
import type { ConsentDialog } from '#screens/consent/ConsentDialog.tsx';
import { LanguageSelector } from '#screens/layout/LanguageSelector.tsx';
import { NoticeBanner } from '#screens/layout/NoticeBanner.tsx';
import { PageLayout } from '#screens/layout/PageLayout.tsx';
import { PageProvider } from '#screens/page.ts';
import { useIsIdle } from '#screens/useIsIdle.ts';
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
  const languageChoice = useSelector(services.languageChoice, (snapshot) => snapshot);
  const [noticePlace] = useState(createNoticePlace);
  const page = useMemo(() => ({ ...services.page, placeNotices: noticePlace.set }), [services.page, noticePlace]);
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
        banner={
          <PlacedBanner
            notice={services.notice}
            place={noticePlace}
            isDeferred={appLocation.family === 'registration'}
          />
        }
        onManageCookies={() => services.consent.send({ type: 'MANAGE' })}
      >
        {children}
      </PageLayout>
      <Consent consent={services.consent} />
    </PageProvider>
  );
}

/**
 * The element in which the messages are shown; null: at the top of the page. It is kept outside the state of the frame,
 * so that a change renders only the banner.
 */
function createNoticePlace() {
  let place: HTMLElement | null = null;
  let show = (_: HTMLElement | null) => {};
  return {
    set: (to: HTMLElement | null) => {
      place = to;
      show(to);
    },
    follow: (onChange: typeof show) => {
      show = onChange;
      show(place);
    },
  };
}

type BannerProps = Pick<AppServices, 'notice'> & {
  place: ReturnType<typeof createNoticePlace>;
  /** Whether the screen is rendered as a deferred value (RegistrationScreen): a message comes with its screen. */
  isDeferred: boolean;
};

function PlacedBanner({ notice, place, isDeferred }: BannerProps) {
  const current = useSelector(notice, (snapshot) => snapshot);
  const deferred = useDeferredValue(current);
  const state = isDeferred ? deferred : current;
  const [element, setElement] = useState<HTMLElement | null>(null);
  // Before the first paint: a message that is there from the start must not move.
  useLayoutEffect(() => place.follow(setElement), [place]);
  const banner = <NoticeBanner state={state} send={notice.send} />;
  return element ? createPortal(banner, element) : banner;
}

/** The dialog, once the first screen works. */
function Consent({ consent }: Pick<AppServices, 'consent'>) {
  const state = useSelector(consent, (snapshot) => snapshot);
  return (
    useIsIdle() &&
    state.hasTag('shown') && (
      <Suspense>
        <LazyConsentDialog state={state} send={consent.send} />
      </Suspense>
    )
  );
}
