import { afterEach, expect, test, vi } from 'vitest';
import { headingFocus } from '#app/document/headingFocus.ts';

afterEach(() => document.body.replaceChildren());

function heading(text: string): HTMLElement {
  const element = document.createElement('h1');
  element.tabIndex = -1;
  element.textContent = text;
  document.body.replaceChildren(element);
  return element;
}

test.each([
  ['the prerendered screen does not take the focus', 'Choose a password', 'Choose a password', false],
  ['another screen than the prerendered one takes it', 'Choose a password', 'This link no longer works', true],
  ['the first screen of an empty page does not take it', undefined, 'Log in', false],
])('%s', (_name, prerendered, shown, isFocused) => {
  const showHeading = headingFocus(prerendered);
  const first = heading(shown);
  showHeading(first);
  expect(document.activeElement === first).toBe(isFocused);
});

test('a field that is typed into keeps the focus when a translation tool has changed the prerendered heading', () => {
  const showHeading = headingFocus('»Log in«');
  const first = heading('Log in');
  const field = document.createElement('input');
  document.body.append(field);
  field.focus();
  showHeading(first);
  expect(document.activeElement).toBe(field);
});

test('each further screen takes the focus and begins at its top', () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue();
  const showHeading = headingFocus('Log in');
  showHeading(heading('Log in'));
  expect(scrollTo).not.toHaveBeenCalled();
  const next = heading('Log in');
  showHeading(next);
  expect(document.activeElement).toBe(next);
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
});

test('the only field of a screen takes the focus, on the first screen too', () => {
  const showHeading = headingFocus('Log in');
  for (const text of ['Log in', 'Enter your code']) {
    const shown = heading(text);
    const field = document.createElement('input');
    document.body.append(field);
    showHeading(shown, field);
    expect(document.activeElement).toBe(field);
  }
});

test('a heading that takes the focus does not scroll the page to itself', () => {
  vi.spyOn(window, 'scrollTo').mockReturnValue();
  const showHeading = headingFocus('Log in');
  showHeading(heading('Log in'));
  const next = heading('Welcome');
  const focus = vi.spyOn(next, 'focus');
  showHeading(next);
  expect(focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true });
});
