import type { Locator, Page } from 'playwright/test';

/** The texts of elements; Firefox has crashed on reading them all at once. */
export const textsOf = async (locator: Locator): Promise<string[]> =>
  Promise.all((await locator.all()).map(async (one) => (await one.textContent()) ?? ''));

/** Where an element is on the page, wherever that is scrolled to. */
export const placeOf = (locator: Locator) =>
  locator.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    // A browser keeps a place in parts of a pixel, whose sums are not exact.
    return [x + scrollX, y + scrollY, width, height].map((length) => Math.round(length * 100) / 100);
  });

/**
 * What overflows on a page: the page is wider than the window, a text is cut off, or a word is broken because it has no
 * room.
 */
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
    // Addresses and long numbers may break anywhere; other words at hyphens only.
    const broken: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement || isHidden(node.parentElement) || node.parentElement.closest('script, style')) continue;
      for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(
        /(?<![^\s(„“"-])\p{L}{6,}(?=[\s.,;:!?)“”"-]|$)/gu,
      )) {
        const range = new Range();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
          broken.push(`“${word}” is broken`);
      }
    }
    return [
      ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : []),
      ...cut.map(nameOf),
      ...broken,
    ];
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

/**
 * What a page with forced colours does not draw: shapes and controls without an edge or a ground of their own, and
 * choices that look like the others.
 */
export const undrawn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const nameOf = (element: Element) => `${element.tagName.toLowerCase()}.${element.className}`;
    const isClear = (colour: string) => /^rgba\(.*, 0\)$/.test(colour);
    const groundOf = (element: Element | null): string => {
      if (!element) return getComputedStyle(document.documentElement).backgroundColor;
      const { backgroundColor } = getComputedStyle(element);
      return isClear(backgroundColor) ? groundOf(element.parentElement) : backgroundColor;
    };
    const isDrawn = (element: Element, part?: string) => {
      const style = getComputedStyle(element, part);
      const ground = groundOf(element.parentElement);
      const hasEdge = Number.parseFloat(style.borderBlockEndWidth) > 0 && style.borderBlockEndStyle !== 'none';
      const edge = style.borderBlockEndColor;
      const isFilled = !isClear(style.backgroundColor) && style.backgroundColor !== ground;
      return (hasEdge && !isClear(edge) && edge !== ground) || isFilled;
    };
    const seen = (selector: string) =>
      [...document.querySelectorAll(`main ${selector}, dialog ${selector}`)].filter((one) => one.checkVisibility());
    const shapes = ['.waiting-dots > span', '.skeleton-field', '.skeleton-bar', '.note', '.input', '.code-box'];
    const controls = ['.button', '.number-card', '.radio-card', '.stepper'];
    const found = [...shapes, ...controls]
      .flatMap(seen)
      .filter((one) => !isDrawn(one))
      .map((one) => `${nameOf(one)} is not drawn`);
    for (const line of seen('.progress-line'))
      if (!isDrawn(line, '::before')) found.push(`${nameOf(line)} is not drawn`);

    const look = (element: Element) => {
      const { borderBlockEndWidth, borderBlockEndStyle, outlineStyle, fontWeight } = getComputedStyle(element);
      const icons = [...element.querySelectorAll('svg')].filter(
        (icon) => getComputedStyle(icon).visibility === 'visible',
      );
      return [borderBlockEndWidth, borderBlockEndStyle, outlineStyle, fontWeight, icons.length].join();
    };
    const choices = {
      '.radio-card': ':has(:checked)',
      '.number-card': '[aria-pressed="true"]',
      '.combo-option': '[aria-selected="true"]',
    };
    for (const [all, chosen] of Object.entries(choices)) {
      const others = seen(`${all}:not(${chosen})`).map(look);
      for (const one of seen(all + chosen))
        if (others.includes(look(one))) found.push(`${nameOf(one)} looks like the others`);
    }
    return found;
  });

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
