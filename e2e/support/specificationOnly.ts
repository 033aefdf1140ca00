import type { Page } from 'playwright/test';

/** What the reference server has beyond §7, by path and by key. */
const additivePaths = /^\/(account|logout|events|invitations|reset\/)/;
const additiveKeys = new Set(['resend_at', 'invitations', 'sso', 'aliases', 'browsable']);
/** §7 names no use of their bodies but a message. */
const bodyless = /\/(password|confirmation|resend)$/;

/**
 * The API as a server has it that was written from §7 alone: nothing beyond it, and what it leaves open in another form
 * than ours: numbers as text and codes as numbers, flags as 0 and 1, empty text for what is missing, other statuses of
 * success, empty bodies, lists with empty items, and no media type of JSON.
 */
export async function speakSpecificationOnly(page: Page): Promise<void> {
  await page.route(/\/v1\/phone\//, async (route) => {
    const request = route.request();
    const path = new URL(request.url()).pathname.replace('/v1/phone', '');
    if (request.isNavigationRequest()) return route.continue();
    if (additivePaths.test(path)) return route.fulfill({ status: 404, body: 'There is no such call.' });
    const response = await route.fetch();
    const isChanged = ['POST', 'PATCH'].includes(request.method()) && /^\/registrations(\/[^/]+)?$/.test(path);
    const body: unknown = await response.json();
    if (request.method() === 'GET' && /^\/registrations\/[^/]+$/.test(path)) withoutPage(body);
    await route.fulfill({
      response,
      status: isChanged && response.status() === 200 ? 201 : response.status(),
      headers: { ...response.headers(), 'content-type': 'text/plain' },
      body: response.ok() && bodyless.test(path) ? '' : JSON.stringify(inOtherForm(body)),
    });
  });
}

/** The record of §3 names no hosted page. */
function withoutPage(body: unknown): void {
  delete (body as { data?: { url?: string } }).data?.url;
}

function inOtherForm(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return [...value.map((item) => inOtherForm(item)), null];
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? '1' : 0;
  if (typeof value === 'number') return key === 'user_id' ? value : String(value);
  if (typeof value === 'string') return isCode(key) && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : value;
  if (typeof value !== 'object') return value;
  const known = Object.entries(value).filter(([name]) => !additiveKeys.has(name));
  return Object.fromEntries(known.map(([name, part]) => [name, inOtherForm(part, name)]));
}

const isCode = (key: string): boolean => ['area_code', 'country_tel_code', 'step'].includes(key);
