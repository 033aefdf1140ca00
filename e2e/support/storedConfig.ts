import type { Page } from 'playwright/test';

/** What the page has stored in `cfg`: language, currency, country and consent. Written when it is hydrated, so poll. */
export const storedConfig = (page: Page): Promise<object> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('cfg') ?? '{}'));
