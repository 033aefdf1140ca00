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
  expect(suggested('state', 'INT', chosen('INT'))).toBeNull();
});

test('the area of the largest city is suggested, else one with its code, else the first', () => {
  expect(suggested('area', 'DE', chosen('DE'))?.id).toBe('3');
  expect(suggested('area', 'BR', chosen('BR'))?.id).toBe('2');
  const renamed = { ...offered, area: [option('1', 'Lisboa (21)'), option('2', 'Porto (22)')] };
  expect(suggested('area', 'PT', { ...chosen('PT'), offered: renamed })?.id).toBe('1');
  expect(suggested('area', 'PL', chosen('PL'))?.id).toBe('1');
  expect(suggested('area', 'PL', { ...chosen('PL'), offered: { ...offered, area: [] } })).toBeNull();
});

test.each([
  ['US', 'New York (646)'],
  ['UK', 'London (20)'],
  ['AU', 'Sydney (2)'],
  ['CA', 'Toronto (416)'],
  ['BR', 'São Paulo (11)'],
  ['PT', 'Lisbon (21)'],
  ['ES', 'Madrid (91)'],
  ['MX', 'Mexico City (55)'],
  ['DE', 'Berlin (30)'],
  ['PL', 'Warsaw (22)'],
])('in %s the largest city is %s, before another place with its code and one with its name', (country, city) => {
  const code = city.slice(city.indexOf('('));
  const area = [option('1', `${city.slice(0, -code.length)}(999)`), option('2', `Aurora ${code}`), option('3', city)];
  expect(suggested('area', country, { ...chosen(country), offered: { ...offered, area } })?.id).toBe('3');
  const others = area.slice(0, 2);
  expect(suggested('area', country, { ...chosen(country), offered: { ...offered, area: others } })?.id).toBe('2');
});

test('where numbers have no places, none is suggested, and no state outside the United States', () => {
  expect(suggested('area', 'INT', chosen('INT'))).toBeNull();
  expect(suggested('state', 'DE', chosen('DE'))).toBeNull();
  expect(suggested('area', 'DE', { ...nothing, choice: emptyChoice })?.id).toBe('3');
});
