import { BANK_MESSAGE } from '#contract/bankMessage.ts';

/** Accepted senders: the page that was opened in the frame, and pages under the base of the API. Full URLs. */
type BankSenders = { opened: string; api: string };

/**
 * Listens for the bank's message. It is accepted once, as the exact string, from the frame's own window, and from the
 * origin of the opened page or of the API; everything else is ignored. Returns a function to stop.
 */
export function listenToBank(frame: () => Window | null, senders: BankSenders, answered: () => void): () => void {
  const listen = ({ source, origin, data }: MessageEvent) => {
    const frameWindow = frame();
    if (data !== BANK_MESSAGE || frameWindow === null || source !== frameWindow) return;
    if (!isSender(origin, pathOf(frameWindow), senders)) return;
    stop();
    answered();
  };
  const stop = () => window.removeEventListener('message', listen);
  window.addEventListener('message', listen);
  return stop;
}

/** The path of a frame on our own origin, which serves other pages too; null on another origin: it cannot be read. */
function pathOf(frame: Window): string | null {
  try {
    return frame.location.pathname;
  } catch {
    return null;
  }
}

function isSender(origin: string, path: string | null, senders: BankSenders): boolean {
  const [opened, api] = [new URL(senders.opened), new URL(senders.api)];
  const isOpened = origin === opened.origin && (path === null || path === opened.pathname);
  return isOpened || (origin === api.origin && (path === null || path.startsWith(`${api.pathname}/`)));
}
