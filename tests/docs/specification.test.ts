import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** One rule: its section, the files that hold it, and what proves it in which file. */
type Row = { section: string; rule: string; files: string[]; proofs: { file: string; words: string }[] };

const rows = readRows(readFileSync('docs/specification.md', 'utf8'));

function readRows(page: string): Row[] {
  let section = '';
  return page.split('\n').flatMap((line) => {
    section = /^## (§\d)/.exec(line)?.[1] ?? section;
    const [rule, held, proven, ...more] = line.startsWith('| ') ? line.slice(2, -2).split(' | ') : [];
    if (!rule || !held || !proven || rule === 'Rule' || rule.startsWith('---')) return [];
    if (more.length > 0) throw new Error(`A row of more than three cells: ${line}`);
    const files = [...held.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
    const proofs = [...proven.matchAll(/`([^`]+)` “(.+?)”(?=;|$)/g)].map(([, file = '', words = '']) => ({
      file,
      words,
    }));
    return [{ section, rule, files, proofs }];
  });
}

const sources = new Map<string, string>();

/** The text of a file, its quotation marks as they are read. */
function textOf(file: string): string {
  const text = sources.get(file) ?? readFileSync(file, 'utf8').replaceAll("\\'", "'");
  sources.set(file, text);
  return text;
}

/** Whether the words stand within quotation marks of the file; 'screen login' is the walk of that name. */
function isProof({ file, words }: Row['proofs'][number]): boolean {
  const name = /^screen (.+)$/.exec(words)?.[1];
  if (name !== undefined) return /testScreen\(/.test(textOf(file)) && textOf(file).includes(`'${name}'`);
  return textOf(file)
    .split('\n')
    .some((line) => {
      const at = line.indexOf(words);
      return at > 0 && /['"`]/.test(line.slice(0, at)) && !/^\s*(\/\/|\*|\/\*)/.test(line);
    });
}

test('there are rows for every section of the specification', () => {
  const sections = new Set(rows.map(({ section }) => section));
  expect([...sections]).toEqual(['§1', '§2', '§3', '§4', '§5', '§6', '§7', '§8', '§9']);
  expect(rows.length).toBeGreaterThan(300);
});

test('no rule stands there twice in a section', () => {
  const names = rows.map(({ section, rule }) => `${section} ${rule}`);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

describe.each(['§1', '§2', '§3', '§4', '§5', '§6', '§7', '§8', '§9'])('%s', (section) => {
  const own = rows.filter((row) => row.section === section);

  test('every rule is held by files that exist', () => {
    for (const { rule, files } of own) expect(files.length, rule).toBeGreaterThan(0);
    expect(own.flatMap(({ files }) => files).filter((file) => !existsSync(file))).toEqual([]);
  });

  test('every rule is proven by tests that exist', () => {
    for (const { rule, proofs } of own) expect(proofs.length, rule).toBeGreaterThan(0);
    const named = own.flatMap(({ proofs }) => proofs);
    expect(named.filter(({ file }) => !/\.(test|cases|spec)\.tsx?$/.test(file) || !existsSync(file))).toEqual([]);
    expect(named.filter((proof) => proof.words.length < 5 || !isProof(proof))).toEqual([]);
  });
});
