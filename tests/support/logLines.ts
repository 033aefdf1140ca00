import { expect, vi } from 'vitest';

/** The log lines written during the work, without their times and request ids. */
export async function linesOf(work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  return (await requestLinesOf(work)).map(({ request, ...facts }) => facts);
}

/** The log lines written during the work, without their times. */
export async function requestLinesOf(work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    await work();
    return written.mock.calls.map(([line]) => {
      expect(String(line)).toMatch(/^[^\n]+\n$/);
      const { at, ...facts } = JSON.parse(String(line)) as Record<string, unknown>;
      expect(at).toMatch(/^\d{4}-.*Z$/);
      return facts;
    });
  } finally {
    written.mockRestore();
  }
}
