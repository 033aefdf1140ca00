import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { firstFlows } from './chunks.ts';

const root = join(import.meta.dirname, '..');

/**
 * Divides the catalogue of each language (`?first`, `?rest`): the messages of the first screens, which are all that
 * `src/main.tsx` and the flows import statically, and those of the screens that are loaded later. Messages of the
 * server alone are in neither, nor are those that equal their id.
 */
export function messageParts(): Plugin {
  let parts: Parts | null = null;
  return {
    name: 'message-parts',
    enforce: 'pre',
    async load(id) {
      const [, file, part] = /^(.*[\\/]locales[\\/][\w-]+\.ts)\?(first|rest)\b/.exec(id) ?? [];
      if (file === undefined) return null;
      const messages = await catalogue(file);
      parts ??= partsOf(Object.keys(messages));
      const wanted = parts[part as keyof Parts];
      const kept = Object.fromEntries(
        Object.entries(messages).filter(([text, compiled]) => wanted.has(text) && !isItself(text, compiled)),
      );
      return { code: `export const messages=JSON.parse(${JSON.stringify(JSON.stringify(kept))})`, moduleType: 'js' };
    },
  };
}

type Parts = { first: ReadonlySet<string>; rest: ReadonlySet<string> };

/** An English text without placeholders is its own message. */
const isItself = (text: string, compiled: unknown): boolean =>
  Array.isArray(compiled) && compiled.length === 1 && compiled[0] === text;

/** The messages of a compiled catalogue, as it is now. */
async function catalogue(file: string): Promise<Record<string, unknown>> {
  const { href } = pathToFileURL(file);
  return ((await import(`${href}?at=${statSync(file).mtimeMs}`)) as { messages: Record<string, unknown> }).messages;
}

/** Which of the messages the first screens show, and which only the others. */
export function partsOf(messages: readonly string[]): Parts {
  const first = usedIn(messages, [...staticallyImported([join(root, 'src/main.tsx'), ...firstFlows])]);
  const all = usedIn(messages, sourcesBelow(join(root, 'src')));
  return { first, rest: new Set([...all].filter((text) => !first.has(text))) };
}

function usedIn(messages: readonly string[], files: readonly string[]): Set<string> {
  const source = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const isUsed = (text: string) =>
    [`'${text.replaceAll("'", "\\'")}'`, `"${text}"`, `\`${text}\``].some((literal) => source.includes(literal));
  return new Set(messages.filter(isUsed));
}

/** Source files that the entries import, directly or not, without `import()`. */
function staticallyImported(entries: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    const source = readFileSync(file, 'utf8');
    for (const [, clause = '', name = ''] of source.matchAll(/^(?:import|export)\s([^;(]*?)'([^']+\.tsx?)'/gms)) {
      if (!/^type\s/.test(clause)) visit(pathOf(name, file));
    }
  };
  entries.forEach(visit);
  return found;
}

const pathOf = (name: string, importer: string): string => {
  if (name === '#settings') return join(root, 'src/settings.ts');
  const [, area = '', rest = ''] = /^#(\w+)\/(.*)$/.exec(name) ?? [];
  return area === ''
    ? join(dirname(importer), name)
    : join(root, ['machines', 'locales'].includes(area) ? area : `src/${area}`, rest);
};

const sourcesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('ui/gallery'))
    .map((name) => join(folder, name));
