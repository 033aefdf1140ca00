import type { ServerContext } from '../platform/context.ts';
import { logError } from '../platform/log.ts';
import { deliver } from './delivery.ts';
import { takeDue } from './due.ts';
import { AT_ONCE, type Transport } from './transport.ts';

/** Between looks at the outbox when nobody rings: mails of another process, and those that wait for their next try. */
const LOOK_EVERY_MS = 1_000;
/** One delivery, whatever the mail server does; shorter than the lease, so that nobody else begins it meanwhile. */
const DELIVERY_MS = 25_000;
/** What is on its way when the server stops may take this long. */
const DRAIN_MS = 5_000;

/** Sends mails, several at once: when it is woken, when one has left, and every second. */
export type MailWorker = { wake(): void; stop(): Promise<void> };

export function startMailWorker(context: ServerContext, transport: Transport): MailWorker {
  const underway = new Set<Promise<void>>();
  const stopping = new AbortController();
  let stopped = false;
  let woken = false;
  let isAway = false;
  let goOn: () => void = () => {};

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LOOK_EVERY_MS);
      goOn = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const wake = () => {
    woken = true;
    goOn();
  };

  /** Takes up what there is room for; answers how many. */
  async function takeUp(): Promise<number> {
    const room = AT_ONCE - underway.size;
    const mails = room > 0 ? await takeDue(context, room) : [];
    for (const mail of mails) {
      const signal = AbortSignal.any([AbortSignal.timeout(DELIVERY_MS), stopping.signal]);
      const delivery = deliver(context, transport, mail, signal).finally(() => {
        underway.delete(delivery);
        wake();
      });
      underway.add(delivery);
    }
    isAway = false;
    return mails.length;
  }

  /** A database that is away comes back; the mails wait in it. Said once. */
  function reportAway(error: unknown): number {
    if (!isAway) logError('outbox cannot be read', error);
    isAway = true;
    return 0;
  }

  async function work(): Promise<void> {
    while (!stopped) {
      woken = false;
      const taken = await takeUp().catch(reportAway);
      if (taken === 0 && !woken && !stopped) await pause();
    }
    await Promise.all(underway);
  }

  const working = work();
  return {
    wake,
    async stop() {
      stopped = true;
      wake();
      const timer = setTimeout(() => stopping.abort(), DRAIN_MS);
      await working;
      clearTimeout(timer);
      transport.close();
    },
  };
}
