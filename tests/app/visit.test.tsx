import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import type { Api } from '#adapters/api.ts';
import { createBrowserConfig } from '#adapters/browserConfig.ts';
import { createCookies } from '#adapters/cookies.ts';
import { keyValueStore } from '#adapters/storage.ts';
import { startConsent } from '#app/measurement/consent.ts';
import { showLanguageInAddress } from '#app/navigation/languageAddress.ts';
import type { Navigation } from '#app/navigation/navigation.ts';
import { startNotice } from '#app/notice.ts';
import { preferenceSources, startLanguageChoice } from '#app/preferences.ts';
import type { ConsentCookie } from '#contract/browser.ts';
import type { Language } from '#domain/constants.ts';
import { settings } from '#settings';

const config = createBrowserConfig(keyValueStore(() => localStorage));
const cookies = createCookies(
  182,
  keyValueStore(() => sessionStorage),
);
const at = (address: string) => history.replaceState(null, '', address);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  for (const pair of document.cookie.split('; ')) document.cookie = `${pair.split('=')[0]}=; Path=/; Max-Age=0`;
});
afterEach(() => {
  vi.restoreAllMocks();
  at('/');
});

describe('§4: what language, currency and country are read from', () => {
  it('is the address, the stored configuration, the host and the browser', () => {
    at('/de/login/?l=pl&curr=gbp');
    vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-AU');
    config.write({ language: 'es', currency_iso: 'USD' });
    expect(preferenceSources({ ...settings, regionalVariants: false }, config)).toEqual({
      query: { l: 'pl', curr: 'gbp' },
      pathLanguage: 'de',
      cfg: expect.objectContaining({ language: 'es', currency_iso: 'USD' }),
      hostSuffix: null,
      browserRegion: 'AU',
      regionalVariants: false,
    });
  });
});

describe('the preferences of a visit', () => {
  function visit(address: string) {
    at(address);
    vi.spyOn(navigator, 'language', 'get').mockReturnValue('en');
    const navigation = { amend: vi.fn(), leave: vi.fn() };
    const choice = startLanguageChoice(preferenceSources(settings, config), {
      settings,
      config,
      navigation: navigation as unknown as Navigation,
    });
    return { choice, navigation };
  }

  it('are stored, and their parameters leave the address, with that of an error', () => {
    const { navigation } = visit('/login/?l=de&curr=GBP&error=x&first_name=Ann');
    expect(config.read()).toMatchObject({
      language: 'de',
      currency_iso: 'GBP',
      currency_derived: false,
      country_code: 'int',
    });
    expect(navigation.amend).toHaveBeenCalledExactlyOnceWith({ l: null, curr: null, error: null });
    expect(navigation.leave).not.toHaveBeenCalled();
  });

  it('say if the currency was not chosen, so that it follows the language of the next visit', () => {
    visit('/de/login/');
    expect(config.read()).toMatchObject({ language: 'de', currency_iso: 'EUR', currency_derived: true });
  });

  it('of another language lead to its page', () => {
    const { choice, navigation } = visit('/recover-password/?first_name=Ann#x');
    choice.send({ type: 'LANGUAGE_CHOSEN', language: 'pl', currency: 'PLN' });
    expect(navigation.leave).toHaveBeenCalledExactlyOnceWith('/pl/odzyskaj-haslo/?first_name=Ann&l=pl&curr=PLN#x');
    expect(config.read()).toMatchObject({ language: 'pl', currency_iso: 'PLN' });
  });
});

describe('the address of a page that is shown in another language than its path’s', () => {
  it.each<[string, Language, string]>([
    ['/recover-password/?l=pl#x', 'pl', '/pl/odzyskaj-haslo/?l=pl#x'],
    ['/pl/odzyskaj-haslo/', 'en', '/recover-password/'],
    ['/de/login/', 'de', '/de/login/'],
    // A path of several languages, and an unknown one, fix none.
    ['/login/', 'de', '/login/'],
    ['/nothing/', 'de', '/nothing/'],
  ])('%s in %s is %s', (address, language, shown) => {
    history.replaceState({ step: '2' }, '', address);
    showLanguageInAddress(language);
    expect(location.pathname + location.search + location.hash).toBe(shown);
    expect(history.state).toEqual({ step: '2' });
  });
});

