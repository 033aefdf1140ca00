import { createApi } from '#adapters/api.ts';
import { createBrowserConfig } from '#adapters/browserConfig.ts';
import { createCookies } from '#adapters/cookies.ts';
import { createServerClock } from '#adapters/serverClock.ts';
import { keyValueStore } from '#adapters/storage.ts';
import type { AuthCookie } from '#contract/browser.ts';
import type { Language } from '#domain/constants.ts';
import { apiBase, hostSuffix } from '#domain/hosts.ts';
import { isCurrencyDerived, localeTag, type PreferenceSources, readPreferences, regionOfTag } from '#domain/locale.ts';
import { noticeMachine } from '#machines/notice.machine.ts';
import { preferencesMachine } from '#machines/preferences.machine.ts';
import { languageOfPath, pathTo, readPath, redirectsLoggedIn } from '#routes';
import { sinks } from '#settings';
import { loadMessages } from '#text/i18n.ts';
import { createActor } from './actor.ts';
import { type AppLocation, parseLocation } from './appLocation.ts';
import { startConsent } from './consent.ts';
import { flowFor } from './flowFor.ts';
import { createFlowRouter, type FlowRouter } from './flowRouter.ts';
import { hereOf, languageAddress } from './languageAddress.ts';
import { onLoadFailure } from './loadFailure.tsx';
import { measure } from './measure.ts';
import { createNavigation } from './navigation.ts';
import { needingCookies } from './needingCookies.ts';
import { reloadForAnswer } from './outdatedPage.ts';
import { createPageHead } from './pageHead.ts';
import { createPageReload } from './pageReload.ts';
import { pageSettings } from './pageSettings.ts';
import { type AppServices, apiActors } from './services.ts';

/** Starts a document: determines login and language (§4), then starts the flow that the address names. */
export async function start(): Promise<{ services: AppServices; router: FlowRouter }> {
  const settings = pageSettings(document);
  const sessionStore = keyValueStore(() => sessionStorage);
  const clock = createServerClock(sessionStore);
  const cookies = createCookies(settings.consentDays, sessionStore);
  const config = createBrowserConfig(keyValueStore(() => localStorage));
  const query = new URLSearchParams(location.search);
  const sources: PreferenceSources = {
    query: { l: query.get('l'), curr: query.get('curr') },
    pathLanguage: languageOfPath(location.pathname),
    cfg: config.read(),
    hostSuffix: hostSuffix(location.host),
    browserRegion: regionOfTag(navigator.language),
    regionalVariants: settings.regionalVariants,
  };
  const preferences = readPreferences(sources);
  const { language, currency } = preferences;
  const words = loadMessages(language);
  document.documentElement.lang = localeTag(language);
  showIn(language);

  const base = apiBase(location.host, settings.hosts.api);
  const navigation = createNavigation(language);
  const reload = createPageReload(
    () => sessionStorage,
    () => Date.now(),
    () => location.reload(),
  );
  const elsewhere = new URL(base, location.href).origin !== location.origin;
  const api = needingCookies(
    createApi({
      baseUrl: base,
      headers: () => {
        const device = elsewhere ? cookies.device.read() : null;
        return { 'X-Language': language, 'X-Currency': currency, ...(device && { 'X-Device': device.fingerprint }) };
      },
      sessionToken: () => cookies.auth.read()?.user_token ?? null,
      onAnswer: clock.correct,
      onUnreadable: reloadForAnswer(navigation, reload),
    }),
    cookies,
  );
  const languageChoice = createActor(
    preferencesMachine.provide({
      actions: {
        storePreferences: (_, found) =>
          config.write({
            language: found.language,
            currency_iso: found.currency,
            currency_derived: isCurrencyDerived(sources),
            country_code: found.country,
          }),
        removeParameters: () => navigation.amend({ l: null, curr: null, error: null }),
        moveTo: (_, choice) =>
          navigation.leave(languageAddress(hereOf(parseLocation(location)), choice, settings.hosts)),
      },
    }),
    { input: { preferences } },
  ).start();
  const { resendConfirmation } = apiActors(api);
  const notice = createActor(noticeMachine.provide({ actors: { resendConfirmation } }), {
    // An error of the login does not concern a visitor who is logged in, as after two parallel sign-ons.
    input: { error: isLedToDashboard(parseLocation(location), cookies) ? null : query.get('error') },
  }).start();

  const i18n = await words;
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
      apiBase: base,
      go: (family, search) => {
        notice.send({ type: 'CLEAR' });
        navigation.go(family, search);
      },
      showHeading: headingFocus(),
      setErrorInTitle: (field) => head.setErrorInTitle({ field }),
    },
    reload,
    restart: () => router.restart(),
    loginHint: { email: '' },
  };

  // Notices of a screen that was left by the browser's Back are cleared.
  addEventListener('popstate', () => {
    if (router.activeFlow()?.appLocation.family !== parseLocation(location).family) notice.send({ type: 'CLEAR' });
  });
  const router = createFlowRouter(services, {
    flowFor,
    redirect: redirectByLogin(services),
    onLoadFailure: () => onLoadFailure(services),
  });
  router.subscribe(() => head.show(router.activeFlow()?.appLocation.family ?? null));
  const tellNotices = () =>
    head.setErrorInTitle({ notice: notice.getSnapshot().context.notices.some(({ kind }) => kind === 'error') });
  notice.subscribe(tellNotices);
  tellNotices();
  measure(services, router, sinks, () => location.reload());
  await router.sync();
  followReturns(services, router);
  return { services, router };
}

