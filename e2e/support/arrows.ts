import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright/test';

const FOLDER = join(import.meta.dirname, '../../test-results/arrows');

/**
 * Notes which arrows the flows of all pages of a context take. In local mode a page tells them to the flow map that has
 * opened it; here it finds a map that only listens. Returns how to keep what was heard.
 */
export async function noteArrows(context: BrowserContext): Promise<(worker: number) => void> {
  const heard = new Set<string>();
  await context.exposeBinding('noteArrows', (_, arrows: string[]) => {
    for (const arrow of arrows) heard.add(arrow);
  });
  await context.addInitScript(() => {
    if (window.parent !== window || window.opener !== null) return;
    const map = {
      location: { origin: window.location.origin, pathname: '/flows/' },
      postMessage: ({ type, arrows }: { type: string; arrows?: string[] }) => {
        if (arrows) (window as unknown as { noteArrows: (arrows: string[]) => void }).noteArrows(arrows);
        if (type !== '@flows.hello') return;
        const answer = new MessageEvent('message', {
          data: { type: '@statelyai.connected' },
          origin: window.location.origin,
        });
        Object.defineProperty(answer, 'source', { value: map });
        setTimeout(() => window.dispatchEvent(answer));
      },
    };
    Object.defineProperty(window, 'opener', { value: map });
  });
  return (worker) => {
    const file = join(FOLDER, `${worker}.json`);
    const before: string[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(file, JSON.stringify([...new Set([...before, ...heard])]));
  };
}
