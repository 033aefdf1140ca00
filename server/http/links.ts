import type { Language } from '#domain/constants.ts';
import { type Family, pathTo } from '#domain/routes.ts';

/** URL of a page, built from the configured public address only, never from request headers. */
export function pageAddress(
  publicUrl: string,
  family: Family,
  language: Language,
  query: Record<string, string> = {},
): string {
  const address = new URL(pathTo(family, language), publicUrl);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address.href;
}
