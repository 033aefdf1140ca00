import { expect, type Page } from 'playwright/test';

/** Hostile or odd input in fields and URLs: scripts, emoji, right-to-left text, format characters, very long text. */
export const malformed = {
  script: '<script>window.owned=1</script>',
  image: '"><img src=x onerror="window.owned=1">',
  vector: "'><svg/onload=window.owned=1>",
  address: 'javascript:window.owned=1',
  emoji: '😀👩‍👩‍👧🏴‍☠️',
  rightToLeft: '\u202eמישהו שלום\u202c',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is rubbish on purpose
  placeholders: '{n} {{7*7}} ${1} %s %00 \\u0000',
  prototype: '__proto__',
  json: '{"user_id":[],"nonce":{}}',
  long: 'ä'.repeat(5000),
} as const;

/** Watches a page for effects that text must not have. Call before the first visit. */
export function watch(page: Page) {
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', ({ message }) => {
    // Firefox reports a typeface that it stops loading because the page is left.
    if (!message.startsWith('download failed')) seen.push(`error: ${message}`);
  });
  return {
    /** No script ran, no element was added, and the page itself is still there. */
    isInert: async (what: string) => {
      await expect(page.getByRole('heading', { level: 1 }), what).toBeVisible();
      expect(await page.evaluate(() => 'owned' in window), what).toBe(false);
      expect(await page.locator('[onerror], [onload], img[src="x"], a[href^="javascript:"]').count(), what).toBe(0);
      expect(seen, what).toEqual([]);
    },
  };
}
