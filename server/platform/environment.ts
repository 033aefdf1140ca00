/** An invalid setting. The message is one sentence for the operator. */
export class ConfigError extends Error {}

/** The environment variables of the server. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable as text; null when it is unset or blank. */
export const text = (env: Environment, name: string): string | null => env[name]?.trim() || null;

/** A value as a message repeats it: on one line, with control characters visible. */
export const quoted = (value: string): string => JSON.stringify(value);

/** A variable as an integer; throws ConfigError if it is not one or is out of range. */
export function number(env: Environment, name: string, min: number, max: number): number | null {
  const value = text(env, name);
  if (value === null) return null;
  const parsed = Number(value);
  if (/^\d+$/.test(value) && parsed >= min && parsed <= max) return parsed;
  throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, but it is ${quoted(value)}.`);
}

/** The values of a switch. */
export const onOff = ['on', 'off'] as const;

/** A variable as one of the offered values; throws ConfigError for any other. */
export function choice<T extends string>(env: Environment, name: string, offered: readonly T[]): T | null {
  const value = text(env, name);
  if (value === null) return null;
  const found = offered.find((option) => option === value);
  if (found) return found;
  throw new ConfigError(`${name} must be one of ${offered.join(', ')}, but it is ${quoted(value)}.`);
}
