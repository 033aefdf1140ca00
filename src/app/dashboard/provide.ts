import type { greetedUsers } from '#adapters/greetedUsers.ts';
import { pathTo } from '#domain/routes.ts';
import { cancellationMachine } from '#machines/dashboard/cancellation.machine.ts';
import { dashboardMachine } from '#machines/dashboard/dashboard.machine.ts';
import { numberChangeMachine } from '#machines/dashboard/numberChange.machine.ts';
import { passwordChangeMachine } from '#machines/dashboard/passwordChange.machine.ts';
import { secondFactorMachine } from '#machines/dashboard/secondFactor.machine.ts';
import { sessionsMachine } from '#machines/dashboard/sessions.machine.ts';
import { teamMachine } from '#machines/dashboard/team.machine.ts';
import { userCountMachine } from '#machines/dashboard/userCount.machine.ts';
import { searchWith } from '../navigation/appLocation.ts';
import { provideAll } from '../provideAll.ts';
import { coverageActors, providedNumberPicker } from '../registration/numberPicker.ts';
import { unsavedInputStorage } from '../registration/unsavedInputStorage.ts';
import { type AppServices, apiActors, bannerEffects, sessionEffects } from '../services.ts';

type Ports = {
  /** Reads the account again. */
  refreshAccount: () => void;
  greeted: ReturnType<typeof greetedUsers>;
};

/** The dashboard with all its ports provided. */
export function providedDashboard(services: AppServices, { refreshAccount, greeted }: Ports) {
  const { navigation, language } = services;
  const api = apiActors(services.api);
  const { notify, clearNotice } = bannerEffects(services);
  const banner = { notify, clearNotice };
  const { openSession, goTo } = sessionEffects(services);
  const { listCountries, readCoverageDictionaries } = coverageActors(services);
  const { readTeam, assignAddOn, removeAddOn, removeTeammate, inviteTeammate, revokeInvitation } = api;
  const { listSessions, endSession, endOtherSessions, changeNumber, cancelTrial, undoCancellation } = api;

  return provideAll(dashboardMachine, {
    actors: {
      readAccount: api.readAccount,
      resumeRegistration: api.resumeRegistration,
      logOut: api.logOut,
      team: provideAll(teamMachine, {
        actors: { readTeam, assignAddOn, removeAddOn, removeTeammate, inviteTeammate, revokeInvitation },
        actions: { ...banner, refreshAccount },
      }),
      sessions: provideAll(sessionsMachine, {
        actors: { listSessions, endSession, endOtherSessions },
        actions: banner,
      }),
      numberChange: provideAll(numberChangeMachine, {
        actors: {
          listCountries,
          readCoverageDictionaries,
          changeNumber,
          numberPicker: providedNumberPicker(services),
        },
        actions: banner,
      }),
      userCount: provideAll(userCountMachine, { actors: { changeUsers: api.changeUsers }, actions: banner }),
      cancellation: provideAll(cancellationMachine, { actors: { cancelTrial, undoCancellation }, actions: banner }),
      secondFactor: provideAll(secondFactorMachine, {
        actors: { switchSecondFactor: api.switchSecondFactor },
        actions: banner,
      }),
      passwordChange: provideAll(passwordChangeMachine, {
        actors: { changePassword: api.changePassword, requestReset: api.requestReset },
        actions: { ...banner, renewSession: openSession },
      }),
    },
    actions: {
      ...banner,
      goTo,
      rememberGreeted: (_, users) => greeted.write(users),
      goToRegistration: (_, { token }) => navigation.go('registration', searchWith('', { token })),
      leaveFor: (_, { family }) => navigation.leave(pathTo(family, language)),
      closeSession: () => closeSession(services),
    },
  });
}

/** Deletes the session in this browser, and unsaved input with it. */
export function closeSession({ cookies, sessionStore, loginHint }: AppServices): void {
  cookies.auth.remove();
  cookies.twoFactor.remove();
  unsavedInputStorage(sessionStore).remove();
  loginHint.email = '';
}
