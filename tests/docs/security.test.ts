import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { asvs } from './asvs.ts';
import { isProof, readRows } from './rows.ts';

const PAGE = 'docs/security.md';
const rows = readRows(PAGE);

describe('every row of the page', () => {
  test.each(rows.map((row) => [row.subject, row] as const))('%s', (_, { files, proofs }) => {
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    expect(proofs.length).toBeGreaterThan(0);
    expect(proofs.filter(({ file }) => !/\.(test|spec)\.tsx?$/.test(file) || !existsSync(file))).toEqual([]);
    expect(proofs.filter((proof) => proof.words.length < 5 || !isProof(proof))).toEqual([]);
  });

  test('is listed once', () => {
    const subjects = rows.map(({ subject }) => subject);
    expect(subjects.filter((subject, at) => subjects.indexOf(subject) !== at)).toEqual([]);
  });

  test('names a test for each mark of one', () => {
    const marks = readFileSync(PAGE, 'utf8').match(/“/g)?.length ?? 0;
    // One more stands in the explanation of the mark, and one around what we claim.
    expect(rows.flatMap(({ proofs }) => proofs)).toHaveLength(marks - 2);
  });
});

test('every requirement of levels 1 and 2 has one place, under its level', () => {
  const named = [...readFileSync(PAGE, 'utf8').matchAll(/(\d+\.\d+\.\d+) \(level (\d)\)/g)];
  const listed = named.map(([, number, level]) => `${number} of level ${level}`);
  const required = Object.entries(asvs).flatMap(([level, sections]) =>
    Object.entries(sections).flatMap(([section, numbers]) =>
      numbers.map((number) => `${section}.${number} of level ${level}`),
    ),
  );
  expect(listed.sort()).toEqual(required.sort());
});
