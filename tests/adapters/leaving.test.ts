import { expect, test } from 'vitest';
import { watchLeaving } from '#adapters/leaving.ts';

test('a page is being left for three seconds after the visitor has left it, and again the next time', () => {
  const page = new EventTarget();
  const time = { now: 0 };
  const isBeingLeft = watchLeaving(page, () => time.now);
  expect(isBeingLeft()).toBe(false);
  for (const _ of ['a file is downloaded, and the page stays', 'another page']) {
    page.dispatchEvent(new Event('beforeunload'));
    expect(isBeingLeft()).toBe(true);
    time.now += 2_999;
    expect(isBeingLeft()).toBe(true);
    time.now += 1;
    expect(isBeingLeft()).toBe(false);
  }
});
