/**
 * Preserves input in the fields of the prerendered page. If the page is rendered anew instead of hydrated (another
 * language, a notice in the address, text wrapped by a translation tool), the returned function moves text and focus to
 * the new fields. Call it when the first flow is rendered.
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
      if (before === focused) field.focus();
    }
  };
}

const successor = (root: HTMLElement, { name, type }: HTMLInputElement) =>
  name === '' ? null : root.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"][type="${type}"]`);

/** Simulates typing: sets the value past the setter that React tracks, then fires the event that React listens to. */
function write(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
