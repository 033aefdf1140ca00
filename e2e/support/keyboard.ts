import type { Locator, Page } from 'playwright/test';

/** A user without a mouse. */
export function byKeyboard(page: Page) {
  /** Presses Tab until the control has the focus, or Shift and Tab where it comes earlier on the page. */
  const tabTo = async (control: Locator) => {
    for (let tabs = 0; tabs < 60; tabs += 1) {
      const way = await control.evaluate((element) => {
        const { activeElement: focused } = document;
        if (focused === element) return null;
        const isEarlier = focused && focused.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING;
        return isEarlier ? 'Shift+Tab' : 'Tab';
      });
      if (way === null) return;
      await page.keyboard.press(way);
    }
    throw new Error(`${control} is not reached by Tab`);
  };
  const field = (label: string) => page.getByLabel(label, { exact: true });
  return {
    tabTo,
    /** Types into a field, replacing its content. */
    type: async (label: string, text: string) => {
      await tabTo(field(label));
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    },
    /** Chooses an option of a searchable list: the first match, or the first of all. */
    choose: async (label: string, text: string) => {
      await tabTo(page.getByRole('combobox', { name: label, exact: true }));
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    },
    /** Chooses an option of a native select by its first letters. */
    select: async (label: string, letters: string) => {
      await tabTo(field(label));
      await page.keyboard.type(letters);
    },
    tick: async (name: string) => {
      await tabTo(page.getByRole('checkbox', { name }));
      await page.keyboard.press('Space');
    },
    press: async (name: string) => {
      await tabTo(page.getByRole('button', { name, exact: true }));
      await page.keyboard.press('Enter');
    },
    follow: async (name: string) => {
      await tabTo(page.getByRole('link', { name, exact: true }));
      await page.keyboard.press('Enter');
    },
  };
}
