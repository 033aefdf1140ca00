import { FUNNEL_PATH, funnelPage } from './funnel/page.ts';
import { listen, PortTaken } from './http/listen.ts';
import { pageBrand } from './http/pageBrand.ts';
import { isBuilt, mountStaticSite } from './http/staticSite.ts';
import { typefaceFiles } from './http/typeface.ts';
import { mountDev } from './local/dev.ts';
import { prepareSeedUsers } from './local/seedUsers.ts';
import { startupBanner } from './local/startupBanner.ts';
import { openServer } from './platform/bootstrap.ts';
import { type Config, readConfig } from './platform/config.ts';
import { ConfigError, quoted } from './platform/environment.ts';
import { logError } from './platform/log.ts';
import { purgeHourly } from './platform/maintenance.ts';
import { listenForMetrics } from './platform/metrics.ts';
import { lowerWorkerPriority } from './platform/workerPriority.ts';
import { StoreUnavailable, StoreUnusable } from './store/errors.ts';
import { whyNoFolder } from './store/folder.ts';
import { databaseName } from './store/postgres/settings.ts';

/*
 * `npm start`, and `npm run dev` with --dev: the whole product in one process. A failed start prints one sentence and
 * exits with 1.
 */

async function start(config: Config): Promise<void> {
  const stopTraces = config.traces
    ? (await import('./platform/traceExport.ts')).exportTraces(config.traces)
    : async () => {};
  const { app, context, close } = await openServer(config);
  await prepareSeedUsers(context);
  await lowerWorkerPriority();

  const dev = isDev ? await mountDev(app, config) : null;
  if (!dev) mountStaticSite(app, config);
  const stopListening = await listen(app, config, dev?.reloads);
  const { db, now, metrics } = context;
  const funnel = (query: URLSearchParams) => funnelPage(db, now(), query, pageBrand(config, 'en'));
  const pages = { [FUNNEL_PATH]: funnel, ...Object.fromEntries(typefaceFiles) };
  const stopMetrics = config.metrics ? await listenForMetrics(metrics, config.metrics, pages) : () => {};
  const stopPurging = purgeHourly(context);
  console.log(startupBanner(config));
  if (!dev && !isBuilt())
    console.log('It serves no pages: there is no whole build in dist; run npm run build for one.');

  const stop = async () => {
    stopMetrics();
    await stopPurging();
    await dev?.close();
    await stopListening();
    await close();
    await stopTraces();
  };
  const exit = () =>
    void stop().then(
      () => process.exit(0),
      (error) => {
        logError('the server could not be stopped cleanly', error);
        process.exit(1);
      },
    );
  process.once('SIGTERM', exit);
  process.once('SIGINT', exit);
  process.on('unhandledRejection', (error) => logError('unhandled rejection', error));
}

/** The reason for a failed start, as one sentence for the operator. */
function sentence(error: unknown, config: Config | null): string {
  if (error instanceof ConfigError || error instanceof StoreUnusable) return error.message;
  if (error instanceof StoreUnavailable && config) {
    const { database, dataDir } = config;
    return `The database ${database ? databaseName(database) : `in ${dataDir}`} cannot be used: ${error.reason}.`;
  }
  if (error instanceof PortTaken && config) {
    return `Cannot use port ${config.port}: it is already in use or not permitted; set PORT to another port.`;
  }
  return whyNoFolder(error, config) ?? `Server failed to start: ${(error as Error).message}`;
}

/** What is given after `--` and would be passed over, such as a port. */
function rejectArguments(words: readonly string[]): void {
  if (words.length === 0) return;
  throw new ConfigError(
    `The server takes no arguments, but was given ${quoted(words.join(' '))}; its settings are in the environment or in .env, such as PORT=4000 (docs/settings.md).`,
  );
}

const isDev = process.argv[2] === '--dev';
let config: Config | null = null;
try {
  rejectArguments(process.argv.slice(isDev ? 3 : 2));
  config = readConfig(process.env);
  if (isDev && config.mode === 'production') {
    throw new ConfigError('npm run dev serves the sources of the project; run npm start in production.');
  }
  await start(config);
} catch (error) {
  console.error(sentence(error, config));
  process.exit(1);
}
