import type { Actor, SnapshotFrom } from 'xstate';
import { intlTag } from '#domain/locale.ts';
import { emailPrefill, prefill } from '#domain/plainText.ts';
import { ownDate, ownTimeZone } from '#domain/timeZone.ts';
import type { registrationMachine } from '#machines/registration/registration.machine.ts';
import { resumptionMachine } from '#machines/registration/resumption.machine.ts';
import { type StepState, steps } from '#machines/registration/steps.ts';
import { RegistrationScreen } from '#screens/registration/RegistrationScreen.tsx';
import { ResumptionScreen } from '#screens/registration/ResumptionScreen.tsx';
import { preloadAfter, preloadSteps } from '#screens/registration/stepScreens.ts';
import { loadMoreMessages } from '#text/pageMessages.ts';
import { createActor } from '../actor.ts';
import { ActorView } from '../actorView.tsx';
import { subscribeToDays } from '../days.ts';
import { type AppLocation, tokenOf } from '../navigation/appLocation.ts';
import type { Flow } from '../navigation/flowRouter.ts';
import { provideAll } from '../provideAll.ts';
import { bankOrigins } from '../registration/bankOrigins.ts';
import { stepHistory } from '../registration/history.ts';
import { lazySteps } from '../registration/lazySteps.ts';
import { providedRegistration, referenceDataLoads } from '../registration/provide.ts';
import { unsavedInputStorage } from '../registration/unsavedInputStorage.ts';
import { type AppServices, apiActors } from '../services.ts';
import { whenIdle } from '../whenIdle.ts';

/** States in which the token leaves the address, or has left it, and from which 'Try again' still uses it. */
const retryStates = ['loading', 'rereading', 'failed', { filling: { hostedPage: 'reading' } }] as const;

/**
 * §2 Registration. First offers to continue a sign-up of this tab that the address does not name. The document is
 * marked: it is left by a full load, and third-party code never runs in it.
 */
export function open(services: AppServices, { query }: AppLocation, restart: () => void): Flow {
  document.documentElement.dataset['signUp'] = 'shown';
  const token = tokenOf({ query }, 'token');
  const startedToken = unsavedInputStorage(services.sessionStore).token();
  return token === null && startedToken !== null
    ? openResumption(services, startedToken, restart)
    : openWizard(services, query, token);
}

function openResumption(services: AppServices, token: string, restart: () => void): Flow {
  const { readRegistration } = apiActors(services.api);
  const actor = createActor(
    provideAll(resumptionMachine, {
      actors: { readRegistration },
      actions: {
        resume: () => {
          services.navigation.amend({ token });
          restart();
        },
        startAgain: () => {
          unsavedInputStorage(services.sessionStore).remove();
          restart();
        },
      },
    }),
    { input: { token } },
  ).start();
  return { actor, render: () => <ActorView actor={actor} screen={ResumptionScreen} /> };
}

function openWizard(services: AppServices, query: URLSearchParams, token: string | null): Flow {
  const { settings, preferences } = services;

  const loads = referenceDataLoads(services);
  const {
    steps: laterSteps,
    api,
    preload,
  } = lazySteps(services, async (services) => {
    // With the messages that these flows show in the banner.
    const [{ providedLaterSteps }] = await Promise.all([import('../registration/laterSteps.ts'), loadMoreMessages()]);
    return providedLaterSteps(services);
  });
  const actor = createActor(providedRegistration({ ...services, api }, loads, laterSteps), {
    input: {
      order: settings.signupOrder,
      token,
      prefill: {
        first_name: prefill(query.get('first_name')),
        last_name: prefill(query.get('last_name')),
        email: emailPrefill(query.get('email')),
      },
      unsavedInput: unsavedInputStorage(services.sessionStore).read(token),
      country: preferences.country,
      currency: preferences.currency,
      today: ownDate(services.clock.now()),
      timeZone: ownTimeZone(),
      settings,
      bankOrigins: bankOrigins(services),
    },
  }).start();
  whenIdle(() => {
    void preload().catch(() => {});
    if (token === null) loads.prefetch();
  });
  // The first format of a document takes 10 ms, on a slow phone 40, and the next step would wait for it.
  whenIdle(() => void new Intl.NumberFormat(intlTag(services.language)));
  const unfollowSteps = loadScreensAhead(actor);
  const unfollow = stepHistory.follow((step) => actor.send({ type: 'HISTORY_MOVED', step }));
  const unsubscribeFromDays = subscribeToDays(services.clock, (today) => actor.send({ type: 'DAY_BEGAN', today }));

  return {
    actor,
    render: () => <ActorView actor={actor} screen={RegistrationScreen} />,
    isPrerendered: () => actor.getSnapshot().matches({ filling: { step: 'creatingAccount', hostedPage: 'closed' } }),
    keepsToken: () => {
      const snapshot = actor.getSnapshot();
      return snapshot.context.token !== null && retryStates.some((state) => snapshot.matches(state));
    },
    stop: () => {
      unfollow();
      unfollowSteps();
      unsubscribeFromDays();
    },
  };
}

/** Loads the screens that may follow the one that is filled in; all of them for a visitor who continues a sign-up. */
function loadScreensAhead(actor: Actor<typeof registrationMachine>): () => void {
  let last: StepState | null = null;
  const look = ({ context: { order, shownStep } }: SnapshotFrom<typeof registrationMachine>) => {
    const { state } = steps[order][shownStep];
    if (state === last) return;
    last = state;
    whenIdle(() => void preloadAfter(state));
  };
  const snapshot = actor.getSnapshot();
  if (snapshot.context.token === null) look(snapshot);
  else void preloadSteps().catch(() => {});
  const subscription = actor.subscribe(look);
  return () => subscription.unsubscribe();
}
