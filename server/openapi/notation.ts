import type { JsonSchema } from '@valibot/to-json-schema';

/** A JSON Schema as short notation for readers: `{ email: string; remember_me?: boolean | null }`. */
export function notation(schema: JsonSchema, indent = ''): string {
  const { $ref, const: only, enum: values, anyOf, type, items, properties, required = [] } = schema;
  if ($ref) return $ref.replace(/^.*\//, '');
  if (only !== undefined) return JSON.stringify(only);
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (anyOf)
    return [...new Set(anyOf.flatMap((part) => notation(part as JsonSchema, indent).split(' | ')))].join(' | ');
  if (type === 'array') return `${wrapped(notation((items ?? {}) as JsonSchema, indent))}[]`;
  if (properties) {
    const inner = `${indent}  `;
    const lines = Object.entries(properties).map(
      ([name, part]) => `${inner}${name}${required.includes(name) ? '' : '?'}: ${notation(part as JsonSchema, inner)}`,
    );
    return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`;
  }
  if (type === 'object') return '{ [code]: string }';
  return `${type ?? 'any'}${limits(schema)}`;
}

const wrapped = (text: string): string => (text.includes(' | ') ? `(${text})` : text);

function limits({ format, minLength, maxLength, minimum, maximum }: JsonSchema): string {
  const parts = [format, range(minLength, maxLength, ' characters'), range(minimum, maximum, '')].filter(Boolean);
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
}

function range(min: number | undefined, max: number | undefined, unit: string): string {
  if (min === undefined && max === undefined) return '';
  if (max === undefined) return `at least ${min}${unit}`;
  return min === undefined ? `at most ${max}${unit}` : `${min} to ${max}${unit}`;
}
