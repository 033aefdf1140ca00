import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isProof, readRows } from './rows.ts';

const sections = ['§1', '§2', '§3', '§4', '§5', '§6', '§7', '§8', '§9'];
const rows = readRows('docs/specification.md').map(({ heading, ...row }) => ({ section: heading.slice(0, 2), ...row }));

test('there are rows for every section of the specification', () => {
  expect([...new Set(rows.map(({ section }) => section))]).toEqual(sections);
  expect(rows.length).toBeGreaterThan(300);
});

test('no rule is listed twice in a section', () => {
  const names = rows.map(({ section, subject }) => `${section} ${subject}`);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

describe.each(sections)('%s', (section) => {
  const own = rows.filter((row) => row.section === section);

  test('every rule names files that exist', () => {
    for (const { subject, files } of own) expect(files.length, subject).toBeGreaterThan(0);
    expect(own.flatMap(({ files }) => files).filter((file) => !existsSync(file))).toEqual([]);
  });

  test('every rule names tests that exist', () => {
    for (const { subject, proofs } of own) expect(proofs.length, subject).toBeGreaterThan(0);
    const named = own.flatMap(({ proofs }) => proofs);
    expect(named.filter(({ file }) => !/\.(test|cases|spec)\.tsx?$/.test(file) || !existsSync(file))).toEqual([]);
    expect(named.filter((proof) => proof.words.length < 5 || !isProof(proof))).toEqual([]);
  });
});
