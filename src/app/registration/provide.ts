import { fromCallback, fromPromise } from 'xstate';
import { listenToBank } from '#adapters/bankWindow.ts';
import { createCoverages } from '#adapters/coverages.ts';
import { followReturns } from '#adapters/returns.ts';
import { accountMachine } from '#machines/registration/account.machine.ts';
import { arrivalMachine } from '#machines/registration/arrival.machine.ts';
import { bankCheckMachine } from '#machines/registration/bankCheck.machine.ts';
import { billingMachine } from '#machines/registration/billing.machine.ts';
import { numberPickerMachine } from '#machines/registration/numberPicker.machine.ts';
import { planMachine } from '#machines/registration/plan.machine.ts';
import { progressWatchMachine } from '#machines/registration/progressWatch.machine.ts';
import { registrationMachine } from '#machines/registration/registration.machine.ts';
import { teamChoiceMachine } from '#machines/registration/teamChoice.machine.ts';
import { verificationMachine } from '#machines/registration/verification.machine.ts';
import { provideAll } from '../provideAll.ts';
import { type AppServices, apiActors, bannerEffects, clockActor, sessionEffects } from '../services.ts';
import { holdCheck } from './checkHistory.ts';
import { stepHistory } from './history.ts';
import { prefetching } from './prefetch.ts';
import { unsavedInputStorage } from './unsavedInputStorage.ts';

/** Name of the bank's frame, used to find its window. */
const BANK_FRAME = 'bank';

const promiseActor = <Output>(load: (signal: AbortSignal) => Promise<Output>) =>
  fromPromise<Output, void>(({ signal }) => load(signal));

const inputActor = <Input, Output>(load: (input: Input, signal: AbortSignal) => Promise<Output>) =>
  fromPromise<Output, Input>(({ input, signal }) => load(input, signal));

/** The requests of the number selects: a promise actor for each request that takes several calls. */
export function coverageActors(services: AppServices) {
  const coverages = createCoverages(services.api);
  return {
    readCoverageDictionaries: promiseActor(coverages.readCoverageDictionaries),
    listCountries: promiseActor(coverages.listCountries),
    listNumberTypes: inputActor(coverages.listNumberTypes),
    listAreas: inputActor(coverages.listAreas),
    readCoverage: inputActor(coverages.readCoverage),
    listNumbers: inputActor(coverages.listNumbers),
  };
}

/** Writes and removes the token of the registration in the address. */
const tokenEffects = ({ navigation }: AppServices) => ({
  removeToken: () => navigation.amend({ token: null }),
  storeToken: (_: unknown, { token }: { token: string | null }) => token && navigation.amend({ token }),
});

/** The number selects, as the wizard and the dashboard use them. */
export const providedNumberPicker = (services: AppServices) => {
  const { listNumberTypes, listAreas, listNumbers, readCoverage } = coverageActors(services);
  const { notify, clearNotice } = bannerEffects(services);
  return provideAll(numberPickerMachine, {
    actors: { listNumberTypes, listAreas, listNumbers, readCoverage },
    actions: { notify, clearNotice, ...tokenEffects(services) },
  });
};

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

/** The wizard with all its ports provided. */
export function providedRegistration(services: AppServices, loads: ReferenceDataLoads = referenceDataLoads(services)) {
  const api = apiActors(services.api);
  const { readCoverage, listNumbers } = coverageActors(services);
  const { notify, clearNotice } = bannerEffects(services);
  const { goTo, openSession } = sessionEffects(services);
  const clock = clockActor(services);
  const unsavedInput = unsavedInputStorage(services.sessionStore);
  const { removeToken, storeToken } = tokenEffects(services);
  const progressWatch = provideAll(progressWatchMachine, {
    actors: { readRegistration: api.readRegistration, returns },
  });
  const { readRegistration, createRegistration, updateRegistration, listPackages, resendRegistrationCode } = api;

  return provideAll(registrationMachine, {
    actors: {
      readRegistration,
      openRegistrationSession: api.openRegistrationSession,
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
      verification: provideAll(verificationMachine, {
        actors: { updateRegistration, resendRegistrationCode, clock, progressWatch },
        actions: { notify, clearNotice },
      }),
      plan: provideAll(planMachine, {
        actors: { listPackages, updateRegistration, numberPicker: providedNumberPicker(services) },
        actions: { notify, clearNotice },
      }),
      billing: provideAll(billingMachine, {
        actors: { listPackages, readCoverage, listNumbers, updateRegistration },
        actions: { notify, clearNotice, removeToken, storeToken },
      }),
      teamChoice: provideAll(teamChoiceMachine, {
        actors: { joinTeam: api.joinTeam },
        actions: {
          notify,
          clearNotice,
          openSession,
          storeChallenge: (_, challenge) => services.cookies.twoFactor.write(challenge),
        },
      }),
      bankCheck: provideAll(bankCheckMachine, {
        actors: { clock, bankAnswered: bankAnswered(services), backPressed, progressWatch },
        actions: { notify },
      }),
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

const returns = fromCallback(({ sendBack }) => followReturns(() => sendBack({ type: 'RETURNED' })));

const backPressed = fromCallback(({ sendBack }) => holdCheck(() => sendBack({ type: 'CANCEL' })));

const apiAddress = ({ page }: AppServices): URL => new URL(page.apiBase, location.href);

/** Allowed origins of hosted pages: the API's own, and those of the settings. */
export const bankOrigins = (services: AppServices): string[] => [
  apiAddress(services).origin,
  ...services.settings.bankOrigins,
];

/** Messages are accepted only from the bank's frame, and from its opened page or the API. */
const bankAnswered = (services: AppServices) =>
  fromCallback<{ type: string }, { url: string }>(({ sendBack, input }) =>
    listenToBank(
      () => document.querySelector<HTMLIFrameElement>(`iframe[name="${BANK_FRAME}"]`)?.contentWindow ?? null,
      { opened: input.url, api: apiAddress(services).href },
      () => sendBack({ type: 'BANK_ANSWERED' }),
    ),
  );
