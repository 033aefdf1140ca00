import type { Browser, CDPSession } from 'playwright';

/** What one visit with an empty cache cost. Times in ms since the navigation began, sizes in bytes as transferred. */
export type PageLoad = {
  firstPaint: number;
  largestPaint: number;
  /** The first field is there and takes text. */
  canType: number;
  /** The field's handlers are attached: React has rendered or hydrated it; on a page without scripts `canType`. */
  wired: number;
  /** Sum of what exceeds 50 ms in each long task between the first paint and the end. */
  blocking: number;
  layoutShift: number;
  /** Requests that began before `wired`, the page included. */
  requests: number;
  /** Requests that the first paint waits for, the page included. */
  paintBlocking: number;
  script: number;
  style: number;
};

/** A slow phone: CPU four times slower, Slow 4G. */
export const slowPhone = { cpu: 4, latencyMs: 150, bytesPerSecond: (1.6 * 1024 * 1024) / 8 };

/** How long the page must be quiet before a visit counts as over, ms. */
const QUIET_MS = 1000;
/** What a page writes to its console then. */
const OVER = 'measured';

/** Opens a page as a new visitor on a slow phone and measures until nothing more happens. */
export async function measurePage(browser: Browser, url: string): Promise<PageLoad> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'en-US' });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const transferred = await slowDown(session);
    // The page says by itself when it is over: what is evaluated in it meanwhile would be measured too.
    const over = page.waitForEvent('console', { predicate: (message) => message.text() === OVER, timeout: 60_000 });
    await page.addInitScript(observe, { quietMs: QUIET_MS, over: OVER });
    await page.goto(url, { waitUntil: 'commit' });
    await over;
    const seen = await page.evaluate(() => ({
      ...measured,
      paintBlocking:
        1 +
        (
          performance.getEntriesByType('resource') as (PerformanceResourceTiming & { renderBlockingStatus?: string })[]
        ).filter(({ renderBlockingStatus }) => renderBlockingStatus === 'blocking').length,
    }));
    const before = transferred().filter(({ beganAt }) => beganAt <= (seen.wired ?? 0));
    const sum = (type: string) =>
      before.filter((request) => request.type === type).reduce((bytes, request) => bytes + request.bytes, 0);
    return {
      firstPaint: seen.firstPaint,
      largestPaint: seen.largestPaint,
      canType: seen.canType ?? Number.NaN,
      wired: seen.wired ?? Number.NaN,
      blocking: seen.blocking,
      layoutShift: seen.layoutShift,
      requests: before.length,
      paintBlocking: seen.paintBlocking,
      script: sum('Script'),
      style: sum('Stylesheet'),
    };
  } finally {
    await context.close();
  }
}

type Transfer = { type: string; beganAt: number; bytes: number };

/** Slows the page of the session down and records its requests; the times count from the navigation, ms. */
export async function slowDown(session: CDPSession): Promise<() => Transfer[]> {
  const requests = new Map<string, Transfer>();
  let navigatedAt: number | null = null;
  session.on('Network.requestWillBeSent', ({ requestId, type, timestamp, request }) => {
    if (!request.url.startsWith('http')) return;
    navigatedAt ??= timestamp;
    requests.set(requestId, { type: type ?? 'Other', beganAt: (timestamp - navigatedAt) * 1000, bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slowPhone.latencyMs,
    downloadThroughput: slowPhone.bytesPerSecond,
    uploadThroughput: slowPhone.bytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowPhone.cpu });
  return () => [...requests.values()];
}

/** Filled in the page by `observe`. */
declare const measured: {
  firstPaint: number;
  largestPaint: number;
  canType: number | null;
  wired: number | null;
  blocking: number;
  layoutShift: number;
  lastTask: number;
};

/** Runs in the page before its own scripts. */
function observe({ quietMs, over }: { quietMs: number; over: string }) {
  const seen: typeof measured = {
    firstPaint: 0,
    largestPaint: 0,
    canType: null,
    wired: null,
    blocking: 0,
    layoutShift: 0,
    lastTask: 0,
  };
  Object.assign(window, { measured: seen });
  const follow = (type: string, read: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(read)).observe({ type, buffered: true });
  follow('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.firstPaint = startTime;
  });
  follow('largest-contentful-paint', ({ startTime }) => {
    seen.largestPaint = startTime;
  });
  follow('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) seen.layoutShift += value;
  });
  follow('longtask', ({ startTime, duration }) => {
    seen.lastTask = startTime + duration;
    if (seen.firstPaint > 0 && startTime + duration > seen.firstPaint) seen.blocking += duration - 50;
  });
  const hasProps = (field: Element) => Object.keys(field).some((key) => key.startsWith('__reactProps'));
  let isPrerendered = false;
  const isWired = (field: Element): boolean => {
    if (document.scripts.length === 0) return true;
    // A field of a prerendered page has its props while React is still hydrating, and its handlers only afterwards.
    if (!hasProps(field)) isPrerendered = true;
    return hasProps(field) && (!isPrerendered || 'hydrated' in document.documentElement.dataset);
  };
  const look = () => {
    const field = document.querySelector<HTMLInputElement>('form input:not([type=hidden], [type=checkbox])');
    const now = performance.now();
    if (field?.checkVisibility() && !field.disabled && !field.readOnly) {
      seen.canType ??= now;
      if (isWired(field)) seen.wired ??= now;
    }
    if (seen.wired === null) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  // Quiet: neither a long task nor a file for a while.
  const endWhenQuiet = () => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const last = Math.max(seen.lastTask, seen.wired ?? 0, ...files.map(({ responseEnd }) => responseEnd));
    const isOver = seen.wired !== null && document.readyState === 'complete' && performance.now() - last > quietMs;
    if (isOver) console.debug(over);
    else setTimeout(endWhenQuiet, quietMs);
  };
  addEventListener('load', () => setTimeout(endWhenQuiet, quietMs));
}
