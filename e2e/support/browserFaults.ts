import type { Page } from 'playwright/test';

/** What a browser's translator does to a page: every text is wrapped in elements that the page knows nothing of. */
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

/** Collects what a page throws; call before the first visit. */
export function errorsOf(page: Page): string[] {
  const said: string[] = [];
  page.on('pageerror', (error) => said.push(error.message));
  return said;
}

/** A browser that keeps no cookies, as far as a page can tell. */
export const withoutCookies = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} }));

/** A browser whose storage is blocked: each touch of it throws. */
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

/** Five presses within a moment, as impatient people make. */
export const pressOften = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).evaluate((button) => {
    for (let times = 0; times < 5; times += 1) (button as HTMLButtonElement).click();
  });