/** `l` overrides the language of the path: the address is rewritten to the language in which the page is shown. */
function showIn(language: Language) {
  const route = readPath(location.pathname);
  if (route?.language && route.language !== language) {
    history.replaceState(history.state, '', pathTo(route.family, language) + location.search + location.hash);
  }
}

/**
 * Makes a new screen perceivable: its heading gets the focus, except on the first screen of a document. If the screen
 * has a single field to fill in, that field gets it, so that immediate typing is not lost.
 */
function headingFocus() {
  let isFirst = true;
  return (heading: HTMLElement, field: HTMLElement | null = null) => {
    if (!isFirst) scrollTo(0, 0);
    if (field) field.focus();
    else if (!isFirst) heading.focus({ preventScroll: true });
    isFirst = false;
  };
}

/** A visitor who returns, from another window or by Back from another page, may have logged in or out meanwhile. */
function followReturns({ languageChoice }: AppServices, router: FlowRouter) {
  addEventListener('focus', () => void router.sync());
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    languageChoice.send({ type: 'RETURNED' });
    router.restart();
    void router.sync();
  });
}

/** The parameters of mailed links; each holds a token. */
const links = ['token', 'discount', 'invitation'];

/** §2: whether this location redirects a logged-in visitor to the dashboard. */
const isLedToDashboard = ({ family, query }: AppLocation, { auth }: AppServices['cookies']): boolean =>
  family !== null &&
  auth.read() !== null &&
  redirectsLoggedIn(
    family,
    links.some((link) => query.has(link)),
  );

/** §2: logged-in visitors go to the dashboard, others to the login. Returns whether it redirected. */
function redirectByLogin({ cookies, navigation }: AppServices) {
  let ledToDashboard: AuthCookie | null = null;
  return (appLocation: AppLocation): boolean => {
    const { family } = appLocation;
    cookies.removeOthers();
    if (family === null) return false;
    const login = cookies.auth.read();
    if (login && isLedToDashboard(appLocation, cookies)) {
      ledToDashboard = login;
      navigation.redirect('dashboard');
      return true;
    }
    if (login) return false;
    if (cookies.auth.exists()) cookies.auth.remove();
    if (family !== 'dashboard') return false;
    // The cookie belongs to the path of another page and is invisible to the dashboard: it would redirect here again.
    if (ledToDashboard) cookies.auth.reject(ledToDashboard);
    navigation.redirect('login');
    return true;
  };
}
