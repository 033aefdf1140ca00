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
  const { colourOf, tokenDeclarations } = await import('#server/platform/designTokens.ts');
  return {
    both: (token: 'accent' | 'ink' | 'paper') => [colourOf(token, 'light'), colourOf(token, 'dark')],
    tokenDeclarations,
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
  expect(both('paper')).toEqual(['rgb(1, 2, 3)', 'hsl(0, 0%, 5%)']);
  expect(tokenDeclarations).toContain('--accent: #abcdef;');
});

test('a colour whose sign would look like a mailed code is written in another way', async () => {
  const { both } = await withColours({ accent: '#123456', ink: 'light-dark(#a11111, #000000)' });
  expect(both('accent')).toEqual(['rgb(18,52,86)', 'rgb(18,52,86)']);
  expect(both('ink')).toEqual(['#a11111', 'rgb(0,0,0)']);
});
