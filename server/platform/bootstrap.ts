import { mountBank } from '../bank/bank.ts';
import { pacedBank } from '../bank/pacedBank.ts';
import type { Bank } from '../bank/port.ts';
import { createTestBank } from '../bank/testBank.ts';
import { importCoverages } from '../data/importCoverages.ts';
import { createApp, type MountPages } from '../http/app.ts';
import type { App } from '../http/serve.ts';
import { createPasswords, type Passwords } from '../login/passwords.ts';
import { type MailWorker, startMailWorker } from '../mail/mailWorker.ts';
import { mailTransport } from '../mail/transport.ts';
import { openStore } from '../store/store.ts';
import type { Config } from './config.ts';
import type { ServerContext } from './context.ts';
import { recover } from './maintenance.ts';
import { createMetrics, measuredBank } from './metrics.ts';

/** A server without a port: its app, its context, what sends its mails, and how to close it. */
export type Server = { app: App; context: ServerContext; mailWorker: MailWorker; close: () => Promise<void> };

/** Without a configured bank every attempt remains unknown. */
const noBank: Bank = { authorise: async () => ({ kind: 'unknown' }), settle: async () => ({ kind: 'unknown' }) };

/** The bank in use, and how its pages are added to the app. */
async function openBank(
  context: Pick<ServerContext, 'config' | 'db' | 'now' | 'keyring'>,
): Promise<{ bank: Bank; mountPages: MountPages }> {
  const settings = context.config.bank;
  if (settings === null) return { bank: noBank, mountPages: () => {} };
  if (settings === 'test') {
    const bank = createTestBank(context);
    return { bank, mountPages: (app, whole) => mountBank(app, whole, bank) };
  }
  // Loaded only by operators who use it: Stripe's package has as much code as the server.
  const { createStripeBank } = await import('../bank/stripe/stripeBank.ts');
  const { mountStripe } = await import('../bank/stripe/mount.ts');
  const bank = createStripeBank(context, settings);
  return { bank, mountPages: (app, whole) => mountStripe(app, whole, bank, settings) };
}

/** Opens the data folder and assembles the server; `now` is its clock. */
export async function openServer(
  config: Config,
  now: () => number = Date.now,
  passwords: Passwords = createPasswords(),
): Promise<Server> {
  const { db, keyring, whyWaiting, poolUsage, isShared, exclusively } = await openStore(config, now());
  if (!isShared) await recover(db, now());
  await exclusively(() => importCoverages(db));
  const metrics = createMetrics(db, poolUsage);
  const { bank, mountPages } = await openBank({ config, db, now, keyring });
  const context: ServerContext = {
    config,
    db,
    whyWaiting,
    now,
    keyring,
    passwords,
    bank: pacedBank(measuredBank(bank, metrics)),
    metrics,
    wakeMail: () => mailWorker.wake(),
  };
  const mailWorker = startMailWorker(context, await mailTransport(context));
  const close = async () => {
    await mailWorker.stop();
    await db.destroy();
  };
  return { app: createApp(context, mountPages), context, mailWorker, close };
}
