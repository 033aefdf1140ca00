import { describe, expect, test } from 'vitest';
import { readCoverages } from '#server/data/importCoverages.ts';
import { type ComboOption, search, searchable } from '#ui/comboSearch.ts';

const area = (code: string, label: string, digits: string, ...names: string[]): ComboOption => ({
  id: label,
  label: `${label} (${digits})`,
  keywords: [...names, `+${code} ${digits}`],
});
const germany = [
  area('49', 'Berlin', '30'),
  area('49', 'Cologne', '221', 'Köln'),
  area('49', 'Munich', '89', 'München'),
  area('49', 'Neuss', '2131'),
  area('49', 'Halle Saale', '345'),
  area('49', 'Grossräschen', '35753', 'Großräschen'),
  area('49', 'Cologne-Porz', '2203', 'Köln-Porz'),
  area('49', 'Baerenthal', '7466'),
];
const poland = [
  area('48', 'Warsaw', '22', 'Warszawa'),
  area('48', 'Łódź', '42'),
  area('48', 'Wroclaw', '71', 'Wrocław'),
];
const newYork = [area('1', 'New York', '212'), area('1', 'New York', '646'), area('1', 'Albany', '518')];
const manitoba = [area('1', 'Manitoba', '204'), area('1', 'Manitoba', '431')];
const spain = [area('34', 'Madrid', '91'), area('34', "L'Hospitalet", '93')];
const portugal = [area('351', 'Lisbon', '21', 'Lisboa')];
const saints = [
  area('1', 'Lake Saint Louis', '636'),
  area('1', 'St. Louis', '314'),
  area('1', 'Saint Paul', '651'),
  area('49', 'Sankt Peter-Ording', '4863'),
  area('1', 'Fort Worth', '817'),
];
const numbers = ['+1 646 555 0123', '+1 646 555 0999', '+1 212 555 0123'].map((label) => ({ id: label, label }));
const germanNumbers = [{ id: 'koeln', label: '+49 221 234 5678' }];

const found = (options: readonly ComboOption[], text: string) =>
  search(searchable(options), text, () => true).map(({ label }) => label);

describe('an area is found by every name that it has', () => {
  test.each([
    [germany, 'Köln', 'Cologne (221)'],
    [germany, 'koln', 'Cologne (221)'],
    [germany, 'Koeln', 'Cologne (221)'],
    [germany, 'cologne', 'Cologne (221)'],
    [germany, 'MÜNCHEN', 'Munich (89)'],
    [germany, 'Mu\u0308nchen', 'Munich (89)'],
    [germany, 'muench', 'Munich (89)'],
    [germany, 'Munich', 'Munich (89)'],
    [germany, 'Großräschen', 'Grossräschen (35753)'],
    [germany, 'GROSSRAESCHEN', 'Grossräschen (35753)'],
    [germany, 'grossraschen', 'Grossräschen (35753)'],
    [germany, 'Bärenthal', 'Baerenthal (7466)'],
    [germany, 'Neuß', 'Neuss (2131)'],
    [germany, 'Köln Porz', 'Cologne-Porz (2203)'],
    [germany, 'halle-saale', 'Halle Saale (345)'],
    [poland, 'Warszawa', 'Warsaw (22)'],
    [poland, 'warsaw', 'Warsaw (22)'],
    [poland, 'Łódź', 'Łódź (42)'],
    [poland, 'lodz', 'Łódź (42)'],
    [poland, 'Wrocław', 'Wroclaw (71)'],
    [poland, 'WROCLAW', 'Wroclaw (71)'],
    [portugal, 'lisboa', 'Lisbon (21)'],
    [spain, 'L’Hospitalet', "L'Hospitalet (93)"],
    [germany, '\u200bKöln\u202c ', 'Cologne (221)'],
    [germany, 'Ｂｅｒｌｉｎ', 'Berlin (30)'],
    [saints, 'Saint Louis', 'St. Louis (314)'],
    [saints, 'st. paul', 'Saint Paul (651)'],
    [saints, 'St. Peter-Ording', 'Sankt Peter-Ording (4863)'],
    [saints, 'Ft. Worth', 'Fort Worth (817)'],
  ])('in %o, %j finds %s first', (options, text, label) => {
    expect(found(options, text)[0]).toBe(label);
  });
});

