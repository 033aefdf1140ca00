import { newWizard } from '#machines/registration/wizard.ts';
import { countries, names } from '../../machines/registration/offer.ts';
import { start } from '../../machines/registration/startWizard.ts';

/** The context of the wizard while a step is rendered: a visitor from the United States, 5 March 2025. */
export const wizard = {
  ...newWizard({ ...start, country: 'us' as const, currency: 'USD' as const }),
  dictionary: names,
  offeredNames: names,
  countries,
};
