import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** What is generated or installed; listed without git, so that a copy without a history is green too. */
const exclude = ['**/node_modules/**', '**/dist*/**', '**/test-results/**', '**/playwright-report/**', 'docs/flows/**'];
const files = globSync('**/*.{ts,tsx,mjs,css,md}', { cwd: root, exclude }).filter(
  (file) => !/^locales[/\\].*\.ts$/.test(file),
);
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** A code such as `W10` or `F3`, which names a rule in a list that is not in this repository. */
const bareMark = /(?<![\w%/+-])[A-Z]\d{1,2}(?![\w%])/g;
/** Words of that form that any reader can look up: Unicode's control characters. */
const known = new Set(['C1']);

/** What a reader reads as prose: comments of code, the titles of tests, and documents outside their code spans. */
function prose(file: string): string[] {
  const text = read(file);
  if (file.endsWith('.md')) return [text.replace(/```[\s\S]*?```|`[^`\n]*`/g, '')];
  if (file.endsWith('.css')) return text.match(/\/\*[\s\S]*?\*\//g) ?? [];
  const comments = text.match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm) ?? [];
  const titles = [...text.matchAll(/\b(?:test|it|describe)\b[\w.]*\(\s*(['"`])(.*?)\1/g)].map(
    ([, , title = '']) => title,
  );
  return [...comments, ...titles].map((words) => words.replace(/`[^`\n]*`|'[^'\n]*'/g, ''));
}

/** The anchors that GitHub makes of the headings of a document. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );

describe('every pointer can be followed', () => {
  test('no comment, test title or document names a rule by a bare code', () => {
    const marks = files.flatMap((file) =>
      prose(file).flatMap((text) =>
        (text.match(bareMark) ?? []).filter((mark) => !known.has(mark)).map((mark) => `${file}: ${mark}`),
      ),
    );
    expect(marks).toEqual([]);
  });

  test('every relative link of a document leads to a file', () => {
    const broken = files
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) =>
        [...read(file).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/g)]
          .map(([, path = '']) => path)
          .filter((path) => !existsSync(join(root, dirname(file), path)))
          .map((path) => `${file}: ${path}`),
      );
    expect(broken).toEqual([]);
  });

  test('every link to a part of a document leads to one of its headings', () => {
    const broken = files
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) =>
        [...read(file).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)#([^)]+)\)/g)]
          .filter(([, path, anchor = '']) => {
            const target = path ? join(dirname(file), path) : file;
            return existsSync(join(root, target)) && !anchorsOf(read(target)).includes(anchor);
          })
          .map(([link]) => `${file}: ${link}`),
      );
    expect(broken).toEqual([]);
  });

  test('every file of the project that a document names exists', () => {
    const missing = files
      .filter((file) => file.endsWith('.md') && file !== 'machines/add-a-step.md')
      .flatMap((file) =>
        [...read(file).matchAll(/`((?:src|machines|server|tests|e2e|tools|packages|locales)\/[\w./-]+)`/g)]
          .map(([, path = '']) => path)
          .filter((path) => !existsSync(join(root, path)))
          .map((path) => `${file}: ${path}`),
      );
    expect(missing).toEqual([]);
  });

  test('every document that a comment names exists', () => {
    const missing = files
      .filter((file) => !file.startsWith('tests/docs/'))
      .flatMap((file) =>
        [...read(file).matchAll(/(?<![\w/.-])docs\/[\w/-]+\.md/g)]
          .map(([path]) => path)
          .filter((path) => !existsSync(join(root, path)))
          .map((path) => `${file}: ${path}`),
      );
    expect(missing).toEqual([]);
  });
});
