import { afterEach, expect, test } from 'vitest';
import { settings } from '#settings';
import { prerender } from '../../tools/prerender.ts';

const { colours } = settings.brand;
afterEach(() => {
  settings.brand.colours = colours;
});

const template = '<html lang="en"><head><!--head--></head><body><!--body--></body></html>';
const pages = () => prerender({ template, manifest: {}, styleOf: () => '' }, async () => '');

test('every page uses the colours that the operator has set', async () => {
  settings.brand.colours = { accent: '#1d3f8a', paper: 'light-dark(#fff, #000)' };
  const prerendered = await pages();
  expect(prerendered.length).toBeGreaterThan(70);
  for (const { file, html } of prerendered) {
    expect(html, file).toContain('<style>html:root { --accent: #1d3f8a; --paper: light-dark(#fff, #000) }</style>');
  }
});

test('without such colours there is no style element', async () => {
  for (const { file, html } of await pages()) expect(html, file).not.toContain('<style>');
});
