import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { earlyScript } from '#contract/earlyScript.ts';
import type { Settings } from '#contract/settings.ts';
import { hashSource } from '#server/http/pagePolicy.ts';
import { INLINE, INVENTORY, type Script, sha384 } from './inventory.ts';

type Options = {
  /** Address of a page. */
  url: string;
  /** The build that should be served. */
  dist: string;
  /** The settings that should be in the page. */
  settings: Settings;
  fetch: (request: Request) => Promise<Response>;
};

const SETTINGS = /<script id="settings" type="application\/json">(.*?)<\/script>/;

/** What differs between a live page and the build: the page, its settings, its policy, or a script; empty if nothing. */
export async function compare({ url, dist, settings, fetch }: Options): Promise<string[]> {
  const answer = await fetch(new Request(url));
  if (!answer.ok) return [`${url} answers ${answer.status}`];
  const { pathname } = new URL(url);
  const live = await answer.text();
  const built = readFileSync(join(dist, pathname, 'index.html'), 'utf8');
  const scripts = JSON.parse(readFileSync(join(dist, INVENTORY), 'utf8')) as Script[];
  const differing = await Promise.all(
    scripts.filter(({ script }) => script !== INLINE).map((script) => scriptDifference(script, url, fetch)),
  );
  return [
    ...(live.replace(SETTINGS, '<!--settings-->') === built
      ? []
      : [`the page ${pathname} is not the one of the build`]),
    ...settingsDifferences(SETTINGS.exec(live)?.[1], settings),
    ...policyDifferences(answer.headers.get('Content-Security-Policy') ?? ''),
    ...differing.flat(),
  ];
}

async function scriptDifference({ script, ...known }: Script, url: string, fetch: Options['fetch']): Promise<string[]> {
  const answer = await fetch(new Request(new URL(script, url)));
  if (!answer.ok) return [`${script} answers ${answer.status}`];
  const actual = sha384(new Uint8Array(await answer.arrayBuffer()));
  return actual === known.sha384 ? [] : [`${script} has changed: sha384 ${actual}, not ${known.sha384}`];
}

/** Settings that decide where a card may go; a page without settings uses those that are built in. */
function settingsDifferences(json: string | undefined, expected: Settings): string[] {
  if (json === undefined) return [];
  const live = JSON.parse(json) as Settings;
  return (['hosts', 'bankOrigins', 'tagOrigins'] as const)
    .filter((name) => JSON.stringify(live[name]) !== JSON.stringify(expected[name]))
    .map((name) => `the setting ${name} is ${JSON.stringify(live[name])}`);
}

/** A page that takes a card runs the build's files and the one inline script, nothing else. */
function policyDifferences(policy: string): string[] {
  const sources = /(?:^|; )script-src ([^;]*)/.exec(policy)?.[1] ?? '';
  const expected = `'self' ${hashSource(earlyScript)}`;
  return sources === expected ? [] : [`the policy's script-src is ${sources || 'missing'}`];
}
