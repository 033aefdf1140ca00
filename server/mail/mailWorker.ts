import type { ServerContext } from '../platform/context.ts';
import { logError } from '../platform/log.ts';
import { deliver } from './delivery.ts';
import { takeDue } from './due.ts';
import { MAX_CONCURRENT, MAX_HANGING, type Transport } from './transport.ts';

/** Interval between polls of the outbox without a wake-up: for mails of another process and for retries. */
const POLL_MS = 1_000;
/** A delivery that takes longer than this hangs, and makes room for another. Most take a tenth of it. */
const HANGING_AFTER_MS = 1_000;
/** Timeout of one delivery; shorter than the lease, so that no other process starts it meanwhile. */
const DELIVERY_MS = 25_000;
/** Time for running deliveries to finish when the server stops. */
const DRAIN_MS = 5_000;

/** Sends several mails at once: when it is woken, when a delivery has finished, and every second. */
export type MailWorker = { wake(): void; stop(): Promise<void> };

/** Starts to send what is queued in the outbox, until it is stopped. */
export function startMailWorker(context: ServerContext, transport: Transport): MailWorker {
  const running = new Set<Promise<void>>();
  const hanging = new Set<Promise<void>>();
  const stopping = new AbortController();
  let stopped = false;
  let woken = false;
  let isStoreDown = false;
  let resume: () => void = () => {};

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      resume = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const wake = () => {
    woken = true;
    resume();
  };

  /** Claims as many mails as there are free slots, so that the order of those that wait stays open. */
  async function claimMails(): Promise<void> {
    const { connections = Number.POSITIVE_INFINITY } = transport;
    const slots = MAX_CONCURRENT + Math.min(hanging.size, MAX_HANGING);
    const room = Math.min(slots, connections) - running.size;
    const mails = room > 0 ? await takeDue(context, room) : [];
    for (const mail of mails) {
      const signal = AbortSignal.any([AbortSignal.timeout(DELIVERY_MS), stopping.signal]);
      start(deliver(context, transport, mail, signal));
    }
    isStoreDown = false;
  }

  function start(delivering: Promise<void>): void {
    const timer = setTimeout(() => {
      hanging.add(delivery);
      wake();
    }, HANGING_AFTER_MS);
    const delivery = delivering.finally(() => {
      clearTimeout(timer);
      running.delete(delivery);
      hanging.delete(delivery);
      wake();
    });
    running.add(delivery);
  }

  /** The database may be unavailable for a while; the mails wait in it. Logged once. */
  function reportStoreDown(error: unknown): void {
    if (!isStoreDown) logError('outbox cannot be read', error);
    isStoreDown = true;
  }

  async function work(): Promise<void> {
    while (!stopped) {
      woken = false;
      await claimMails().catch(reportStoreDown);
      if (!woken) await pause();
    }
    await Promise.all(running);
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
