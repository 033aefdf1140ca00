import type { Page } from 'playwright/test';

/** The effect of a browser's translator on a page: every text is wrapped in elements that React did not create. */
export const translate = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nodeValue?.trim() && !node.parentElement?.closest('script, style, option, textarea'))
        texts.push(node as Text);
    }
    for (const text of texts) {
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      text.replaceWith(outer);
      outer.append(inner);
      inner.append(`»${text.nodeValue}«`);
    }
  });

/** Collects the errors that a page throws; call before the first visit. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

/** A browser without cookies, as a page sees it. */
export const withoutCookies = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} }));

/** A browser with blocked storage: each access throws. */
export const withoutStorage = (page: Page) =>
  page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
    }
  });

/** As in Safari on macOS, a press gives the focus to no link, button or box, and so takes it from a field. */
export const pressesFocusNothing = (page: Page) =>
  page.addInitScript(() => {
    addEventListener('mousedown', (event) => {
      const pressed = (event.target as Element).closest('a, button, input:is([type="checkbox"], [type="radio"])');
      if (!pressed || event.defaultPrevented) return;
      event.preventDefault();
      const around = pressed.parentElement?.closest<HTMLElement>('[tabindex]');
      if (around) around.focus();
      else (document.activeElement as HTMLElement | null)?.blur();
    });
  });

/** Five rapid clicks, as by an impatient user. */
export const pressOften = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).evaluate((button) => {
    for (let times = 0; times < 5; times += 1) (button as HTMLButtonElement).click();
  });
