import { createApp } from './app.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { createPasswords } from './passwords.ts';
import { openKeyring } from './secrets.ts';
import type { App } from './serve.ts';
import { openStore } from './store/store.ts';

/** A server without a port: what answers, what it stands on, and how it ends. */
export type Server = { app: App; context: Context; close: () => Promise<void> };

/** Opens the data folder and puts the server together; `now` is its clock. */
export async function openServer(config: Config, now: () => number = Date.now): Promise<Server> {
  const db = await openStore(config.dataDir, now());
  const context: Context = {
    config,
    db,
    now,
    keyring: openKeyring(config.dataDir),
    passwords: createPasswords(),
    bank: { authorise: async () => ({ kind: 'unknown' }), settle: async () => ({ kind: 'unknown' }) },
    wakeMail: () => {},
  };
  return { app: createApp(context), context, close: () => db.destroy() };
}
