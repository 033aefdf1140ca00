import type { Page } from 'playwright/test';

/** What sets the values: a script of the page, or an extension, whose writes the page's scripts cannot intercept. */
type Filler = 'script' | 'extension';
export const fillers: readonly Filler[] = ['script', 'extension'];

/** Fills controls by name as some password managers do: values are set without any event. */
export const fillSilently = (page: Page, values: Record<string, string | boolean>, filler: Filler = 'script') =>
  page.evaluate(
    ([entries, isExtension]) => {
      for (const [name, value] of entries) {
        const control = document.querySelector<HTMLInputElement | HTMLSelectElement>(`main [name="${name}"]`);
        if (!control) throw new Error(`There is no control "${name}"`);
        const property = typeof value === 'boolean' ? 'checked' : 'value';
        if (isExtension) {
          Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), property)?.set?.call(control, value);
        } else {
          Object.assign(control, { [property]: value });
        }
      }
    },
    [Object.entries(values), filler === 'extension'] as const,
  );
