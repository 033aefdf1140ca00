import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { allPaths } from '#domain/routes.ts';
import { settings } from '#settings';
import { brandFiles, brandTags } from '../../tools/brand/icons.ts';
import { checkOwnPages, pagesIn, readArticle } from '../../tools/brand/ownPages.ts';
import { applyOwnTexts } from '../../tools/brand/ownTexts.ts';

const root = join(import.meta.dirname, '../..');

function folder(files: Record<string, string>): string {
  const made = mkdtempSync(join(tmpdir(), 'own-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(made, name), text);
  return made;
}

describe('own texts', () => {
  const catalogue =
    'import type{Messages}from"@lingui/core";export const messages=JSON.parse("{\\"Hello {name}\\":[\\"Hallo \\",[\\"name\\"]],\\"Bye\\":[\\"Tschüss\\"]}")as Messages;';
  const applied = async (json: string, name = 'de.json') => {
    const locales = folder({ 'de.ts': catalogue });
    await applyOwnTexts(folder({ [name]: json }), locales);
    return ((await import(join(locales, 'de.ts'))) as { messages: unknown }).messages;
  };

  test('replace texts of the catalogue, and leave the others', async () => {
    expect(await applied('{ "Hello {name}": "Moin {name}" }')).toEqual({
      'Hello {name}': ['Moin ', ['name']],
      Bye: ['Tschüss'],
    });
  });

  test.each([
    ['{ "Helo": "Moin" }', 'no text of the product is "Helo"'],
    ['{ "Hello {name}": "Moin" }', 'the same placeholders'],
    ['{ "Bye": 1 }', 'must be a JSON object of texts'],
    ['["Bye"', 'must be a JSON object of texts'],
    [
      '{ "Hello {name}": "Moin {name" }',
      '"Moin {name" cannot be read as a message: Unexpected message end at line 1 col 11.',
    ],
  ])('%s is refused', async (json, reason) => {
    await expect(applied(json)).rejects.toThrow(reason);
  });

  test.each(['dk.json', 'de.txt'])('a file %s, of no language, is refused', async (name) => {
    await expect(applied('{}', name)).rejects.toThrow(`operator/texts/${name}: there is no such language`);
  });
});

describe('own pages', () => {
  test('are Markdown with a title, headings, paragraphs and lists', () => {
    expect(readArticle('# Terms\nFirst\nline.\n\n## One\nText.\n\n- a\n- b\n  c\n')).toEqual({
      title: 'Terms',
      parts: [
        { text: ['First line.'], list: [] },
        { heading: 'One', text: ['Text.'], list: ['a', 'b c'] },
      ],
    });
  });

  test('the English one stands in for languages without one, and for no other page', () => {
    const pages = folder({ 'terms.en.md': '# Terms', 'terms.de.md': '# AGB' });
    expect(pagesIn(pages, 'de')).toEqual({ termsAndConditions: { title: 'AGB', parts: [] } });
    expect(pagesIn(pages, 'pl')).toEqual({ termsAndConditions: { title: 'Terms', parts: [] } });
    expect(() => checkOwnPages(pages)).not.toThrow();
  });

  test.each(['Terms.en.md', 'terms.md', 'terms.fr.md', 'terms.mx.md', 'imprint.de.md', 'terms.en.txt'])(
    'a file %s, which no page reads, is refused, because the sample would stay',
    (name) => {
      expect(() => checkOwnPages(folder({ 'privacy.es-MX.md': '# P', [name]: '# Terms' }))).toThrow(
        `operator/pages/${name}: a page is <page>.<language>.md, with home, contact, terms, privacy and en, `,
      );
    },
  );
});

describe('icon and web manifest', () => {
  const { brand } = settings;

  test('come from the brand', () => {
    const files = brandFiles({ ...brand, name: 'Acme' });
    expect(JSON.parse(files['manifest.webmanifest'] ?? '')).toMatchObject({
      name: 'Acme',
      icons: [{ src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' }],
    });
    expect(files['icon.svg']).toContain('#0b6440');
    expect(brandTags(brand)).toEqual([
      '<link rel="icon" href="/icon.svg" type="image/svg+xml">',
      '<link rel="manifest" href="/manifest.webmanifest">',
      '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f7f5ef">',
      '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#15181a">',
    ]);
  });

  test('an icon of the operator replaces the built-in one', () => {
    const own = { ...brand, icon: '/logo.png' };
    expect(Object.keys(brandFiles(own))).toEqual(['manifest.webmanifest']);
    expect(brandTags(own).slice(0, 2)).toEqual([
      '<link rel="icon" href="/logo.png" type="image/png">',
      '<link rel="apple-touch-icon" href="/logo.png">',
    ]);
  });
});

/** The blocks of a language in the page, in order. */
const blocks = (page: string, language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, block = '']) => block);

/** Replaces the fields of the settings that a block has: those that begin a line with two spaces. */
function withFields(source: string, block: string): string {
  const fields = block.split(/^(?= {2}\w)/m).filter(Boolean);
  return fields.reduce((text, field) => {
    const [name = ''] = /^ {2}\w+:/.exec(field) ?? [];
    const present = new RegExp(`^${name} (?:\\{\\n[\\s\\S]*?^ {2}\\},\\n|.*\\n)`, 'm');
    expect(source, name).toMatch(present);
    return text.replace(present, () => field);
  }, source);
}

test.runIf(process.env['DEEP'])(
  'the ten minutes of docs/embedding.md, as they are written, in a fresh clone',
  () => {
    const clone = mkdtempSync(join(tmpdir(), 'embedding-'));
    onTestFinished(() => rmSync(clone, { recursive: true, force: true }));
    const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
    })
      .split('\0')
      .filter(Boolean);
    for (const file of files) {
      mkdirSync(join(clone, file, '..'), { recursive: true });
      cpSync(join(root, file), join(clone, file));
    }
    // The packages, which npm installs in a real one.
    symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
    utimesSync(join(clone, 'package-lock.json'), 0, 0);
    const page = readFileSync(join(clone, 'docs/embedding.md'), 'utf8');
    const settingsFile = join(clone, 'src/settings.ts');
    for (const block of blocks(page, 'ts')) {
      writeFileSync(settingsFile, withFields(readFileSync(settingsFile, 'utf8'), block));
    }
    const { NODE_ENV: _, VITEST: __, ...env } = process.env;
    for (const block of blocks(page, 'sh')) {
      execFileSync('sh', ['-eu', '-c', block], { cwd: clone, env, stdio: ['ignore', 'ignore', 'inherit'] });
    }

    const built = (file: string) => readFileSync(join(clone, 'dist', file), 'utf8');
    expect(built('built')).toBe('production');
    const login = built('login/index.html');
    expect(login).toMatch(/<title>[^<]*Acme Voice/);
    expect(login).toContain('src="/logo.svg"');
    expect(login).not.toContain('/sso/connect/');
    expect(login).toContain('<link rel="icon" href="/logo.svg" type="image/svg+xml">');
    expect(login).toContain('--accent: light-dark(#1d3f8a, #9db8f2)');
    expect(built('signup/index.html')).toContain('Try Acme Voice for 30 days');
    expect(built('de/signup/index.html')).toContain('Acme Voice 30 Tage kostenlos testen');
    expect(JSON.parse(built('manifest.webmanifest'))).toMatchObject({ name: 'Acme Voice' });
    const terms = allPaths().filter(({ family }) => family === 'termsAndConditions');
    for (const { path } of terms) expect(built(`${path.slice(1)}index.html`)).toContain('Terms of Acme Voice');
    expect(terms.length).toBeGreaterThan(6);
    expect(built('logo.svg')).toContain('Acme Voice');
    const headers = readFileSync(join(clone, 'operator/headers.conf'), 'utf8');
    expect(headers).toContain("connect-src 'self' https://api.acme.example");
  },
  240_000,
);
