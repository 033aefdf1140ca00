import { createBrowserConfig } from '#adapters/browserConfig.ts';
import { createCookies } from '#adapters/cookies.ts';
import { watchLeaving } from '#adapters/leaving.ts';
import { nextTask } from '#adapters/nextTask.ts';
import { createServerClock } from '#adapters/serverClock.ts';
import { keyValueStore } from '#adapters/storage.ts';
import { apiBase } from '#domain/hosts.ts';
import { localeTag, readPreferences } from '#domain/locale.ts';
import { sinks } from '#settings';
import { loadFirstMessages } from '#text/pageMessages.ts';
import { headingFocus } from './document/headingFocus.ts';
import { createPageHead, type PageHead } from './document/pageHead.ts';
import { createPageReload } from './document/pageReload.ts';
import { pageSettings } from './document/pageSettings.ts';
import { lazyApi } from './lazyApi.ts';
import { passLoginHint, takeLoginHint } from './loginHint.ts';
import { startConsent } from './measurement/consent.ts';
import { measure } from './measurement/measure.ts';
import { flowFor } from './navigation/flowFor.ts';
import { createFlowRouter, type FlowRouter } from './navigation/flowRouter.ts';
import { showLanguageInAddress } from './navigation/languageAddress.ts';
import { onLoadFailure, onOpenFailure } from './navigation/loadFailure.tsx';
import { createNavigation } from './navigation/navigation.ts';
import { createRedirects } from './navigation/redirects.ts';
import { startNotice } from './notice.ts';
import { preferenceSources, startLanguageChoice } from './preferences.ts';
import type { AppServices } from './services.ts';
import { whenIdle } from './whenIdle.ts';

/**
 * Starts a document: its services in the visitor's language (§4), then the flow that the address names; in several
 * tasks, because the prerendered page is typed into meanwhile.
 */
export async function start(): Promise<{ services: AppServices; router: FlowRouter }> {
  const { services, head, preloadApi } = await startServices();
  await nextTask();
  const router = startRouter(services);
  showInHead(head, services, router);
  whenIdle(() => measure(services, router, sinks, () => location.reload()));
  await router.sync();
  syncOnReturn(services, router);
  passLoginHint(services, router);
  whenIdle(() => void preloadApi().catch(() => {}));
  return { services, router };
}

type Started = { services: AppServices; head: PageHead; preloadApi: () => Promise<void> };

async function startServices(): Promise<Started> {
  const settings = pageSettings(document);
  const sessionStore = keyValueStore(() => sessionStorage);
  const clock = createServerClock(sessionStore);
  const cookies = createCookies(settings.consentDays, sessionStore);
  const config = createBrowserConfig(keyValueStore(() => localStorage));
  const sources = preferenceSources(settings, config);
  const preferences = readPreferences(sources);
  const { language } = preferences;
  const messages = loadFirstMessages(language);
  document.documentElement.lang = localeTag(language);
  showLanguageInAddress(language);
  await nextTask();

  const navigation = createNavigation(language);
  const isBeingLeft = watchLeaving(window, () => performance.now());
  const reload = createPageReload({
    storage: () => sessionStorage,
    now: () => Date.now(),
    isOnline: () => navigator.onLine,
    isBeingLeft,
    load: () => location.reload(),
  });
  const baseUrl = apiBase(location.host, settings.hosts.api);
  const isReachable = () =>
    fetch(location.href, { method: 'HEAD' }).then(
      ({ ok }) => ok,
      () => false,
    );
  const own = { baseUrl, preferences, cookies, clock, navigation, reload, isBeingLeft };
  const { api, preload } = lazyApi(async () => (await import('./pageApi.ts')).createPageApi(own), {
    reload,
    isReachable,
  });
  // The error is read from the address before the language choice removes its parameters.
  const notice = startNotice(api, cookies);
  const languageChoice = startLanguageChoice(sources, { settings, config, navigation });
  const i18n = await messages;
  const head = createPageHead(document, { i18n, language, product: settings.brand.name });
  const services: AppServices = {
    settings,
    language,
    preferences,
    i18n,
    api,
    clock,
    cookies,
    config,
    sessionStore,
    navigation,
    notice,
    consent: startConsent(cookies, config),
    languageChoice,
    page: {
      settings,
      language,
      preferences,
      apiBase: baseUrl,
      go: (family, search) => {
        notice.send({ type: 'CLEAR' });
        navigation.go(family, search);
      },
      showHeading: headingFocus(),
      whenIdle,
      setErrorInTitle: (field) => head.setErrorInTitle({ field }),
    },
    reload,
    isReachable,
    loginHint: { email: takeLoginHint(sessionStore) },
  };
  return { services, head, preloadApi: preload };
}

const startRouter = (services: AppServices): FlowRouter =>
  createFlowRouter(services, {
    flowFor,
    redirect: createRedirects(services),
    onLoadFailure: () => onLoadFailure(services),
    onOpenFailure,
    onLeftByBack: () => services.notice.send({ type: 'CLEAR' }),
  });

/** Title and description follow the screen; the title also says that there is an error. */
function showInHead(head: PageHead, { notice }: AppServices, router: FlowRouter) {
  router.subscribe(() => head.show(router.activeFlow()?.appLocation.family ?? null));
  const showNotices = () =>
    head.setErrorInTitle({ notice: notice.getSnapshot().context.notices.some(({ kind }) => kind === 'error') });
  notice.subscribe(showNotices);
  showNotices();
}

/** A visitor who returns, from another window or by Back from another page, may have logged in or out meanwhile. */
function syncOnReturn({ languageChoice }: AppServices, router: FlowRouter) {
  addEventListener('focus', () => void router.sync());
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    languageChoice.send({ type: 'RETURNED' });
    router.restart();
    void router.sync();
  });
}
