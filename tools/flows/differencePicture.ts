import type { ELK } from 'elkjs/lib/elk-api.js';
import { colourOf } from '#server/platform/designTokens.ts';
import type { Difference } from './difference.ts';
import { layOut } from './layout.ts';
import { svgOf } from './svg.ts';
import type { Measure, TextStyle } from './text.ts';

type Token = Parameters<typeof colourOf>[0];

/** The fonts of the reader are unknown: as wide as the widest usual one. */
const widths: Partial<Record<TextStyle, number>> = { title: 9.2, event: 8, tag: 6.8 };
const measure: Measure = (text, style) => text.length * (widths[style] ?? 7.2);

/** Both versions of a flow in one drawing: added in green, removed in red and dashed, changed in amber. */
export async function differencePicture(elk: Pick<ELK, 'layout'>, difference: Difference): Promise<string> {
  const drawing = await layOut(elk, difference.both, { measure, actions: true, direction: 'DOWN' });
  return svgOf({
    title: `${difference.flow}, what differs`,
    drawing,
    measure,
    light: (token) => colourOf(token as Token, 'light'),
    dark: (token) => colourOf(token as Token, 'dark'),
    changeOf: (name) => difference.changes.get(name)?.change,
  });
}
