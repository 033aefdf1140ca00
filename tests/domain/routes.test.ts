import { describe, expect, it } from 'vitest';
import { languages } from '#domain/constants.ts';
import { allPaths, families, languageOfPath, pathTo, readPath, redirectsLoggedIn } from '#domain/routes.ts';

describe('§2: each path belongs to its family', () => {
  it.each([
    ['/login/', 'login', null],
    ['/es/login/', 'login', 'es'],
    ['/zaloguj/', 'login', 'pl'],
    ['/login2fa/', 'login2fa', 'en'],
    ['/es/login2fa/', 'login2fa', 'es'],
    ['/pl/login2fa/', 'login2fa', 'pl'],
    ['/pt/login2fa/', 'login2fa', 'pt'],
    ['/de/login2fa/', 'login2fa', 'de'],
    ['/recover-password/', 'recoverPassword', 'en'],
    ['/es/recuperar-contrasena/', 'recoverPassword', 'es'],
    ['/odzyskaj-haslo/', 'recoverPassword', 'pl'],
    ['/recuperar-senha/', 'recoverPassword', 'pt'],
    ['/passwort-zurucksetzen/', 'recoverPassword', 'de'],
    ['/one-time-login/', 'oneTimeLogin', 'en'],
    ['/es/inicio-sesion-un-paso/', 'oneTimeLogin', 'es'],
    ['/jednorazowe-logowanie/', 'oneTimeLogin', 'pl'],
    ['/inicio-sessao-one-time/', 'oneTimeLogin', 'pt'],
    ['/einmal-login/', 'oneTimeLogin', 'de'],
    ['/signup/', 'registration', 'en'],
    ['/es/signup/', 'registration', 'es'],
    ['/pl/signup/', 'registration', 'pl'],
    ['/app/', 'dashboard', 'en'],
    ['/de/app/', 'dashboard', 'de'],
    ['/contact-us/', 'contact', 'en'],
    ['/es/contacto/', 'contact', 'es'],
    ['/kontakt/', 'contact', null],
    ['/contacte-nos/', 'contact', 'pt'],
    ['/', 'main', 'en'],
    ['/pl/', 'main', 'pl'],
    ['/sso-external/', 'ssoExternal', 'en'],
  ] as const)('%s is %s, language %s', (path, family, language) => {
    expect(readPath(path)).toMatchObject({ family, language });
  });

  it.each([
    ['/de/login/', 'login', 'de'],
    ['/pt/login/', 'login', 'pt'],
    ['/pl/zaloguj/', 'login', 'pl'],
    ['/pl/odzyskaj-haslo/', 'recoverPassword', 'pl'],
    ['/de/passwort-zurucksetzen/', 'recoverPassword', 'de'],
    ['/pt/recuperar-senha/', 'recoverPassword', 'pt'],
    ['/mx/recuperar-contrasena/', 'recoverPassword', 'mx'],
    ['/br/recuperar-senha/', 'recoverPassword', 'br'],
    ['/de/einmal-login/', 'oneTimeLogin', 'de'],
    ['/pt/signup/', 'registration', 'pt'],
    ['/mx/login/', 'login', 'mx'],
    ['/br/login2fa/', 'login2fa', 'br'],
    ['/de/kontakt/', 'contact', 'de'],
    ['/pl/kontakt/', 'contact', 'pl'],
    ['/br/contacte-nos/', 'contact', 'br'],
  ] as const)("the 'new' variant %s is %s in %s, and canonical", (path, family, language) => {
    expect(readPath(path)).toEqual({ family, language });
    expect(pathTo(family, language)).toBe(path);
  });

  it.each([
    ['/zaloguj/', 'login', 'pl'],
    ['/recuperar-senha/', 'recoverPassword', 'pt'],
  ] as const)('the classic path %s is read, but is not canonical', (path, family, language) => {
    expect(readPath(path)).toEqual({ family, language });
    expect(pathTo(family, language)).not.toBe(path);
  });
});

describe('§2: reading a path', () => {
  it.each(['/login', '/zaloguj', '/es', '/pl/odzyskaj-haslo', '/signup'])(
    'a trailing slash is optional: %s',
    (path) => {
      expect(readPath(path)).toEqual(readPath(`${path}/`));
      expect(readPath(path)).not.toBeNull();
    },
  );

  it.each([
    '/e/',
    '/xx/',
    '/english/',
    '/LOGIN/',
    '//login/',
    '/login//',
    '//evil/login',
    '/login/x',
    '/en/login/',
    '/%6cogin/',
    '/constructor/',
    'login/',
  ])("'Route not found' for %j", (path) => {
    expect(readPath(path)).toBeNull();
  });

  it.each([
    ['/es/nothing-here/', 'es'],
    ['/pl', 'pl'],
    ['/en', 'en'],
    ['/en/', 'en'],
    ['/br/x', 'br'],
    ['/es/login/', 'es'],
    ['/recuperar-senha/', 'pt'],
    ['/login/', null],
    ['/kontakt/', null],
    ['/e/', null],
    ['/app/', 'en'],
    ['/english/', null],
    ['/xx/', null],
    ['/escape/', null],
    ['/nothing-here/', null],
  ])('%s sets the language %s', (path, language) => {
    expect(languageOfPath(path)).toBe(language);
  });
});

describe('the one table', () => {
  it('every family has a canonical path in every language, which gives back both', () => {
    for (const family of families) {
      for (const language of languages) {
        const path = pathTo(family, language);
        const shared = path === '/login/';
        expect(readPath(path)).toEqual({ family, language: shared ? null : language });
      }
    }
  });

  it('English is canonical without a prefix, every other language with its own', () => {
    for (const family of families) {
      for (const language of languages) {
        const prefix = /^\/(en|es|de|pl|pt|mx|br)\//.exec(pathTo(family, language))?.[1] ?? 'en';
        expect(prefix).toBe(language);
      }
    }
  });

  it('no two families share a path, and every path is well-formed', () => {
    const paths = allPaths();
    expect(new Set(paths.map(({ path }) => path)).size).toBe(paths.length);
    for (const { path, family } of paths) {
      expect(path).toMatch(/^\/([a-z0-9-]+\/)*$/);
      expect(readPath(path)).toMatchObject({ family });
    }
  });

  it('a page is prerendered in a language of its path', () => {
    for (const { path, language } of allPaths()) {
      expect([language, null]).toContain(readPath(path)?.language);
    }
  });

  it.each([
    ['/login/', 'en'],
    ['/kontakt/', 'de'],
  ])('%s, which several languages share, is prerendered in the first of them, %s', (path, language) => {
    expect(allPaths().find((known) => known.path === path)?.language).toBe(language);
  });
});

describe('§2: a logged-in visitor is redirected to the dashboard', () => {
  it.each([
    ['login', true],
    ['login2fa', true],
    ['recoverPassword', true],
    ['oneTimeLogin', true],
    ['registration', true],
    ['main', true],
    ['dashboard', false],
    ['contact', false],
    ['termsAndConditions', false],
    ['privacyPolicy', false],
    ['ssoExternal', false],
  ] as const)('from %s: %s', (family, isRedirected) => {
    expect(redirectsLoggedIn(family, false)).toBe(isRedirected);
  });

  it('but a link that carries a token is followed', () => {
    for (const family of families) expect(redirectsLoggedIn(family, true)).toBe(false);
  });
});
