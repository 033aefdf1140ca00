import type { Context as Request } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import type { Language } from '#domain/constants.ts';
import { languageOfLocale, readLanguage } from '#domain/locale.ts';
import type { Config } from '../platform/config.ts';

/** The `locale` parameter: one of our language keys, or a tag such as de-AT or de_AT; null for anything else. */
function addressLanguage({ req }: Request, { settings }: Config): Language | null {
  const locale = (req.query('locale') ?? '').replace('_', '-');
  return readLanguage(locale, settings.regionalVariants) ?? languageOfLocale(locale, settings.regionalVariants);
}

/** The best match of Accept-Language; null if it names none of our languages. */
function acceptedLanguage({ req }: Request, { settings }: Config): Language | null {
  for (const { type, q } of parseAccept(req.header('Accept-Language') ?? '')) {
    const language = q > 0 ? languageOfLocale(type, settings.regionalVariants) : null;
    if (language) return language;
  }
  return null;
}

/** The language of a browser that navigates to the API, where no page has sent a language header. */
export const visitorLanguage = (request: Request, config: Config): Language =>
  addressLanguage(request, config) ?? acceptedLanguage(request, config) ?? 'en';
