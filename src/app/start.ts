import { createActor } from 'xstate';
import { createApi } from '#adapters/api.ts';
import { createBrowserConfig } from '#adapters/browserConfig.ts';
import { createCookies } from '#adapters/cookies.ts';
import { keeperOf } from '#adapters/storage.ts';
import type { Language } from '#domain/constants.ts';
import { apiBase, hostSuffix } from '#domain/hosts.ts';
import { localeTag, readPreferences } from '#domain/locale.ts';
import { noticeMachine } from '#machines/notice.machine.ts';
import { languageOfPath, pathTo, readPath, redirectsLoggedIn } from '#routes';
import { loadWords } from '#text/i18n.ts';
import { createNavigation } from './navigation.ts';
import { pageSettings } from './pageSettings.ts';
import type { Place } from './place.ts';
import { playbill } from './playbill.ts';
import { createStage, type Stage } from './stage.ts';
import { apiActors, type World } from './world.ts';

/** Opens a document: who is here and in which language (§4), then the flow that the address names. */
export async function start(): Promise<{ world: World; stage: Stage }> {
  const settings = pageSettings(document);
  const cookies = createCookies(settings.consentDays);
  const config = createBrowserConfig(keeperOf(() => localStorage));
  const query = new URLSearchParams(location.search);
  const preferences = readPreferences({
    query: { l: query.get('l'), curr: query.get('curr') },
    pathLanguage: languageOfPath(location.pathname),
    cfg: config.read(),
    hostSuffix: hostSuffix(location.host),
    browserRegion: new Intl.Locale(navigator.language).region ?? null,
    regionalVariants: settings.regionalVariants,
  });
  const { language, currency, country } = preferences;
  config.write({ language, currency_iso: currency, country_code: country });
  document.documentElement.lang = localeTag(language);

  const base = apiBase(location.host, settings.hosts.api);
  const elsewhere = new URL(base, location.href).origin !== location.origin;
  const api = createApi({
    baseUrl: base,
    headers: () => {
      const device = elsewhere ? cookies.device.read() : null;
      return { 'X-Language': language, 'X-Currency': currency, ...(device && { 'X-Device': device.fingerprint }) };
    },
    sessionToken: () => cookies.auth.read()?.user_token ?? null,
  });
  const { resendConfirmation } = apiActors(api);
  const notice = createActor(noticeMachine.provide({ actors: { resendConfirmation } }), {
    input: { error: query.get('error') },
  });

  const navigation = createNavigation(language);
  showIn(language);
  navigation.amend({ l: null, curr: null, error: null });
  const world: World = {
    settings,
    language,
    preferences,
    i18n: await loadWords(language),
    api,
    cookies,
    config,
    drafts: keeperOf(() => sessionStorage),
    navigation,
    notice: notice.start(),
  };
  const stage = createStage(world, playbill, (place) => redirect(world, place));
  await stage.follow();
  return { world, stage };
}

/** L2: `l` wins over a path that fixes another language: the address then names the page in the language it is shown in. */
function showIn(language: Language) {
  const route = readPath(location.pathname);
  if (route?.language && route.language !== language) {
    history.replaceState(history.state, '', pathTo(route.family, language) + location.search + location.hash);
  }
}

/** §2, L6: the logged-in go to the dashboard, the others to the login. Tells whether somebody is being moved. */
function redirect({ cookies, navigation }: World, { family, query }: Place): boolean {
  if (family === null) return false;
  const loggedIn = cookies.auth.read() !== null;
  if (!loggedIn && cookies.auth.exists()) cookies.auth.remove();
  if (loggedIn && redirectsLoggedIn(family, query.has('token'))) navigation.go('dashboard');
  else if (!loggedIn && family === 'dashboard') navigation.go('login');
  else return false;
  return true;
}
