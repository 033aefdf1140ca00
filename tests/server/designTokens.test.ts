import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { settings } from '#settings';

afterEach(() => {
  vi.doUnmock('#settings');
  vi.resetModules();
});

/** The colours of mails for an operator who has set these. */
async function withColours(colours: typeof settings.brand.colours) {
  vi.resetModules();
  vi.doMock('#settings', () => ({ settings: { ...settings, brand: { ...settings.brand, colours } } }));
  const { colourOf, ...tokens } = await import('#server/platform/designTokens.ts');
  return {
    both: (token: 'accent' | 'ink' | 'paper') => [colourOf(token, 'light'), colourOf(token, 'dark')],
    ...tokens,
  };
}

test('an operator’s colours take the place of ours, in both palettes or in each', async () => {
  const { both, tokenDeclarations } = await withColours({
    accent: '#abcdef',
    ink: 'light-dark(#a0a0a0, #b0b0b0)',
    paper: 'light-dark(rgb(1, 2, 3), hsl(0, 0%, 5%))',
  });
  expect(both('accent')).toEqual(['#abcdef', '#abcdef']);
  expect(both('ink')).toEqual(['#a0a0a0', '#b0b0b0']);
  const { both: spaced } = await withColours({ ink: 'light-dark(#a0a0a0,#b0b0b0)', accent: 'light-dark( red , tan )' });
  expect([...spaced('ink'), ...spaced('accent')]).toEqual(['#a0a0a0', '#b0b0b0', 'red', 'tan']);
  expect(both('paper')).toEqual(['rgb(1, 2, 3)', 'hsl(0, 0%, 5%)']);
  expect(tokenDeclarations).toMatch(/; --accent: #abcdef; --ink: /);
});

test('without colours of an operator, mails have those of the app', async () => {
  const { both } = await withColours({});
  const css = readFileSync('src/ui/tokens.css', 'utf8');
  for (const token of ['accent', 'ink', 'paper'] as const) {
    expect(css).toContain(`--${token}: light-dark(${both(token).join(', ')});`);
  }
});

test('the server’s pages and mails get the styles of the app on one line, without comments, for an attribute', async () => {
  const { tokenDeclarations, faceStyle, face, displayFace } = await withColours({});
  expect(tokenDeclarations).toMatch(/^color-scheme: light dark; --paper: .*;$/);
  expect(tokenDeclarations).not.toMatch(/\/\*|\*\/|[{}]| {2}/);
  expect(faceStyle).toMatch(/^\s*@font-face \{/);
  expect(faceStyle).not.toMatch(/\/\*|\*\//);
  expect(displayFace).toBe("'Bitter on Georgia', 'Bitter on Times', Georgia, serif");
  expect(tokenDeclarations).toContain(`--face: ${face.replaceAll("'", '"')};`);
  expect(face).toMatch(/^[\w-]+.*, sans-serif$/);
});

test('a colour whose sign would look like a mailed code is written in another way', async () => {
  const { both } = await withColours({ accent: '#123456', ink: 'light-dark(#a11111, #000000)' });
  expect(both('accent')).toEqual(['rgb(18,52,86)', 'rgb(18,52,86)']);
  expect(both('ink')).toEqual(['#a11111', 'rgb(0,0,0)']);
});
