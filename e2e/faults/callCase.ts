import type { Locator, Page } from 'playwright/test';
import type { CallName } from '#contract/calls.ts';
import type { ProductServer } from '../support/server.ts';

/** A page that is about to make a call, and what a person sees on it. */
export type OpenedCase = {
  /** Makes the call, and makes it again after each fault. */
  press: () => Promise<void>;
  /**
   * Where the message appears, near the control that was pressed. Null: the call is made in the background, without a
   * message.
   */
  message: Locator | null;
  /** The messages for every fault that do not depend on its cause. */
  says?: string;
  /** Throws unless what was typed is still there, and the page can be used. */
  keeps: () => Promise<void>;
  /** What shows that the page waits, where no control is busy. */
  waits?: Locator;
  /** What the person does after a fault before the next press, if the screen is another one then. */
  goBack?: () => Promise<void>;
  /** Throws unless everything is as without a fault, on the page and on the server. */
  ends: () => Promise<void>;
};

/** A call in one of the places that make it. */
export type CallCase = {
  call: CallName;
  /** In the title, where several places make the call. */
  place?: string;
  /** The use of the call in `interceptCalls.ts`, if only that one is meant. */
  request?: string;
  /** Faults that are not tried, and why. */
  except?: Readonly<Record<string, string>>;
  /** How long the page waits, in ms. */
  timeLimit?: number;
  /** Taken by `npm test` too. */
  isTakenAlways?: boolean;
  open: (page: Page, product: ProductServer) => Promise<OpenedCase>;
};

/** The banner's errors. */
export const banner = (page: Page): Locator => page.locator('.banner-region [role="alert"]');

export const pressIn = (place: Page | Locator, name: string | RegExp): Promise<void> =>
  place.getByRole('button', { name, exact: true }).click();

/** Makes the call by opening the page, and again by the button of the message. */
export function openThenTryAgain(open: () => Promise<unknown>, place: Page | Locator): () => Promise<void> {
  let isOpen = false;
  return async () => {
    if (isOpen) return pressIn(place, 'Try again');
    isOpen = true;
    await open();
  };
}

/** The same where the call is made in passing: the page is loaded anew. */
export function openThenReload(page: Page, address: string): () => Promise<void> {
  let isOpen = false;
  return async () => {
    await (isOpen ? page.reload() : page.goto(address));
    isOpen = true;
  };
}

/** A page that cannot be loaded makes no call. */
export const madeByLoading = { offline: 'the page itself would not load' } as const;
/** §7: 200, whatever the body is. */
export const ofAnyShape = { 'wrong shape': 'any success counts as done (§7)' } as const;
