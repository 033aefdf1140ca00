/**
 * Holds the fields of the prerendered page. Where the page is drawn anew instead of being wired (another language,
 * words in the address, a text that a translator has wrapped), the answer puts what was typed into the fields that took
 * their place, and the focus too. Call it when the first flow is drawn.
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

/** As a person would: past the property that React watches, with the event that it listens to. */
function write(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
