import { fromCallback } from 'xstate';
import { listenToBank } from '#adapters/bankWindow.ts';
import { followReturns } from '#adapters/returns.ts';
import { BANK_FRAME } from '#domain/bankAddress.ts';
import { bankCheckMachine } from '#machines/registration/bankCheck.machine.ts';
import { billingMachine } from '#machines/registration/billing.machine.ts';
import { planMachine } from '#machines/registration/plan.machine.ts';
import { progressWatchMachine } from '#machines/registration/progressWatch.machine.ts';
import { teamChoiceMachine } from '#machines/registration/teamChoice.machine.ts';
import { verificationMachine } from '#machines/registration/verification.machine.ts';
import { provideAll } from '../provideAll.ts';
import { type AppServices, apiActors, bannerEffects, clockActor, sessionEffects } from '../services.ts';
import { apiAddress } from './bankOrigins.ts';
import { holdCheck } from './checkHistory.ts';
import { coverageActors, providedNumberPicker } from './numberPicker.ts';
import { tokenEffects } from './token.ts';

/** The flows of the steps after the first, with all their ports provided. */
export function providedLaterSteps(services: AppServices) {
  const api = apiActors(services.api);
  const { readRegistration, updateRegistration, listPackages } = api;
  const { readCoverage, listNumbers } = coverageActors(services);
  const { notify, clearNotice } = bannerEffects(services);
  const { openSession } = sessionEffects(services);
  const clock = clockActor(services);
  const { removeToken, storeToken } = tokenEffects(services);
  const progressWatch = provideAll(progressWatchMachine, { actors: { readRegistration, returns } });
  return {
    verification: provideAll(verificationMachine, {
      actors: { updateRegistration, resendRegistrationCode: api.resendRegistrationCode, clock, progressWatch },
      actions: { notify, clearNotice },
    }),
    plan: provideAll(planMachine, {
      actors: { listPackages, updateRegistration, numberPicker: providedNumberPicker(services) },
      actions: { notify, clearNotice },
    }),
    billing: provideAll(billingMachine, {
      actors: { listPackages, readCoverage, listNumbers, updateRegistration, progressWatch },
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
  };
}
export type LaterSteps = ReturnType<typeof providedLaterSteps>;

const returns = fromCallback(({ sendBack }) => followReturns(() => sendBack({ type: 'RETURNED' })));

const backPressed = fromCallback(({ sendBack }) => holdCheck(() => sendBack({ type: 'CANCEL' })));

/** Messages are accepted only from the bank's frame, and from its opened page or the API. */
const bankAnswered = (services: AppServices) =>
  fromCallback<{ type: string }, { url: string }>(({ sendBack, input }) =>
    listenToBank(
      () => document.querySelector<HTMLIFrameElement>(`iframe[name="${BANK_FRAME}"]`)?.contentWindow ?? null,
      { opened: input.url, api: apiAddress(services).href },
      () => sendBack({ type: 'BANK_ANSWERED' }),
    ),
  );
