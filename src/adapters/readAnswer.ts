import * as v from 'valibot';
import { nextTask } from './nextTask.ts';

/** So many items of a list are checked in one task: 5,000 would keep a slow phone from answering a key for 60 ms. */
const ITEMS_PER_TASK = 1000;

/** An answer with a list, as `readableItems` reads it. */
type List = { data: readonly unknown[] };

/**
 * Reads the body of an answer by its schema. A long list is read in parts, each in a task of its own; like one in a single
 * piece it is unreadable only if none of its items can be read.
 */
export async function readAnswer(schema: v.GenericSchema, body: unknown): Promise<{ output: unknown } | null> {
  if (!isLongList(body)) return read(schema, body);
  const parts: List[] = [];
  for (let from = 0; from < body.data.length; from += ITEMS_PER_TASK) {
    await nextTask();
    const part = read(schema, { ...body, data: body.data.slice(from, from + ITEMS_PER_TASK) });
    if (part) parts.push(part.output as List);
  }
  return parts.length === 0 ? null : { output: { ...parts[0], data: parts.flatMap(({ data }) => data) } };
}

const isLongList = (body: unknown): body is List => {
  const { data } = (body ?? {}) as { data?: unknown };
  return Array.isArray(data) && data.length > ITEMS_PER_TASK;
};

function read(schema: v.GenericSchema, body: unknown): { output: unknown } | null {
  const { success, output } = v.safeParse(schema, body);
  return success ? { output } : null;
}
