/** JSON that is the same on every run: keys in order, errors by name and message, actors by id, functions left out. */
export type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };

/** Any value as plain, stable JSON. Cycles are cut with '(cycle)'. */
export const plain = (value: unknown): Plain => convert(value, []) ?? null;

/** Whether two values have the same plain JSON. */
export const alike = (a: unknown, b: unknown): boolean => JSON.stringify(plain(a)) === JSON.stringify(plain(b));

/**
 * Creates a function that returns the same short text for values with the same plain JSON. It caches objects, because
 * the contexts of a walk share nearly everything (they are never mutated): use one printer per walk.
 */
export function createPrinter(): (value: unknown) => string {
  const known = new WeakMap<object, string>();
  const names = new Map<string, string>();
  const print = (value: unknown): string => {
    if (typeof value !== 'object' || value === null) return JSON.stringify(plain(value));
    const before = known.get(value);
    if (before !== undefined) return before;
    known.set(value, 'cycle');
    const text = printed(value, print);
    const name = names.get(text) ?? `#${names.size}`;
    names.set(text, name);
    known.set(value, name);
    return name;
  };
  return print;
}

function printed(value: object, print: (value: unknown) => string): string {
  if (Array.isArray(value)) return `[${value.map(print)}]`;
  if (Object.getPrototypeOf(value) !== Object.prototype) return JSON.stringify(plain(value));
  const entries = Object.entries(value).filter(([, item]) => item !== undefined && typeof item !== 'function');
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${print(item)}`).sort()}}`;
}

function convert(value: unknown, above: readonly object[]): Plain | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'bigint':
      return `${value}n`;
    case 'object':
      return value === null ? null : above.includes(value) ? '(cycle)' : object(value, [...above, value]);
    default:
      return undefined;
  }
}

function object(value: object, above: readonly object[]): Plain {
  const inner = (item: unknown) => convert(item, above);
  if (Array.isArray(value)) return value.map((item) => inner(item) ?? null);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Set) return [...value].map((item) => inner(item) ?? null);
  if (value instanceof Map) return [...value].map((pair) => inner(pair) ?? null);
  if ('sessionId' in value && 'send' in value) return `actor ${String((value as { id?: unknown }).id)}`;
  const named = value instanceof Error ? { name: value.name, message: value.message } : {};
  const entries = Object.entries({ ...named, ...value }).map(([key, item]) => [key, inner(item)] as const);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, Plain] => entry[1] !== undefined).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
