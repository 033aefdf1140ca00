import type { AppServices } from '../services.ts';

/** Where the API is. */
export const apiAddress = ({ page }: AppServices): URL => new URL(page.apiBase, location.href);

/** Allowed origins of hosted pages: the API's own, and those of the settings. */
export const bankOrigins = (services: AppServices): string[] => [
  apiAddress(services).origin,
  ...services.settings.bankOrigins,
];
