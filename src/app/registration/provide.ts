import { createCoverages } from '#adapters/coverages.ts';
import { accountMachine } from '#machines/registration/account.machine.ts';
import { arrivalMachine } from '#machines/registration/arrival.machine.ts';
import { registrationMachine } from '#machines/registration/registration.machine.ts';
import { promiseActor } from '../promiseActor.ts';
import { provideAll } from '../provideAll.ts';
import { type AppServices, apiActors, bannerEffects, sessionEffects } from '../services.ts';
import { stepHistory } from './history.ts';
import type { LaterSteps } from './laterSteps.ts';
import { openingSession } from './openingSession.ts';
import { prefetching } from './prefetch.ts';
import { tokenEffects } from './token.ts';
import { unsavedInputStorage } from './unsavedInputStorage.ts';

/** Countries and names; `prefetch` requests them while the visitor fills in the step before they are shown. */
export function referenceDataLoads(services: AppServices) {
  const coverages = createCoverages(services.api);
  const loads = {
    readDictionaries: prefetching(coverages.readDictionaries),
    readCoverageDictionaries: prefetching(coverages.readCoverageDictionaries),
    listCountries: prefetching(coverages.listCountries),
  };
  return { ...loads, prefetch: () => Object.values(loads).forEach(({ prefetch }) => void prefetch()) };
}
type ReferenceDataLoads = ReturnType<typeof referenceDataLoads>;

/** The wizard with all its ports provided; `later` are the flows of the steps after the first. */
export function providedRegistration(services: AppServices, loads: ReferenceDataLoads, later: LaterSteps) {
  const api = apiActors(services.api);
  const { notify, clearNotice } = bannerEffects(services);
  const { goTo, openSession } = sessionEffects(services);
  const unsavedInput = unsavedInputStorage(services.sessionStore);
  const { removeToken, storeToken } = tokenEffects(services);
  const { readRegistration, createRegistration, updateRegistration } = api;

  return provideAll(registrationMachine, {
    actors: {
      readRegistration,
      openRegistrationSession: openingSession(services),
      arrival: provideAll(arrivalMachine, {
        actors: {
          readDictionaries: promiseActor(loads.readDictionaries.load),
          readCoverageDictionaries: promiseActor(loads.readCoverageDictionaries.load),
          listCountries: promiseActor(loads.listCountries.load),
          readRegistration,
        },
        actions: {
          notify,
          /** Only the address loses the token, not the tab: a reload continues with it. */
          removeToken: ({ context: { token } }) => {
            unsavedInput.write(token, unsavedInput.read(token));
            removeToken();
          },
        },
      }),
      account: provideAll(accountMachine, {
        actors: { createRegistration, updateRegistration },
        actions: { notify, clearNotice },
      }),
      ...later,
    },
    actions: {
      notify,
      clearNotice,
      goTo,
      openSession,
      /** The tab keeps the token after it has left the address: the sign-up can then be resumed (`resumption`). */
      storeToken: ({ context }, { token }) => {
        if (token === null) return;
        storeToken(null, { token });
        unsavedInput.write(token, context.unsavedInput);
      },
      removeToken,
      storeUnsavedInput: ({ context }) => unsavedInput.write(context.token, context.unsavedInput),
      removeUnsavedInput: () => unsavedInput.remove(),
      showStep: (_, { step }) => stepHistory.show(step),
    },
  });
}
