import { expect, test } from 'vitest';
import { areaOptions, areasToTry } from '#machines/registration/numberOptions.ts';
import { berlin, bonn, munich, record } from './offer.ts';

const porz = record({ ...bonn, id: 15, area_code: '2203', city: 'Cologne-Porz', aliases: ['Köln-Porz'] });

test('large places, with the shortest codes, come first; the others keep their order', () => {
  const areas = areaOptions([porz, bonn, munich, berlin], null);
  expect(areas.map(({ name }) => name)).toEqual(['Munich (89)', 'Berlin (30)', 'Bonn (228)', 'Cologne-Porz (2203)']);
});

test('an area is also found by its other names, and by its code after the dialling code', () => {
  expect(areaOptions([porz, berlin], null).map(({ keywords }) => keywords)).toEqual([
    ['+49 30'],
    ['Köln-Porz', '+49 2203'],
  ]);
});

test('the areas tried next are those that follow in the list', () => {
  const areas = areaOptions([porz, bonn, munich, berlin], null);
  expect(areasToTry(areas, areas[1] ?? null).map(({ id }) => id)).toEqual(['13', '15', '12']);
});
