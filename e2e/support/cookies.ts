import type { BrowserContext } from 'playwright/test';

/** The names of all cookies. A page writes and deletes them when it is wired, so poll: its text may be there before. */
export const cookieNames = async (context: BrowserContext): Promise<string[]> =>
  (await context.cookies()).map(({ name }) => name);
