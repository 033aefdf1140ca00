/*
 * `npm run headers -- nginx | caddy | _headers`: prints the headers of the built site for a host that serves dist/ in
 * place of the reference server. They come from the same source as the server's own. HSTS is as in docs/settings.md.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rejectLocalBuild } from '#server/http/staticSite.ts';
import { checkSettings, hsts } from '#server/platform/config.ts';
import { settings } from '#settings';
import { argumentsOf, orSentence } from './commandLine.ts';
import { caddy, headersFile, nginx } from './headers/formats.ts';
import { siteHeaders } from './headers/staticHeaders.ts';

const formats = { nginx, caddy, _headers: headersFile };
const dist = join(import.meta.dirname, '..', 'dist');
const [format = ''] = argumentsOf(
  `npm run headers -- ${Object.keys(formats).join(' | ')}`,
  ([first = '', ...more]) => Object.hasOwn(formats, first) && more.length === 0,
);

if (!existsSync(join(dist, '404.html'))) {
  console.error('There is no build in dist; run npm run build first.');
  process.exitCode = 1;
} else {
  const config = orSentence(() => {
    rejectLocalBuild(dist);
    return { settings: checkSettings(settings), hsts: hsts(process.env, 'https:') };
  });
  console.log(formats[format as keyof typeof formats](siteHeaders(config, dist)));
}
