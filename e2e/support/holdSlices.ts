import type { Page } from 'playwright/test';

/** Filled in the page. */
declare const heldSlices: { letGo: () => void };

/** Holds back what React does in slices, such as hydration, until the returned function is called. */
export async function holdSlices(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const held: (() => void)[] = [];
    let isHeld = true;
    // React's scheduler asks for its next slice by a message to itself.
    class HeldChannel {
      readonly port1: { onmessage: (() => void) | null } = { onmessage: null };
      readonly port2 = {
        postMessage: () => {
          const slice = () => void setTimeout(() => this.port1.onmessage?.());
          if (isHeld) held.push(slice);
          else slice();
        },
      };
    }
    const letGo = () => {
      isHeld = false;
      for (const slice of held.splice(0)) slice();
    };
    Object.assign(window, { MessageChannel: HeldChannel, heldSlices: { letGo } });
  });
  return () => page.evaluate(() => heldSlices.letGo());
}
