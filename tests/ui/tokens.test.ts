import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { colourTokens } from '#domain/colourTokens.ts';
import { contrast } from '#tests/support/contrast.ts';

const css = readFileSync(new URL('../../src/ui/tokens.css', import.meta.url), 'utf8');
const pairs = [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)];
const palette = (theme: 'light' | 'dark') =>
  Object.fromEntries(pairs.map(([, name, light, dark]) => [name, theme === 'light' ? light : dark]));

const grounds = ['paper', 'sheet', 'accent-wash', 'stop-wash', 'wait-wash'];
const text = [
  ...['ink', 'ink-soft', 'accent', 'accent-strong', 'stop', 'wait'].flatMap((ink) =>
    grounds.map((ground) => [ink, ground]),
  ),
  ['accent-ink', 'accent'],
  ['accent-ink', 'accent-strong'],
  ['accent-ink', 'stop'],
  ['ink-soft', 'hairline'],
  ['ink', 'hairline'],
];
const edges = ['edge', 'accent', 'stop', 'focus'].flatMap((edge) => ['paper', 'sheet'].map((ground) => [edge, ground]));

test.each(['light', 'dark'] as const)(
  'in the %s palette text has a contrast of 4.5, borders and focus of 3',
  (theme) => {
    const colours = palette(theme);
    const ratio = ([one = '', other = '']: string[]) => contrast(colours[one] ?? '', colours[other] ?? '');
    expect(text.filter((pair) => !(ratio(pair) >= 4.5))).toEqual([]);
    expect(edges.filter((pair) => !(ratio(pair) >= 3))).toEqual([]);
  },
);

test('black on white has the contrast given by WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
});

test('the colours that an operator may replace are those of the design tokens', () => {
  expect([...css.matchAll(/--([\w-]+): light-dark/g)].map(([, name]) => name)).toEqual([...colourTokens]);
});