describe('a code is found as it is written and dialled', () => {
  test.each([
    [newYork, '+1 646', ['New York (646)']],
    [newYork, '+1646', ['New York (646)']],
    [newYork, '+1 (646)', ['New York (646)']],
    [newYork, '1-646', ['New York (646)']],
    [newYork, '001 646', ['New York (646)']],
    [newYork, '(646)', ['New York (646)']],
    [newYork, '646', ['New York (646)']],
    [newYork, '+1 646 555 0123', ['New York (646)']],
    [newYork, '1.646.555.0123', ['New York (646)']],
    [newYork, 'New York 646', ['New York (646)']],
    [newYork, 'new york +1 646', ['New York (646)']],
    [newYork, '646 Albany', []],
    [newYork, '+44 646', []],
    [manitoba, '+1 204', ['Manitoba (204)']],
    [germany, '+49 221', ['Cologne (221)']],
    [germany, '0049 221', ['Cologne (221)']],
    [germany, '+49 (0)221', ['Cologne (221)']],
    [germany, '+49 ( 0 ) 221', ['Cologne (221)']],
    [germany, '+49 0221', ['Cologne (221)']],
    [germany, '0221', ['Cologne (221)']],
    [germany, '0221/', ['Cologne (221)']],
    [germany, 'Köln 0221', ['Cologne (221)']],
    [germany, 'Köln +49 221', ['Cologne (221)']],
    [germany, '49 221', ['Cologne (221)']],
    [germany, '\u202a+49 221\u202c', ['Cologne (221)']],
    [germany, '+４９ ２２１', ['Cologne (221)']],
    [germany, '+49 22', ['Cologne (221)', 'Cologne-Porz (2203)']],
    [portugal, '+351 21', ['Lisbon (21)']],
    [numbers, '+1 646', ['+1 646 555 0123', '+1 646 555 0999']],
    [numbers, '646', ['+1 646 555 0123', '+1 646 555 0999']],
    [numbers, '(646) 555-0999', ['+1 646 555 0999']],
    [numbers, '001-646-555-0123', ['+1 646 555 0123']],
    [numbers, '0999', ['+1 646 555 0999']],
    [germanNumbers, '+49 (0)221 23', ['+49 221 234 5678']],
    [germanNumbers, '0221 23', ['+49 221 234 5678']],
    [germanNumbers, '49', ['+49 221 234 5678']],
    [germanNumbers, '4922', ['+49 221 234 5678']],
  ])('in %o, %j finds %o', (options, text, labels) => {
    expect(found(options, text)).toEqual(labels);
  });

  test.each(['+', '00', '0', '+4', '+49', '0049', '+49 0', '+49 (', '(', ' - '])(
    'the start of a German number, %j, takes nothing away yet',
    (text) => {
      expect(found(germany, text)).toHaveLength(germany.length);
    },
  );
});

test('exact matches come first, then prefixes, each in their given order', () => {
  const towns = ['Neubonn', 'Bonnweiler', 'Bonn', 'Bonn-Beuel'].map((label) => ({ id: label, label }));
  expect(found(towns, 'bonn')).toEqual(['Bonn', 'Bonn-Beuel', 'Bonnweiler', 'Neubonn']);
});

test('a search among 5,651 areas takes less than 50 ms per key', () => {
  const brazil = readCoverages().filter((row) => row.country_code === 'BR' && row.ddi_type === 'G');
  const list = searchable(
    brazil.map((row) => area(row.country_tel_code, row.city, row.area_code, `${row.city} (Brasil)`)),
  );
  const times = ['s', 'sã', 'são', 'são j', '+', '+55', '+55 11', '0', '011', 'são 11'].map((text) => {
    const before = process.threadCpuUsage();
    search(list, text, () => true);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  expect(list.options).toHaveLength(5651);
  expect(times.toSorted((one, other) => one - other)[times.length / 2]).toBeLessThan(50);
});

test('opening a list prepares none of its options, and a search those that it has time for', () => {
  const list = searchable(
    Array.from({ length: 1000 }, (_, id) => ({ id: String(id), label: id < 999 ? 'Bonn' : 'Beuel' })),
  );
  expect(search(list, ' ')).toHaveLength(1000);
  expect(list.entries).toHaveLength(0);
  let turns = 2;
  const some = search(list, 'bonn', () => turns-- > 0);
  expect(some.length).toBeGreaterThan(0);
  expect(some.length).toBeLessThan(999);
  expect(list.isAwaited).toBe(true);
  expect(search(list, 'bonn', () => true)).toHaveLength(999);
  expect(search(list, 'beuel').map(({ id }) => id)).toEqual(['999']);
});
