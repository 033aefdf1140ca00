import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { colourTokens } from '#domain/colourTokens.ts';

const css = readFileSync(new URL('../../src/ui/tokens.css', import.meta.url), 'utf8');
const pairs = [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)];
const palette = (theme: 'light' | 'dark') =>
  Object.fromEntries(pairs.map(([, name, light, dark]) => [name, theme === 'light' ? light : dark]));

/** WCAG 2.2: relative luminance of '#rrggbb'. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['paper', 'sheet', 'accent-wash', 'stop-wash', 'wait-wash'];
const text = [
  ...['ink', 'ink-soft', 'accent', 'accent-strong', 'stop', 'wait'].flatMap((ink) =>
    grounds.map((ground) => [ink, ground]),
  ),
  ['accent-ink', 'accent'],
  ['accent-ink', 'accent-strong'],
  ['ink-soft', 'hairline'],
  ['ink', 'hairline'],
];
const edges = ['edge', 'accent', 'stop', 'focus'].flatMap((edge) => ['paper', 'sheet'].map((ground) => [edge, ground]));

test.each(['light', 'dark'] as const)('in the %s palette text has a contrast of 4.5, edges and focus of 3', (theme) => {
  const colours = palette(theme);
  const ratio = ([one = '', other = '']: string[]) => contrast(colours[one] ?? '', colours[other] ?? '');
  expect(text.filter((pair) => !(ratio(pair) >= 4.5))).toEqual([]);
  expect(edges.filter((pair) => !(ratio(pair) >= 3))).toEqual([]);
});

test('black on white has the contrast that the standard says', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
});

test('the colours that an operator may replace are those of the tokens', () => {
  expect([...css.matchAll(/--([\w-]+): light-dark/g)].map(([, name]) => name)).toEqual([...colourTokens]);
});
