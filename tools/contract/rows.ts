import type { Call } from '#contract/call.ts';
import { type CallName, calls } from '#contract/calls.ts';
import { type ErrorName, errorCodes } from '#contract/errors.ts';
import type { AnswerChecker } from './answerChecker.ts';
import type { Answer, Input, Send } from './client.ts';

/** A row of the report. */
export type Row = { name: string; verdict: 'holds' | 'differs' | 'not tried'; details: readonly string[] };

/** What a row expects of the answer besides its shape. */
type Expected = {
  status: number | readonly number[];
  /** Values of a success that the specification names, as paths: `data.numbers.0.e164`. */
  has?: readonly string[];
  /** Values that must not be there. */
  hasNot?: readonly string[];
  /** The code that an error must have, and the field that it must be about. */
  error?: ErrorName;
  field?: string;
  /** Anything else: what is wrong with the answer. */
  also?: (answer: Answer) => string[];
};

/** Tries one row and returns the body of a success, or null. Without an input the row cannot be tried. */
export type TryRow = (what: string, call: CallName, input: Input | null, expected: Expected) => Promise<unknown>;

export function rowsOf(send: Send, check: AnswerChecker, onRow: (row: Row) => void): TryRow {
  return async (what, call, input, expected) => {
    const { method, path } = calls[call];
    const name = [`${method.toUpperCase()} ${path.replace(/:(\w+)/g, '{$1}')}`, what].filter(Boolean).join(', ');
    if (input === null) {
      onRow({ name, verdict: 'not tried', details: ['needs an answer or a mail that did not come'] });
      return null;
    }
    const answer = await send(call, input);
    const details = differences(call, answer, expected, check);
    onRow({ name, verdict: details.length === 0 ? 'holds' : 'differs', details });
    return isSuccess(answer) ? answer.body : null;
  };
}

const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300;

function differences(call: CallName, answer: Answer, expected: Expected, check: AnswerChecker): string[] {
  const { status, body } = answer;
  if (status === 0) return ['no answer'];
  const wanted = [expected.status].flat();
  const { anySuccess }: Call = calls[call];
  const isLike200 = anySuccess && isSuccess(answer) && wanted.includes(200);
  if (!wanted.includes(status) && !isLike200) return [`status ${status}, not ${wanted.join(' or ')}`];
  if (body === undefined) return ['the body is not JSON'];
  const { error, field } = expected;
  const errors = (valueAt(body, 'errors') ?? []) as { code?: unknown; field?: unknown }[];
  const ofCode = error ? errors.filter(({ code }) => String(code) === errorCodes[error].code) : [];
  return [
    ...check(call, status, body),
    ...(isSuccess(answer) ? (expected.has ?? []) : [])
      .filter((path) => valueAt(body, path) === undefined)
      .map((path) => `${path} is missing`),
    ...(expected.hasNot ?? []).filter((path) => valueAt(body, path) !== undefined).map((path) => `${path} is there`),
    ...(error && ofCode.length === 0 ? [`no error ${errorCodes[error].code}`] : []),
    ...(field && ofCode.length > 0 && !ofCode.some((one) => one.field === field) ? [`no error about ${field}`] : []),
    ...(expected.also?.(answer) ?? []),
  ];
}

/** The value at a path; undefined if there is none. */
export const valueAt = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], body);

/** The value at a path as text, for the next call; null if there is none. */
export function textAt(body: unknown, path: string): string | null {
  const value = valueAt(body, path);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/** An input made of values, or null if one of them is missing. */
export const given = <T extends readonly (string | null)[]>(
  values: readonly [...T],
  input: (...values: { [K in keyof T]: string }) => Input,
): Input | null => (values.includes(null) ? null : input(...(values as unknown as { [K in keyof T]: string })));