describe('§8: the banner begins with the error in the address', () => {
  const notices = (address: string) => {
    at(address);
    const notice = startNotice({} as Api, cookies);
    return notice.getSnapshot().context.notices;
  };

  it('as its text', () => {
    expect(notices('/login/?error=Sign-on%20failed.')).toEqual([
      { kind: 'error', message: { text: 'Sign-on failed.' } },
    ]);
    expect(notices('/login/')).toEqual([]);
  });

  it('but not for a logged-in visitor whom the login redirects to the dashboard, as after two sign-ons', () => {
    cookies.auth.write({ user_id: 1, user_token: 'a'.repeat(43) }, false);
    expect(notices('/login/?error=x')).toEqual([]);
    expect(notices('/app/?error=x')).toHaveLength(1);
    expect(notices('/nothing/?error=x')).toHaveLength(1);
  });
});

describe('§4: cookie consent', () => {
  const given: ConsentCookie = { cookie_consent: 1, cookie_analytics: 1, cookie_marketing: 0 };
  const isAsking = (consent: ReturnType<typeof startConsent>) => consent.getSnapshot().hasTag('shown');

  it('is asked for once, and stored in cookie and configuration', () => {
    document.cookie = 'cc_cookie=third; Path=/';
    const consent = startConsent(cookies, config);
    expect(document.cookie).not.toContain('cc_cookie');
    expect(isAsking(consent)).toBe(true);
    expect(cookies.consent.read()).toBeNull();
    consent.send({ type: 'ACCEPT_ALL' });
    const all = { cookie_consent: 1, cookie_analytics: 1, cookie_marketing: 1 };
    expect(cookies.consent.read()).toEqual(all);
    expect(config.read()).toMatchObject(all);
    expect(isAsking(startConsent(cookies, config))).toBe(false);
  });

  it('is asked for again if only the configuration has it', () => {
    config.write(given);
    expect(isAsking(startConsent(cookies, config))).toBe(true);
  });

  it.each(['storage', 'focus'])('that was given in another tab counts here with the next event “%s”', (event) => {
    const consent = startConsent(cookies, config);
    dispatchEvent(new Event(event));
    expect(isAsking(consent)).toBe(true);
    cookies.consent.write(given);
    expect(isAsking(consent)).toBe(true);
    dispatchEvent(new Event(event));
    expect(isAsking(consent)).toBe(false);
    expect(consent.getSnapshot().context.given).toEqual({ analytics: true, marketing: false });
  });

  it('that was refused as a whole in another tab does not close the question', () => {
    const consent = startConsent(cookies, config);
    cookies.consent.write({ cookie_consent: 0, cookie_analytics: 0, cookie_marketing: 0 });
    dispatchEvent(new Event('focus'));
    expect(isAsking(consent)).toBe(true);
  });

  it.each(['before', 'in'])(
    'that was given %s the page ends with its cookie, as a person or its age deletes it',
    (when) => {
      if (when === 'before') cookies.consent.write(given);
      const consent = startConsent(cookies, config);
      if (when === 'in') consent.send({ type: 'ACCEPT_ALL' });
      expect(isAsking(consent)).toBe(false);
      document.cookie = 'consent=; Path=/; Max-Age=0';
      dispatchEvent(new Event('focus'));
      expect(isAsking(consent)).toBe(true);
      expect(consent.getSnapshot().context.given).toBeNull();
    },
  );

  it('is not asked for again in the page of a browser that stores no cookies', () => {
    const consent = startConsent({ ...cookies, consent: { ...cookies.consent, write: () => {} } }, config);
    consent.send({ type: 'ACCEPT_ALL' });
    dispatchEvent(new Event('focus'));
    expect(isAsking(consent)).toBe(false);
  });

  it('counts at once where the browser tells of changed cookies', () => {
    const store = new EventTarget();
    vi.stubGlobal('cookieStore', store);
    Object.assign(window, { cookieStore: store });
    const consent = startConsent(cookies, config);
    cookies.consent.write(given);
    store.dispatchEvent(new Event('change'));
    expect(isAsking(consent)).toBe(false);
    vi.unstubAllGlobals();
    delete (window as { cookieStore?: unknown }).cookieStore;
  });
});

test('a new confirmation mail is requested from the banner', async () => {
  const resendConfirmation = vi.fn(async () => ({ status: 200, data: { message: 'Sent.' } }));
  const notice = startNotice({ resendConfirmation } as unknown as Api, cookies);
  notice.send({
    type: 'SHOW',
    notice: { kind: 'error', message: { text: 'Not confirmed.' }, resendTo: 'ann@example.com' },
  });
  notice.send({ type: 'RESEND_CONFIRMATION' });
  await vi.waitFor(() =>
    expect(notice.getSnapshot().context.notices).toEqual([{ kind: 'success', message: { text: 'Sent.' } }]),
  );
  expect(resendConfirmation).toHaveBeenCalledExactlyOnceWith(
    { body: { email: 'ann@example.com' } },
    expect.any(AbortSignal),
  );
});
