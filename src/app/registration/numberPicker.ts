import { createCoverages } from '#adapters/coverages.ts';
import { numberPickerMachine } from '#machines/registration/numberPicker.machine.ts';
import { inputActor, promiseActor } from '../promiseActor.ts';
import { provideAll } from '../provideAll.ts';
import { type AppServices, bannerEffects } from '../services.ts';
import { tokenEffects } from './token.ts';

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

/** The number selects, as the wizard and the dashboard use them. */
export const providedNumberPicker = (services: AppServices) => {
  const { listNumberTypes, listAreas, listNumbers, readCoverage } = coverageActors(services);
  const { notify, clearNotice } = bannerEffects(services);
  return provideAll(numberPickerMachine, {
    actors: { listNumberTypes, listAreas, listNumbers, readCoverage },
    actions: { notify, clearNotice, ...tokenEffects(services) },
  });
};
