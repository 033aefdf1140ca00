import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/** Words: English is the message id; every language of the specification is complete in `locales/`. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de', 'es', 'pl', 'pt', 'es-MX', 'pt-BR'],
  catalogs: [{ path: '<rootDir>/locales/{locale}', include: ['src', 'server'] }],
  compileNamespace: 'ts',
  format: formatter({ lineNumbers: false }),
});
