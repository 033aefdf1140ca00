import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from 'vite';
import { earlyScript } from '#contract/earlyScript.ts';

/** A script that the sign-up page, which takes a card, may run: why it is there, and its bytes. */
export type Script = { script: string; reason: string; sha384: string };

export const sha384 = (bytes: string | Uint8Array): string => createHash('sha384').update(bytes).digest('base64');

/** The name of the inventory in dist. */
export const INVENTORY = 'scripts.json';
export const INLINE = 'inline';

/** All scripts of the build, with the reason that each is there (PCI DSS 6.4.3). */
export function inventory(dist: string, manifest: Manifest): Script[] {
  const sources = new Map(Object.entries(manifest).map(([source, { file, src }]) => [file, src ?? source]));
  const files = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'));
  return [
    { script: INLINE, reason: 'Keeps what is typed or pressed before the app has loaded', sha384: sha384(earlyScript) },
    ...files.sort().map((name) => ({
      script: `/assets/${name}`,
      reason: reasonOf(sources.get(`assets/${name}`) ?? name),
      sha384: sha384(readFileSync(join(dist, 'assets', name))),
    })),
  ];
}

function reasonOf(source: string): string {
  const flow = /src\/app\/flows\/(\w+)\.tsx/.exec(source)?.[1];
  if (flow) return `Runs the flow ${flow}`;
  const locale = /locales\/([\w-]+)\.ts/.exec(source)?.[1];
  if (locale) return `Texts in ${locale}`;
  if (source.endsWith('src/main.tsx') || source === 'index.html') return 'Starts the app';
  return source.startsWith('src/') || source.startsWith('machines/')
    ? `A part that is loaded when it is needed: ${source}`
    : 'Code that several parts of the app share';
}
