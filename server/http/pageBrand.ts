import type { Language } from '#domain/constants.ts';
import type { Config } from '../platform/config.ts';
import { pageAddress } from './links.ts';

/** The product at the head of a page: its name, where that leads, and the operator's own images; '' for the built-in ones. */
export type PageBrand = { name: string; href: string; logo: string; icon: string };

/** The brand of the settings, for a page in a language, on whichever host the page is. */
export function pageBrand(
  { publicUrl, settings }: Pick<Config, 'publicUrl' | 'settings'>,
  language: Language,
): PageBrand {
  const { name, logo, icon } = settings.brand;
  const address = (file: string) => file && new URL(file, publicUrl).href;
  return {
    name,
    href: pageAddress(publicUrl, 'main', language),
    logo: address(logo),
    icon: address(icon || '/icon.svg'),
  };
}
