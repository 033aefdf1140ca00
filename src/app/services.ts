import type { I18n } from '@lingui/core';
import { type Actor, fromCallback, type PromiseActorLogic } from 'xstate';
import type { Api } from '#adapters/api.ts';
import type { BrowserConfigStore } from '#adapters/browserConfig.ts';
import type { ProductCookies } from '#adapters/cookies.ts';
import type { ServerClock } from '#adapters/serverClock.ts';
import type { KeyValueStore } from '#adapters/storage.ts';
import type { CallInput, CallOutput } from '#contract/call.ts';
import type { CallName, Calls } from '#contract/calls.ts';
import type { RememberedSession } from '#contract/session.ts';
import type { Settings } from '#contract/settings.ts';
import type { Language } from '#domain/constants.ts';
import type { Preferences } from '#domain/locale.ts';
import { type Notice, problem } from '#domain/notice.ts';
import type { Family } from '#domain/routes.ts';
import type { consentMachine } from '#machines/consent.machine.ts';
import type { noticeMachine } from '#machines/notice.machine.ts';
import type { preferencesMachine } from '#machines/preferences.machine.ts';
import type { Page } from '#screens/page.ts';
import type { PageReload } from './document/pageReload.ts';
import type { Navigation } from './navigation/navigation.ts';
import { inputActor } from './promiseActor.ts';

/** The services behind the ports of the flows; one instance for each document. */
export type AppServices = {
  settings: Settings;
  language: Language;
  preferences: Preferences;
  i18n: I18n;
  api: Api;
  /** The server's time: the device's clock may be wrong. */
  clock: ServerClock;
  cookies: ProductCookies;
  config: BrowserConfigStore;
  /** Session storage: input that was typed but not sent. */
  sessionStore: KeyValueStore;
  navigation: Navigation;
  notice: Actor<typeof noticeMachine>;
  consent: Actor<typeof consentMachine>;
  languageChoice: Actor<typeof preferencesMachine>;
  /** What screens can read from the page and do with it. */
  page: Page;
  /** Reloads the document if a newer build may help. */
  reload: PageReload;
  /** Whether the server of the page answers. */
  isReachable: () => Promise<boolean>;
  /** Passed from one flow to the next, in memory, and over a change of the language: the address that was typed. */
  loginHint: { email: string };
};

/** The calls of the contract as the promise actors that the flows name; leaving a state aborts its call. */
export const apiActors = (api: Api) =>
  new Proxy({} as ApiActors, { get: (_, name) => inputActor(api[name as CallName] as ApiCall) });
type ApiActors = { readonly [Name in CallName]: PromiseActorLogic<CallOutput<Calls[Name]>, CallInput<Calls[Name]>> };

type ApiCall = (input: unknown, signal: AbortSignal) => Promise<unknown>;

/**
 * The clock of the flows, by the server's time: ticks at once, every second, when the page becomes visible again, and
 * with every answer, so that no flow compares a deadline with an outdated time.
 */
export const clockActor = ({ clock }: Pick<AppServices, 'clock'>) =>
  fromCallback(({ sendBack }) => {
    const tick = () => sendBack({ type: 'TIME_PASSED', now: clock.now() });
    tick();
    return clock.subscribe(tick, 1000);
  });

/** The effects on the banner, the same for every flow. */
export const bannerEffects = ({ notice }: AppServices) => ({
  notify: (_: unknown, what: Notice | null) => what && notice.send({ type: 'SHOW', notice: what }),
  addNotice: (_: unknown, what: Notice | null) => what && notice.send({ type: 'ADD', notice: what }),
  clearNotice: () => notice.send({ type: 'CLEAR' }),
});

/** The effects on the session and the address. */
export const sessionEffects = ({ cookies, navigation, notice, loginHint }: AppServices) => ({
  goTo: (_: unknown, { family, email }: { family: Family; email?: string }) => {
    if (email !== undefined) loginHint.email = email;
    navigation.go(family);
  },
  /** A browser that takes cookies may still not take this one: it is too long, or one of a server is in its place. */
  openSession: (_: unknown, { user_id, user_token, remember_me }: RememberedSession) => {
    cookies.auth.write({ user_id, user_token }, remember_me);
    if (cookies.auth.read()?.user_token === user_token) return;
    notice.send({ type: 'SHOW', notice: problem({ code: 'cookiesNeeded' }) });
  },
});
