import type { Page } from 'playwright/test';

/** What overflows on a page: the page is wider than the window, or a text is cut off. */
export const overflows = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.className} “${element.textContent?.slice(0, 60)}”`;
    // Text for screen readers only has a box of one pixel.
    const isHidden = (element: Element) => element.getBoundingClientRect().width <= 1 || !element.checkVisibility();
    // The text of a code field is transparent: its boxes show the digits, so clipping it loses nothing.
    const isDrawnByOthers = (element: Element) => {
      const input = element.matches('input') ? element : element.querySelector(':scope > input');
      return input !== null && getComputedStyle(input).color === 'rgba(0, 0, 0, 0)';
    };
    const cut = [...document.querySelectorAll('#root *')].filter((element) => {
      if (isHidden(element) || element.closest('svg') || isDrawnByOthers(element)) return false;
      const { right, left, width } = element.getBoundingClientRect();
      if (width > 0 && (right > clientWidth + 1 || left < -1)) return true;
      if (element.matches('input')) return false;
      // A scroll container may scroll vertically, never horizontally. The padding of an inline button may overflow.
      const spare = getComputedStyle(element).overflowX === 'visible' ? 9 : 1;
      return element.clientWidth > 0 && element.scrollWidth > element.clientWidth + spare;
    });
    return [...(scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : []), ...cut.map(nameOf)];
  });

/** Text outside the brackets of the pseudo-language: it is not translated. */
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

/** Controls without a visible focus: drawn without an indicator, outside the window, or covered by another element. */
export const unseenFocus = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const tabbable = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
    const modal = document.querySelector('dialog:modal');
    const found: string[] = [];
    for (const control of (modal ?? document).querySelectorAll<HTMLElement>(tabbable)) {
      if (!control.checkVisibility() || control.matches(':disabled, [tabindex="-1"]')) continue;
      const name = `${control.tagName.toLowerCase()} “${control.ariaLabel ?? control.textContent?.slice(0, 40)}” ${control.id}`;
      control.focus({ focusVisible: true } as FocusOptions);
      if (document.activeElement !== control) {
        found.push(`${name} takes no focus`);
        continue;
      }
      // A box around the control, or its label's line, may show the indicator.
      const hasSign = (element: Element | null): boolean =>
        element !== null &&
        element.tagName !== 'MAIN' &&
        (getComputedStyle(element).outlineStyle !== 'none' || hasSign(element.parentElement));
      // An indicator that the page draws itself (the box of a code) appears one frame after the focus.
      const isSeen = () => hasSign(control) || document.querySelector('[data-active="true"]') !== null;
      if (!isSeen()) await new Promise(requestAnimationFrame);
      if (!isSeen()) found.push(`${name} shows no focus`);
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const above = document.elementFromPoint(x, y);
      const isItself =
        above && (control.contains(above) || above.contains(control) || above.closest('label')?.contains(control));
      if (!isItself) found.push(`${name} is covered by ${above?.tagName ?? 'the edge'}.${above?.className ?? ''}`);
    }
    return found;
  });
