/*
 * `npm run headers -- nginx | caddy | _headers`: prints the headers of the built site for a host that serves dist/ in
 * place of the reference server. They come from the same source as the server's own. HSTS is as in docs/settings.md.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hsts } from '#server/platform/config.ts';
import { ConfigError } from '#server/platform/environment.ts';
import { checkAddresses } from '#server/platform/settingsAddresses.ts';
import { settings } from '#settings';
import { caddy, headersFile, nginx } from './headers/formats.ts';
import { siteHeaders } from './headers/staticHeaders.ts';

const formats = { nginx, caddy, _headers: headersFile };
const dist = join(import.meta.dirname, '..', 'dist');
const format = process.argv[2] ?? '';

if (!Object.hasOwn(formats, format)) {
  console.error(`Usage: npm run headers -- ${Object.keys(formats).join(' | ')}`);
  process.exitCode = 2;
} else if (!existsSync(join(dist, '404.html'))) {
  console.error('There is no build in dist; run npm run build first.');
  process.exitCode = 1;
} else {
  try {
    checkAddresses(settings);
    const site = siteHeaders({ settings, hsts: hsts(process.env, 'https:') }, dist);
    console.log(formats[format as keyof typeof formats](site));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
