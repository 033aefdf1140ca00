import type { Browser } from 'playwright/test';

type Send = (this: object, method: string, params: Record<string, unknown>) => Promise<unknown>;
type Session = { send: Send };

/**
 * Firefox 153 lacks the command by which Playwright sets the colour scheme of every context and page. Here Firefox's
 * developer tools set it instead; a context begins light. Further features, such as forced colours, cannot be set.
 */
export function emulateScheme(browser: Browser): void {
  const { _connection: connection } = browser as unknown as {
    _connection: { toImpl: (browser: Browser) => { _browserSession: Session } };
  };
  const ofBrowser = connection.toImpl(browser)._browserSession;
  const sessions = Object.getPrototypeOf(ofBrowser) as Session;
  const { send } = sessions;
  sessions.send = async function (method, params) {
    if (method !== 'emulation.setMediaFeaturesOverride') return send.call(this, method, params);
    const { contexts = [], features } = params as { contexts?: string[]; features: Record<string, string> };
    const scheme = features['prefers-color-scheme'] ?? 'none';
    const tree = await send.call(ofBrowser, 'browsingContext.getTree', { 'moz:scope': 'chrome' });
    const [window] = (tree as { contexts: { context: string }[] }).contexts;
    for (const id of contexts)
      await send.call(ofBrowser, 'script.evaluate', {
        target: { context: window?.context },
        awaitPromise: false,
        expression: `ChromeUtils.importESModule('chrome://remote/content/shared/NavigableManager.sys.mjs')
          .NavigableManager.getBrowsingContextById('${id}').top.prefersColorSchemeOverride = '${scheme}'`,
      });
    return {};
  };
}
