import { createHash } from 'node:crypto';
import { html } from 'hono/html';
import { describe, expect, it, test } from 'vitest';
import { htmlPage } from '#server/http/htmlPage.ts';

const plain = { language: 'en', title: 'A <page>', body: html`<p>words</p>` } as const;
const brand = { name: 'A <firm>', href: 'https://entry.example/', logo: '', icon: 'https://entry.example/icon.svg' };
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

async function made(page: Partial<Parameters<typeof htmlPage>[0]> = {}) {
  const answer = htmlPage({ ...plain, ...page });
  const text = await answer.text();
  const policy = Object.fromEntries(
    (answer.headers.get('Content-Security-Policy') ?? '').split('; ').map((part) => {
      const [name = '', ...sources] = part.split(' ');
      return [name, sources];
    }),
  );
  return { status: answer.status, headers: answer.headers, text, policy, style: hashOf(stylesOf(text)) };
}

const stylesOf = (text: string) => /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? '';

describe('a page of the server', () => {
  it('that is nothing but text runs, loads and sends nothing, and no page may frame it', async () => {
    const { status, headers, text, policy, style } = await made();
    expect(policy).toEqual({
      'default-src': ["'none'"],
      'style-src': ["'self'", style],
      'font-src': ["'self'"],
      'form-action': ["'self'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
    });
    expect([status, headers.get('X-Frame-Options')]).toEqual([200, 'DENY']);
    expect(headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('Referrer-Policy')).toBe('same-origin');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(text).toContain('<title>A &lt;page&gt;</title>');
    expect(text).toMatch(
      /<body>\s*<main class="card">\s*<h1>A &lt;page&gt;<\/h1>\s*<p>words<\/p>\s*<\/main>\s*<\/body>/,
    );
    expect(text).toMatch(/<\/title>\s*<link rel="stylesheet"/);
    expect(text).not.toMatch(/<script|<header|rel="icon"/);
  });

  it('may be framed by the origins that it names, and by no other', async () => {
    const framedBy = ['https://one.example', 'https://two.example'];
    const { headers, policy } = await made({ framedBy });
    expect([policy['frame-ancestors'], headers.get('X-Frame-Options')]).toEqual([framedBy, null]);
  });

  it('runs its own script only, and none of another host but those that it names', async () => {
    const own = await made({ script: 'a < b && c' });
    expect(own.policy['script-src']).toEqual([hashOf('a < b && c')]);
    expect(own.text).toContain('<script>a < b && c</script>');
    const scripts = { files: ['https://js.example/a.js'], sources: ['https://js.example', 'https://*.js.example'] };
    const other = await made({ script: 'x', scripts });
    expect(other.policy['script-src']).toEqual([hashOf('x'), ...scripts.sources]);
    expect(other.text).toMatch(/<script src="https:\/\/js\.example\/a\.js"><\/script>\s*<script>x<\/script>/);
  });

  it('sends requests and forms, and frames, only where it says so', async () => {
    const connects = ["'self'", 'https://api.example', 'https://other.example'];
    expect((await made({ connects })).policy['connect-src']).toEqual(connects);
    expect((await made({})).policy).not.toHaveProperty('connect-src');
    const frames = ['https://bank.example', 'https://other.example'];
    expect((await made({ frames })).policy['frame-src']).toEqual(frames);
    const formsTo = ['https://entry.example', 'https://other.example'];
    expect((await made({ formsTo })).policy['form-action']).toEqual(["'self'", ...formsTo]);
  });

  it('has its own rules, data, layout, status and language', async () => {
    const style = '.a { color: red }';
    const page = await made({ style, data: { key: '"<&', state: 'x' }, layout: 'wide', status: 404, language: 'br' });
    expect(page.text).toContain(`${style}</style>`);
    expect(hashOf(stylesOf(page.text).replace(style, ''))).toBe((await made()).style);
    expect(page.policy['style-src']).toEqual(["'self'", page.style]);
    expect(page.text).toContain('<body data-key="&quot;&lt;&amp;" data-state="x">');
    expect(page.text).toContain('<main class="wide">');
    expect(page.text).toContain('<html lang="pt-BR">');
    expect(page.status).toBe(404);
  });

  it('keeps a title for screen readers where its frame has one', async () => {
    expect((await made({ isTitleHidden: true })).text).toContain('<h1 class="hidden">');
  });

  it('has the brand with its images from where they are', async () => {
    const own = await made({ brand });
    expect(own.text).toContain('<link rel="icon" href="https://entry.example/icon.svg">');
    expect(own.text).toMatch(/<a class="brand" href="https:\/\/entry\.example\/" translate="no"><svg [\s\S]*<path /);
    expect(own.text).toContain('<span>A &lt;firm&gt;</span>');
    expect(own.text).toMatch(/<path d="[^"]+" fill="[^"]+"\/>/);
    expect(own.text).toMatch(/<path d="[^"]+" stroke="[^"]+" stroke-width="\d+(\.\d+)?"\/>/);
    expect(own.text).not.toContain('undefined');
    expect(own.policy['img-src']).toEqual(['https://entry.example']);
    const other = await made({ brand: { ...brand, logo: 'https://cdn.example/logo.svg' } });
    expect(other.text).toContain('<img src="https://cdn.example/logo.svg" alt="A &lt;firm&gt;">');
    expect(other.policy['img-src']).toEqual(['https://cdn.example', 'https://entry.example']);
  });
});

test('the page asks robots to leave it out, and fits the width and the colours of the device', async () => {
  const { text } = await made();
  expect(text).toContain('<meta name="robots" content="noindex">');
  expect(text).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
  expect(text).toContain('<meta name="color-scheme" content="light dark">');
});
