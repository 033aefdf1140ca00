import fc from 'fast-check';
import type { GenericSchema } from 'valibot';

/** The parts of a valibot schema that say what it takes. */
type Shape = {
  type: string;
  entries?: Record<string, Shape>;
  wrapped?: Shape;
  item?: Shape;
  value?: Shape;
  options?: readonly unknown[];
  literal?: unknown;
};

const dates = [
  '2026-01-01T00:00:00+01',
  '2026-01-01T00:00:00-0530',
  '2026-02-31T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01 00:00:00 +14',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '+275760-09-13T00:00:00Z',
  '2024-02-30',
  '12',
  '2030',
];
const texts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202eright',
  '__proto__',
  'constructor',
  '%00',
  '%E0%A4%A',
  '../../x',
  "' or 1=1 --",
  'x'.repeat(300),
  'x'.repeat(20_000),
  'a@b.co',
  'ann@example.com',
  'correct horse battery',
  '4242424242424242',
  '٠١٢٣٤٥',
  '000000',
  'Europe/London',
  'Not/AZone',
  'DE',
];

/** Texts of every kind: readable, binary, dates of many forms, and those that some parser trips over. */
export const anyText = fc.oneof(
  fc.constantFrom(...dates, ...texts),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.emailAddress(),
);
const anyNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 1, 2, 5, 1e9, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 0.1),
  fc.integer(),
);
const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  anyText,
  anyNumber,
  fc.boolean(),
  fc.constantFrom(null, [], {}, [[]], { $gt: '' }, { id: 1 }),
);

/** Values near what a schema takes: of its shape, with odd contents, and in places of another shape. */
export function nearby(schema: GenericSchema): fc.Arbitrary<unknown> {
  return near(schema as unknown as Shape);
}

function near(shape: Shape): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 7, arbitrary: of(shape) }, { weight: 1, arbitrary: anyValue });
}

function of({ type, entries, wrapped, item, value, options, literal }: Shape): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object':
    case 'loose_object':
    case 'strict_object': {
      const fields = Object.entries(entries ?? {}).map(([name, field]) => [name, near(field)] as const);
      return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
    }
    case 'array':
      return fc.array(near(item ?? { type: 'any' }), { maxLength: 4 });
    case 'record':
      return fc.dictionary(anyText, near(value ?? { type: 'any' }), { maxKeys: 4 });
    case 'picklist':
      return fc.constantFrom(...((options ?? []) as unknown[]));
    case 'literal':
      return fc.constant(literal);
    case 'union':
    case 'variant':
    case 'intersect':
      return fc.oneof(...((options ?? []) as Shape[]).map(near));
    case 'string':
      return anyText;
    case 'number':
      return anyNumber;
    case 'boolean':
      return fc.boolean();
    default:
      return wrapped ? fc.oneof({ weight: 4, arbitrary: near(wrapped) }, fc.constant(null)) : anyValue;
  }
}
