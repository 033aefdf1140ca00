import { type Language, languages } from './constants.ts';

/** Paths of one family by language; the first is canonical, the classic ones of §2 follow and answer themselves. */
type Paths = Record<Language, readonly [canonical: string, ...classic: string[]]>;

/** The same slug in every language: English bare, the others behind their prefix. */
const prefixed = (slug: string): Paths => ({
  en: [`/${slug}`],
  es: [`/es/${slug}`],
  de: [`/de/${slug}`],
  pl: [`/pl/${slug}`],
  pt: [`/pt/${slug}`],
  mx: [`/mx/${slug}`],
  br: [`/br/${slug}`],
});

/**
 * §2: the one table of routes. §2 shows the paths of en and es, the classic ones, and the prefixes of login2fa,
 * registration and dashboard. Made up by us: mx, br, all of main, terms, privacy and the external landing.
 */
const routes = {
  login: {
    en: ['/login/'],
    es: ['/es/login/'],
    de: ['/de/login/', '/login/'],
    pl: ['/pl/zaloguj/', '/zaloguj/'],
    pt: ['/pt/login/', '/login/'],
    mx: ['/mx/login/'],
    br: ['/br/login/'],
  },
  login2fa: prefixed('login2fa/'),
  recoverPassword: {
    en: ['/recover-password/'],
    es: ['/es/recuperar-contrasena/'],
    de: ['/de/passwort-zurucksetzen/', '/passwort-zurucksetzen/'],
    pl: ['/pl/odzyskaj-haslo/', '/odzyskaj-haslo/'],
    pt: ['/pt/recuperar-senha/', '/recuperar-senha/'],
    mx: ['/mx/recuperar-contrasena/'],
    br: ['/br/recuperar-senha/'],
  },
  oneTimeLogin: {
    en: ['/one-time-login/'],
    es: ['/es/inicio-sesion-un-paso/'],
    de: ['/de/einmal-login/', '/einmal-login/'],
    pl: ['/pl/jednorazowe-logowanie/', '/jednorazowe-logowanie/'],
    pt: ['/pt/inicio-sessao-one-time/', '/inicio-sessao-one-time/'],
    mx: ['/mx/inicio-sesion-un-paso/'],
    br: ['/br/inicio-sessao-one-time/'],
  },
  registration: prefixed('signup/'),
  dashboard: prefixed('app/'),
  main: prefixed(''),
  contact: {
    en: ['/contact-us/'],
    es: ['/es/contacto/'],
    de: ['/de/kontakt/', '/kontakt/'],
    pl: ['/pl/kontakt/', '/kontakt/'],
    pt: ['/pt/contacte-nos/', '/contacte-nos/'],
    mx: ['/mx/contacto/'],
    br: ['/br/contacte-nos/'],
  },
  termsAndConditions: {
    en: ['/terms-and-conditions/'],
    es: ['/es/terminos-y-condiciones/'],
    de: ['/de/agb/'],
    pl: ['/pl/regulamin/'],
    pt: ['/pt/termos-e-condicoes/'],
    mx: ['/mx/terminos-y-condiciones/'],
    br: ['/br/termos-e-condicoes/'],
  },
  privacyPolicy: {
    en: ['/privacy-policy/'],
    es: ['/es/politica-de-privacidad/'],
    de: ['/de/datenschutz/'],
    pl: ['/pl/polityka-prywatnosci/'],
    pt: ['/pt/politica-de-privacidade/'],
    mx: ['/mx/aviso-de-privacidad/'],
    br: ['/br/politica-de-privacidade/'],
  },
  ssoExternal: prefixed('sso-external/'),
} as const satisfies Record<string, Paths>;

/** A screen with an address of its own: its paths in all languages. */
export type Family = keyof typeof routes;

export const families = Object.keys(routes) as Family[];

/** A known path: its family, and the language it fixes (null when several share it). */
type Route = { family: Family; language: Language | null };

/** A path with a page, and the language of the page before any script runs. */
type KnownPath = { path: string; family: Family; language: Language };

/** The canonical path: the one for links, the selector and `rel=canonical`. */
export const pathTo = (family: Family, language: Language): string => routes[family][language][0];

/** Every path once, for prerendering; a shared one in the first of its languages. */
export function allPaths(): KnownPath[] {
  const known = new Map<string, KnownPath>();
  for (const family of families) {
    for (const language of languages) {
      for (const path of routes[family][language]) {
        if (!known.has(path)) known.set(path, { path, family, language });
      }
    }
  }
  return [...known.values()];
}

const owners = (family: Family, path: string): Language[] =>
  languages.filter((language) => (routes[family][language] as readonly string[]).includes(path));

const known = new Map(allPaths().map((entry) => [entry.path, entry]));

/** Reads a path; the trailing slash may be missing, all else is exact. Null: 'Route not found'. */
export function readPath(path: string): Route | null {
  const found = known.get(path) ?? known.get(`${path}/`);
  if (!found) return null;
  const isShared = owners(found.family, found.path).length > 1;
  return { family: found.family, language: isShared ? null : found.language };
}

/** §2: the language that a path fixes, known or not: by its route, or by a two-letter prefix such as /es/. */
export function languageOfPath(path: string): Language | null {
  const route = readPath(path);
  if (route) return route.language;
  return languages.find((language) => `${path}/`.startsWith(`/${language}/`)) ?? null;
}

const openToAll: readonly Family[] = ['contact', 'termsAndConditions', 'privacyPolicy', 'ssoExternal'];

/** §2: whether a logged-in visitor is redirected to the dashboard; links with a token are followed. */
export const redirectsLoggedIn = (family: Family, hasToken: boolean): boolean =>
  family !== 'dashboard' && !openToAll.includes(family) && !hasToken;
