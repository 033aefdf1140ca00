import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { createPageHead } from '#app/document/pageHead.ts';
import { families } from '#domain/routes.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

function newHead() {
  const page = document.implementation.createHTMLDocument();
  const head = createPageHead(page, { i18n, language: 'de', product: 'Ringwell' });
  const content = (selector: string, attribute: string) => page.querySelector(selector)?.getAttribute(attribute);
  return { page, head, content };
}

test('§2 every screen has a title and a description of its own', () => {
  const { page, head, content } = newHead();
  const seen = families.map((family) => {
    head.show(family);
    return [page.title, content('meta[name="description"]', 'content')];
  });
  for (const [, description] of seen) expect(description).toMatch(/^[^{}]{20,}$/);
  expect(seen.filter(([, description]) => description?.includes('Ringwell')).length).toBeGreaterThan(3);
  for (const [title, description] of seen) expect(`${title}${description}`).toMatch(/^[^{}]*Ringwell[^{}]*$/);
  expect(new Set(seen.map(([title]) => title)).size).toBe(families.length);
  expect(page.querySelectorAll('meta[name="description"]')).toHaveLength(1);
});

test('a screen has its canonical link; an unknown path has none', () => {
  const { head, content } = newHead();
  head.show(null);
  expect(content('link[rel="canonical"]', 'href')).toBeUndefined();
  head.show('recoverPassword');
  expect(content('link[rel="canonical"]', 'href')).toBe('/de/passwort-zurucksetzen/');
  head.show(null);
  expect(content('link[rel="canonical"]', 'href')).toBeUndefined();
});

test('a screen links to its other languages', () => {
  const { page, head, content } = newHead();
  page.head.innerHTML =
    '<link rel="alternate" hreflang="es-MX" href="/mx/login/"><link rel="alternate" hreflang="x-default" href="/login/">';
  head.show('contact');
  expect(content('link[hreflang="x-default"]', 'href')).toBe('/login/');
  expect(content('link[hreflang="es-MX"]', 'href')).toBe('/mx/contacto/');
});

test('the title of a screen without an error is its own', () => {
  const { page, head } = newHead();
  head.show('login');
  expect(page.title).toBe('Log in | Ringwell');
});

test('the title shows an error while there is one', () => {
  const { page, head } = newHead();
  head.setErrorInTitle({ notice: true });
  head.show('login');
  expect(page.title).toBe('Error: Log in | Ringwell');
  head.setErrorInTitle({ field: true });
  head.setErrorInTitle({ notice: false });
  expect(page.title).toBe('Error: Log in | Ringwell');
  head.setErrorInTitle({ field: false });
  expect(page.title).toBe('Log in | Ringwell');
});
