import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Settings } from '#contract/settings.ts';
import { pathTo } from '#domain/routes.ts';
import { colourOf } from '#server/platform/designTokens.ts';

type Brand = Settings['brand'];

const MANIFEST = 'manifest.webmanifest';
const BUILT_IN = 'icon.svg';

const types: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
};

const iconOf = ({ icon }: Brand) => {
  const address = icon || `/${BUILT_IN}`;
  return { address, type: types[extname(new URL(address, 'https://page').pathname)] ?? 'image/png' };
};

/** The tags of every page: icon, web manifest, and the colour of the browser's own bars. */
export function brandTags(brand: Brand): string[] {
  const { address, type } = iconOf(brand);
  return [
    `<link rel="icon" href="${address}" type="${type}">`,
    ...(type === 'image/png' ? [`<link rel="apple-touch-icon" href="${address}">`] : []),
    `<link rel="manifest" href="/${MANIFEST}">`,
    ...(['light', 'dark'] as const).map(
      (theme) =>
        `<meta name="theme-color" media="(prefers-color-scheme: ${theme})" content="${colourOf('paper', theme)}">`,
    ),
  ];
}

/** The files that the brand makes: the web manifest, and the built-in icon in the brand's accent. */
export function brandFiles(brand: Brand): Readonly<Record<string, string>> {
  const { address, type } = iconOf(brand);
  const paper = colourOf('paper', 'light');
  const manifest = {
    name: brand.name,
    short_name: brand.name,
    start_url: pathTo('login', 'en'),
    scope: '/',
    display: 'standalone',
    theme_color: paper,
    background_color: paper,
    icons: [{ src: address, type, sizes: type === 'image/svg+xml' ? 'any' : '512x512' }],
  };
  return { [MANIFEST]: JSON.stringify(manifest, null, 2), ...(!brand.icon && { [BUILT_IN]: builtInIcon() }) };
}

const builtInIcon = (): string =>
  readFileSync(join(import.meta.dirname, '../../src/ui/favicon.svg'), 'utf8').replace(
    /(<rect [^>]*fill=")[^"]+/,
    (_, before: string) => before + colourOf('accent', 'light'),
  );
