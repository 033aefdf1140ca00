import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Choice,
  choose,
  emptyChoice,
  isCompleteChoice,
  type Level,
  type Option,
  requiresState,
} from '#domain/choice.ts';

const option = (id: string) => ({ id, name: `${id} by name` });
const full: Choice = {
  country: option('US'),
  type: option('G'),
  state: option('NY'),
  area: option('212'),
  number: option('+12125550123'),
};

describe('§4: number selection resets', () => {
  it.each<[string, Level, Option, Choice]>([
    [
      'a country resets type, state, area code and number',
      'country',
      option('DE'),
      { ...emptyChoice, country: option('DE') },
    ],
    [
      'a type resets area code, state and number',
      'type',
      option('M'),
      { ...emptyChoice, country: full.country, type: option('M') },
    ],
    [
      'a state resets area code and number',
      'state',
      option('CA'),
      { ...full, state: option('CA'), area: null, number: null },
    ],
    ['an area code resets the number', 'area', option('646'), { ...full, area: option('646'), number: null }],
    ['a number resets nothing', 'number', option('+12125550199'), { ...full, number: option('+12125550199') }],
  ])('choosing %s', (_, level, chosen, expected) => {
    expect(choose(full, level, chosen)).toEqual(expected);
  });

  it('clearing a choice also resets those after it', () => {
    expect(choose(full, 'type', null)).toEqual({ ...emptyChoice, country: full.country });
  });

  const levels = ['country', 'type', 'state', 'area', 'number'] as const;
  const anyOption = fc.option(fc.record({ id: fc.string(), name: fc.string() }));
  const anyChange = fc.tuple(fc.constantFrom(...levels), anyOption);

  it('after any choice: it is set, earlier ones are kept, later ones are empty', () => {
    fc.assert(
      fc.property(fc.array(anyChange), anyChange, (earlier, [changed, chosen]) => {
        const before = earlier.reduce((choice, [level, option]) => choose(choice, level, option), emptyChoice);
        const after = choose(before, changed, chosen);
        const at = levels.indexOf(changed);
        levels.forEach((level, index) => {
          if (index < at) expect(after[level]).toEqual(before[level]);
          if (index === at) expect(after[level]).toEqual(chosen);
          if (index > at) expect(after[level]).toBeNull();
        });
      }),
    );
  });
});

describe('§5: required choices', () => {
  it.each([
    ['US', 'G', true],
    ['US', 'T', false],
    ['CA', 'G', false],
    ['US', null, false],
    [null, 'G', false],
  ])('country %s and type %s: a state is required: %s', (country, type, required) => {
    const choice = { ...emptyChoice, country: country ? option(country) : null, type: type ? option(type) : null };
    expect(requiresState(choice)).toBe(required);
  });

  it('Continue needs country, number type, area code and a number, but no state', () => {
    expect(isCompleteChoice(full)).toBe(true);
    expect(isCompleteChoice({ ...full, state: null })).toBe(true);
    for (const level of ['country', 'type', 'area', 'number']) {
      expect(isCompleteChoice({ ...full, [level]: null })).toBe(false);
    }
  });
});
