import { settings } from '#settings';

/** The brand of the unit tests, whatever an operator has set in `src/settings.ts`. */
Object.assign(settings.brand, {
  name: 'Ringwell',
  logo: '',
  supportEmail: 'support@ringwell.example',
  colours: {},
});
