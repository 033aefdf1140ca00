/** §4: what the 3-D Secure page posts when it is done. */
export const BANK_MESSAGE = '3DS-authentication-complete';

/**
 * Listens for the bank's message. It counts only from the frame's own window, from an allowed
 * origin, as the exact string, and once (W3); everything else is ignored. Returns how to stop.
 */
export function listenToBank(frame: () => Window | null, origins: readonly string[], answered: () => void): () => void {
  const listen = ({ source, origin, data }: MessageEvent) => {
    if (data !== BANK_MESSAGE || source === null || source !== frame() || !origins.includes(origin)) return;
    stop();
    answered();
  };
  const stop = () => window.removeEventListener('message', listen);
  window.addEventListener('message', listen);
  return stop;
}
