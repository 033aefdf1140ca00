import fc from 'fast-check';
import { expect, it } from 'vitest';
import { spellings } from '#domain/searchText.ts';

it.each([
  ['São Paulo', ['sao paulo']],
  ['  L’Aquila – Abruzzo ', ['laquila abruzzo']],
  ['Weißenburg in Bayern', ['weissenburg in bayern']],
  ['Łódź', ['lodz']],
  ['MÜNCHEN 089', ['munchen 089', 'muenchen 089']],
  ['Ħamrun', ['ħamrun']],
  ['Đakovo', ['dakovo']],
  ['Seyðisfjörður', ['seydisfjordur', 'seydisfjoerdur']],
  ['Þingvellir', ['thingvellir']],
  ['Næstved', ['naestved']],
  ['Œuilly', ['oeuilly']],
  ['Diyarbakır', ['diyarbakir']],
  ['Tromsø', ['tromso', 'tromsoe']],
  ['Århus', ['arhus', 'aarhus']],
  ['Köln', ['koln', 'koeln']],
  ['Bärnau', ['barnau', 'baernau']],
  ['Йошкар-Ола', ['иошкар ола']],
  ['東京 03', ['東京 03']],
  ['Zu\u00adrich\u200b', ['zurich']],
  ['Ｂｅｒｌｉｎ　０３０', ['berlin 030']],
  ['O´Fallon', ['ofallon']],
  ['Saint Paul', ['saint paul', 'st paul']],
  ['Sainte-Thérèse', ['sainte therese', 'ste therese']],
  ['Sankt Pölten', ['sankt polten', 'sankt poelten', 'st polten', 'st poelten']],
  ['Fort St. John', ['fort st john', 'ft st john']],
  ['MOUNT VERNON', ['mount vernon', 'mt vernon']],
  ['Saintes', ['saintes']],
  ['Beaufort', ['beaufort']],
])('%j is found as %j', (text, found) => {
  expect(spellings(text)).toEqual(found);
});

it('a Latin text is found in the same ways as beside another script', () => {
  const latin = fc.array(
    fc.integer({ min: 0x20, max: 0x24f }).filter((code) => code < 0x7f || code > 0xa0),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(latin, (codes) => {
      const text = String.fromCodePoint(...codes);
      const beside = spellings(`${text} 東`).map((spelling) => spelling.replace(/ ?東$/, ''));
      expect(spellings(text)).toEqual(beside);
    }),
  );
});
