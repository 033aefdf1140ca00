import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { createActor } from 'xstate';
import type { Language } from '#domain/constants.ts';
import { apiBaseOfAll } from '#domain/hosts.ts';
import { currencyOfCountry } from '#domain/locale.ts';
import type { Family } from '#domain/routes.ts';
import { authMachine } from '#machines/auth.machine.ts';
import { consentMachine } from '#machines/consent.machine.ts';
import { noticeMachine } from '#machines/notice.machine.ts';
import { preferencesMachine } from '#machines/preferences.machine.ts';
import { recoveryMachine } from '#machines/recovery.machine.ts';
import { registrationMachine } from '#machines/registration/registration.machine.ts';
import { AuthScreen } from '#screens/login/AuthScreen.tsx';
import { RecoveryScreen } from '#screens/recovery/RecoveryScreen.tsx';
import { RegistrationScreen } from '#screens/registration/RegistrationScreen.tsx';
import { settings } from '#settings';
import { loadMessages } from '#text/i18n.ts';
import { App } from './App.tsx';
import { ActorView } from './actorView.tsx';
import { inLanguage } from './flows/pages.tsx';
import type { AppLocation } from './navigation/appLocation.ts';
import type { ActiveFlow } from './navigation/flowRouter.ts';
import type { AppServices } from './services.ts';

/**
 * The body of a page before any script runs: forms can be seen and typed into, in the language of the path. Only
 * screens that depend on nothing but their path are rendered completely; the others show the frame and a skeleton.
 */
export async function renderBody(family: Family | null, path: string, language: Language): Promise<string> {
  // Nothing about the visitor is available at build time; the frame reads only the address.
  Object.assign(globalThis, { location: { host: '', hash: '', search: '', pathname: path, href: path } });
  const appLocation: AppLocation = { family, path, query: new URLSearchParams() };
  const services = await emptyServices(language);
  const render = await rendererOf(services, appLocation);
  const activeFlow: ActiveFlow | null = render && {
    name: 'prerendered',
    appLocation,
    flow: { render },
    open: () => ({ render }),
  };
  const router = { sync: async () => {}, restart: () => {}, activeFlow: () => activeFlow, subscribe: () => () => true };
  return renderToString(<App services={services} router={router} />);
}

/** Renders the screen of a path; null if it depends on more than the path. */
async function rendererOf(services: AppServices, appLocation: AppLocation): Promise<(() => ReactNode) | null> {
  switch (appLocation.family) {
    case 'login': {
      const login = createActor(authMachine, {
        input: {
          startAt: 'credentials',
          email: '',
          challenge: null,
          coolDownSeconds: settings.coolDownSeconds,
          confirmationToken: null,
          discountToken: null,
        },
      });
      return () => <ActorView actor={login} screen={AuthScreen} />;
    }
    case 'recoverPassword': {
      const recovery = createActor(recoveryMachine, { input: { email: '' } });
      return () => <ActorView actor={recovery} screen={RecoveryScreen} />;
    }
    case 'registration': {
      const { preferences } = services;
      const registration = createActor(registrationMachine, {
        input: {
          order: settings.signupOrder,
          token: null,
          prefill: { first_name: '', last_name: '', email: '' },
          unsavedInput: {},
          country: preferences.country,
          currency: preferences.currency,
          today: '2000-01-01',
          timeZone: 'UTC',
          settings,
          bankOrigins: [],
        },
      });
      return () => <ActorView actor={registration} screen={RegistrationScreen} />;
    }
    case 'login2fa':
    case 'oneTimeLogin':
    case 'dashboard':
    case 'ssoExternal':
      return null;
    default:
      return (await inLanguage(services)).open(services, appLocation, () => {}).render;
  }
}

/** Services for prerendering: the flows are never started, so none of them is called. */
async function emptyServices(language: Language): Promise<AppServices> {
  const country = 'int';
  const preferences = { language, country, currency: currencyOfCountry(country, language) } as const;
  const known = {
    settings,
    language,
    preferences,
    i18n: await loadMessages(language),
    notice: createActor(noticeMachine, { input: { error: null } }),
    consent: createActor(consentMachine, { input: { consent: null } }),
    languageChoice: createActor(preferencesMachine, { input: { preferences } }),
    page: {
      settings,
      language,
      preferences,
      apiBase: apiBaseOfAll(settings.hosts.api),
      go: () => {},
      showHeading: () => {},
      setErrorInTitle: () => {},
    },
    loginHint: { email: '' },
  } satisfies Partial<AppServices>;
  return known as unknown as AppServices;
}
