/**
 * Makes a new screen perceivable: its heading gets the focus, except on the first screen of a document, unless the page
 * was prerendered with another one and nobody types into it. If the screen has a single field to fill in, that field
 * gets it, so that immediate typing is not lost.
 */
export function headingFocus(prerendered = document.querySelector('h1')?.textContent) {
  let isFirst = true;
  return (heading: HTMLElement, field: HTMLElement | null = null) => {
    const isReplaced = prerendered !== undefined && heading.textContent !== prerendered;
    // A translation tool also changes the heading: then typing goes on in the field that was rendered anew.
    const isNew = !isFirst || (isReplaced && !(document.activeElement instanceof HTMLInputElement));
    if (!isFirst) scrollTo(0, 0);
    isFirst = false;
    if (field) field.focus();
    else if (isNew) heading.focus({ preventScroll: true });
  };
}
