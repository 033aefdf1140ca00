import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isProof, readRows } from './rows.ts';

const rows = readRows('docs/complaints.md');

test('there are many kinds, each listed once', () => {
  const kinds = rows.map(({ subject }) => subject);
  expect(kinds.length).toBeGreaterThan(80);
  expect(kinds.filter((kind, at) => kinds.indexOf(kind) !== at)).toEqual([]);
});

test.each(rows.map((row) => [row.subject, row] as const))('%s', (_, { files, proofs }) => {
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  expect(proofs.length).toBeGreaterThan(0);
  expect(proofs.filter(({ file }) => !/\.(test|cases|spec)\.tsx?$/.test(file) || !existsSync(file))).toEqual([]);
  expect(proofs.filter((proof) => proof.words.length < 5 || !isProof(proof))).toEqual([]);
});
