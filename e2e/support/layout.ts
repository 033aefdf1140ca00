import type { Page } from 'playwright/test';

/** What does not fit on a page as it stands: the page is wider than the window, or a text is cut off. */
export const overflows = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.className} “${element.textContent?.slice(0, 60)}”`;
    // Words for screen readers only have a box of one pixel.
    const isHidden = (element: Element) => element.getBoundingClientRect().width <= 1 || !element.checkVisibility();
    const cut = [...document.querySelectorAll('#root *')].filter((element) => {
      if (isHidden(element) || element.closest('svg')) return false;
      const { right, left, width } = element.getBoundingClientRect();
      if (width > 0 && (right > clientWidth + 1 || left < -1)) return true;
      if (element.matches('input')) return false;
      // A list or a sheet may scroll downwards; sideways nothing may, and no words may be hidden.
      return element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
    });
    return [...(scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : []), ...cut.map(nameOf)];
  });

/** Words that stand outside the brackets of the bracketed language: nobody has translated them. */
export const unbracketed = (page: Page, isName: (text: string) => boolean): Promise<string[]> =>
  page
    .evaluate(() => {
      const found: string[] = [];
      let depth = 0;
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.parentElement?.closest('script, style')) continue;
        let outside = '';
        for (const sign of node.nodeValue ?? '') {
          if (sign === '⟦') depth += 1;
          else if (sign === '⟧') depth -= 1;
          else if (depth === 0) outside += sign;
        }
        found.push(outside);
      }
      for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
        for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
          const text = element.getAttribute(name);
          if (text && !text.startsWith('⟦')) found.push(text);
        }
      }
      return found.map((text) => text.trim()).filter((text) => /\p{L}/u.test(text));
    })
    .then((found) => found.filter((text) => !isName(text)));
