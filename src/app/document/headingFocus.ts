/**
 * Makes a new screen perceivable: its heading gets the focus, except on the first screen of a document. If the screen
 * has a single field to fill in, that field gets it, so that immediate typing is not lost.
 */
export function headingFocus() {
  let isFirst = true;
  return (heading: HTMLElement, field: HTMLElement | null = null) => {
    if (!isFirst) scrollTo(0, 0);
    if (field) field.focus();
    else if (!isFirst) heading.focus({ preventScroll: true });
    isFirst = false;
  };
}
