import { expect, test } from 'vitest';
import { emptyChoice } from '#domain/choice.ts';
import { suggested } from '#domain/suggestedPlace.ts';

const option = (id: string, name = id) => ({ id, name });
const offered = {
  country: [option('DE'), option('BR')],
  type: [option('T'), option('G')],
  state: [option('CA'), option('NY')],
  area: [option('1', 'Guarulhos (11)'), option('2', 'São Paulo (11)'), option('3', 'Berlin (30)')],
  number: [option('+49301234567')],
};
const nothing = { choice: emptyChoice, offered };
const chosen = (country: string) => ({ choice: { ...emptyChoice, country: option(country) }, offered });

test('the country of the page is suggested, if it is offered', () => {
  expect(suggested('country', 'DE', nothing)?.id).toBe('DE');
  expect(suggested('country', 'INT', nothing)).toBeNull();
});

test('a geographic number is suggested, in the United States in the state of the largest city', () => {
  expect(suggested('type', 'DE', chosen('DE'))?.id).toBe('G');
  expect(suggested('type', 'DE', { ...chosen('DE'), offered: { ...offered, type: [option('T')] } })).toBeNull();
  expect(suggested('state', 'US', chosen('US'))?.id).toBe('NY');
});

test('the area of the largest city is suggested, else one with its code, else the first', () => {
  expect(suggested('area', 'DE', chosen('DE'))?.id).toBe('3');
  expect(suggested('area', 'BR', chosen('BR'))?.id).toBe('2');
  const renamed = { ...offered, area: [option('1', 'Lisboa (21)'), option('2', 'Porto (22)')] };
  expect(suggested('area', 'PT', { ...chosen('PT'), offered: renamed })?.id).toBe('1');
  expect(suggested('area', 'PL', chosen('PL'))?.id).toBe('1');
  expect(suggested('area', 'PL', { ...chosen('PL'), offered: { ...offered, area: [] } })).toBeNull();
});
