/*
 * `npm run integrity -- <url>`: compares a live page that takes a card, such as https://entry.example/signup/, with
 * the build in dist/: the page, its settings, its policy, and every script of the inventory (dist/scripts.json). Exit
 * code 1 if a byte differs or cannot be compared, 2 for wrong arguments. Set the environment as for the server.
 */
import { join } from 'node:path';
import { readConfig } from '#server/platform/config.ts';
import { ConfigError } from '#server/platform/environment.ts';
import { argumentsOf, whyNoAnswer } from './commandLine.ts';
import { compare } from './integrity/compare.ts';

const [url = ''] = argumentsOf(
  'npm run integrity -- <url of a page, such as https://entry.example/signup/>',
  ([first = '', ...more]) => URL.canParse(first) && /^https?:/.test(first) && more.length === 0,
);
const differences = await found();
console.log(differences.length === 0 ? 'The page and its scripts are those of the build.' : differences.join('\n'));
process.exitCode = differences.length === 0 ? 0 : 1;

/** What differs; a comparison that is not possible is said as one. */
async function found(): Promise<string[]> {
  try {
    const { settings } = readConfig(process.env);
    return await compare({ url, dist: join(import.meta.dirname, '..', 'dist'), settings, fetch });
  } catch (error) {
    if (error instanceof ConfigError) return [error.message];
    return [`${url} cannot be compared: ${whyNoAnswer(error)}`];
  }
}
