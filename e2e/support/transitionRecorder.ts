import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright/test';
import { inFirefox } from '../../tools/browsers.ts';

/** What is proven of each flow is proven in Chromium. */
const FOLDER = join(import.meta.dirname, '../../test-results', inFirefox ? 'firefox-transitions' : 'transitions');

/** A running flow of a page: its name, its state, and its name in messages. */
type RunningFlow = { flow: string; sessionId: string; value: unknown; status: string };

/**
 * What an observed page offers: the flows of its document, oldest first, the transitions that they have taken, and a
 * way to send them events.
 */
export type ObservedPage = {
  runningFlows: RunningFlow[];
  takenTransitions: string[];
  sendToFlow: (sessionId: string, event: object) => void;
  recordTransitions: (transitions: string[]) => void;
};

/**
 * Records the transitions that the flows of all pages in a context take. In local mode a page reports its flows to the
 * flow map that has opened it; here a recorder stands in for the map. Returns a function that writes the record.
 */
export async function recordTransitions(context: BrowserContext): Promise<(worker: number) => void> {
  const recorded = new Set<string>();
  await context.exposeBinding('recordTransitions', (_, transitions: string[]) => {
    for (const transition of transitions) recorded.add(transition);
  });
  await context.addInitScript(() => {
    if (window.parent !== window || window.opener !== null) return;
    const page = window as unknown as ObservedPage;
    type Message = {
      type: string;
      sessionId: string;
      name: string;
      definition?: string;
      arrows?: string[];
      snapshot?: { value: unknown; status: string };
    };
    const receive = (data: object) => {
      const message = new MessageEvent('message', { data, origin: window.location.origin });
      Object.defineProperty(message, 'source', { value: map });
      window.dispatchEvent(message);
    };
    const map = {
      location: { origin: window.location.origin, pathname: '/flows/' },
      postMessage: ({ type, sessionId, definition, arrows, snapshot }: Message) => {
        if (type === '@flows.hello')
          queueMicrotask(() => queueMicrotask(() => receive({ type: '@statelyai.connected' })));
        if (arrows) {
          page.takenTransitions.push(...arrows);
          page.recordTransitions(arrows);
        }
        const { value, status = '' } = snapshot ?? {};
        if (type === '@xstate.actor') {
          const { id: flow = '' } = JSON.parse(definition ?? '{}') as { id?: string };
          page.runningFlows.push({ flow, sessionId, value, status });
        }
        const running = page.runningFlows.find((one) => one.sessionId === sessionId);
        if (running && type === '@xstate.snapshot') Object.assign(running, { value, status });
      },
    };
    page.runningFlows = [];
    page.takenTransitions = [];
    page.sendToFlow = (sessionId, event) => receive({ type: '@flows.send', sessionId, event });
    Object.defineProperty(window, 'opener', { value: map });
  });
  return (worker) => {
    const file = join(FOLDER, `${worker}.json`);
    const before: string[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(file, JSON.stringify([...new Set([...before, ...recorded])]));
  };
}
