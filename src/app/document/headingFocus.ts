/**
 * Makes a new screen perceivable: its heading gets the focus, except on the first screen of a document, unless the page
 * was prerendered with another one. If the screen has a single field to fill in, that field gets it, so that immediate
 * typing is not lost.
 */
export function headingFocus(prerendered = document.querySelector('h1')?.textContent) {
  let isFirst = true;
  return (heading: HTMLElement, field: HTMLElement | null = null) => {
    const isNew = !isFirst || (prerendered !== undefined && heading.textContent !== prerendered);
    if (!isFirst) scrollTo(0, 0);
    isFirst = false;
    if (field) field.focus();
    else if (isNew) heading.focus({ preventScroll: true });
  };
}
