declare global {
  interface Window {
    /** The form that was submitted before hydration (src/contract/earlyScript.ts). */
    earlySubmit?: HTMLFormElement;
    /** The button that was pressed before React listened: the language menu, or a password made visible. */
    earlyPress?: HTMLButtonElement | null;
  }
}

/**
 * Preserves input in the fields of the prerendered page. If the page is rendered anew instead of hydrated (another
 * language, a notice in the address, text wrapped by a translation tool), the returned function moves text and focus to
 * the new fields. Call it when the first flow is rendered: it then also submits a form that was submitted earlier, and
 * presses a button that was pressed.
 */
export function preserveEarlyInput(root: HTMLElement): () => void {
  const fields = [...root.querySelectorAll('input')];
  const listening = new AbortController();
  let focused = document.activeElement;
  root.addEventListener('focusin', ({ target }) => (focused = target as Element), { signal: listening.signal });

  return () => {
    listening.abort();
    for (const before of fields.splice(0)) {
      const field = before.isConnected ? null : successor(root, before);
      if (!field) continue;
      if (before.checked !== before.defaultChecked && field.checked !== before.checked) field.click();
      if (before.value !== before.defaultValue) write(field, before.value);
      if (before !== focused) continue;
      field.focus();
      // Typing goes on where it was; a checkbox has no caret.
      if (before.selectionStart !== null) field.setSelectionRange(before.selectionStart, before.selectionEnd);
    }
    reactListens();
    document.documentElement.dataset['hydrated'] = '';
    // After the rendering in progress: the form reports its values before it is submitted.
    setTimeout(() => {
      submitEarly(root);
      pressEarly(root);
    });
  };
}

/** React now receives the events of the page, of what it has not hydrated yet as well. */
export function reactListens(): void {
  document.documentElement.dataset['listening'] = '';
}

const successor = (root: HTMLElement, { name, type }: HTMLInputElement) =>
  root.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"][type="${type}"]`);

/** Simulates typing: sets the value past the setter that React tracks, then fires the event that React listens to. */
function write(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Submits the form that was submitted before hydration, or the one with the same fields in its place. */
function submitEarly(root: HTMLElement): void {
  const early = window.earlySubmit;
  if (!early) return;
  delete window.earlySubmit;
  const names = [...early.querySelectorAll('input')].map(({ name }) => name).filter(Boolean);
  const hasSameFields = (form: HTMLFormElement) => names.every((name) => form.elements.namedItem(name) !== null);
  [...root.querySelectorAll('form')].find(hasSameFields)?.requestSubmit();
}

/** Presses the button again that nothing listened to before hydration, unless it has been replaced since. */
function pressEarly(root: HTMLElement): void {
  const early = window.earlyPress;
  delete window.earlyPress;
  if (early && root.contains(early)) early.click();
}
