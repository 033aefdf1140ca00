import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Rolldown } from 'vite';

const root = join(import.meta.dirname, '..');
const entry = join(root, 'src/main.tsx');
/** The files of the flows that a visitor may begin with; the dashboard comes after a login. */
export const firstFlows = readdirSync(join(root, 'src/app/flows'))
  .filter((name) => name !== 'dashboard.tsx')
  .map((name) => join(root, 'src/app/flows', name));

/**
 * Cuts the app into few files: `app` has the entry and what the first screens share, each flow and each later screen is
 * a chunk, `<flow>Base` has what later screens take from a flow, and `later` has what only they share. All styles of the
 * first screens are in `app`: pages carry them inline.
 */
export function codeSplitting(): Rolldown.CodeSplittingOptions {
  let closures: readonly ReadonlySet<string>[] | null = null;
  const closuresOf = (context: Context) => {
    closures ??= [entry, ...firstFlows].map((id) => closure(id, context));
    return closures;
  };
  const isShared = (id: string, context: Context): boolean => {
    const [ofEntry, ...ofFlows] = closuresOf(context);
    const count = ofFlows.filter((ids) => ids.has(id)).length;
    return ofEntry?.has(id) === true || count > 1 || (count === 1 && id.endsWith('.css'));
  };
  const isFirst = (id: string, context: Context): boolean => closuresOf(context).some((ids) => ids.has(id));
  /** The flow whose first screen needs a module; null if none does. */
  const flowOf = (id: string, context: Context): string | null => {
    const [, ...ofFlows] = closuresOf(context);
    const flow = firstFlows[ofFlows.findIndex((ids) => ids.has(id))];
    return flow === undefined ? null : `${basename(flow, '.tsx')}Base`;
  };
  const isFlow = (id: string): boolean => firstFlows.includes(id);
  return {
    includeDependenciesRecursively: false,
    groups: [
      {
        debugName: 'app',
        name: (id, context) => (!isFlow(id) && isShared(id, context) ? 'app' : null),
        priority: 3,
      },
      {
        debugName: 'base',
        name: (id, context) => (isFlow(id) ? null : flowOf(id, context)),
        minShareCount: 2,
        priority: 2,
      },
      {
        debugName: 'later',
        name: (id, context) => (isFirst(id, context) ? null : 'later'),
        entriesAware: true,
        entriesAwareMergeThreshold: 24 * 1024,
        minShareCount: 2,
        priority: 1,
      },
    ],
  };
}

/** Content blockers hide files by their names, and the dialog must be shown to record a choice. */
const plainName = (name: string): string => (/consent/i.test(name) ? 'choice' : (name.split('~')[0] ?? name));

export const chunkFileNames = ({ name }: { name: string }): string => `assets/${plainName(name)}-[hash].js`;

export const assetFileNames = ({ names: [name = ''] }: { names: string[] }): string =>
  `assets/${plainName(name.replace(/\.\w+$/, ''))}-[hash][extname]`;

type Context = Parameters<Extract<Rolldown.CodeSplittingGroup['name'], (...args: never[]) => unknown>>[1];

/** A module and all that it imports statically. */
function closure(from: string, context: Context): Set<string> {
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    // The list is reused by the bundler.
    for (const imported of [...(context.getModuleInfo(id)?.importedIds ?? [])]) visit(imported);
  };
  visit(from);
  return found;
}
