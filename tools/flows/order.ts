import { type Chart, isInside } from './chart.ts';

/**
 * Finds the back edges of a depth-first walk from the initial state, among the states of one parent: their order
 * determines the drawing. Returns whether a transition from `source` to `target` leads back.
 */
export function leadsBack({ states, arrows }: Chart): (source: string, target: string) => boolean {
  const back = new Set<string>();
  for (const { name } of states) {
    const children = states.filter(({ parent }) => parent === name);
    const first = children.find(({ isInitial }) => isInitial);
    const moves = arrows.flatMap(({ source, targets }) => targets.flatMap((target) => siblings(source, target, name)));
    const walked = new Set<string>();
    const walk = (from: string, ancestors: readonly string[]) => {
      walked.add(from);
      for (const [source, target] of moves) {
        if (source !== from) continue;
        if (ancestors.includes(target)) back.add(`${source} ${target}`);
        else if (!walked.has(target)) walk(target, [...ancestors, target]);
      }
    };
    for (const child of first ? [first, ...children] : children) {
      if (!walked.has(child.name)) walk(child.name, [child.name]);
    }
  }
  return (source, target) => {
    const parent = states.map(({ name }) => name).filter((name) => isInside(source, name) && isInside(target, name));
    const [pair] = siblings(source, target, parent.at(-1) ?? '');
    return pair !== undefined && back.has(pair.join(' '));
  };
}

/**
 * The two children of `parent` that a transition connects; empty if it stays within one, or enters or leaves the
 * parent.
 */
function siblings(source: string, target: string, parent: string): [string, string][] {
  const from = childOf(parent, source);
  const to = childOf(parent, target);
  return from !== null && to !== null && from !== to ? [[from, to]] : [];
}

const childOf = (parent: string, name: string): string | null =>
  isInside(name, parent) ? `${parent}.${name.slice(parent.length + 1).split('.')[0]}` : null;
