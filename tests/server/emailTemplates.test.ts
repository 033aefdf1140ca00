import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { languages } from '#domain/constants.ts';
import { pathTo } from '#domain/routes.ts';
import { pageAddress } from '#server/http/links.ts';
import { renderEmail } from '#server/mail/renderEmail.ts';
import { emailTemplates } from '#server/messages/emails.ts';
import { settings } from '#settings';
import { contrast } from '../support/contrast.ts';

const tokens = readFileSync('src/ui/tokens.css', 'utf8');
const tokenColour = (token: string, theme: 'light' | 'dark') =>
  new RegExp(`--${token}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens)?.[theme === 'light' ? 1 : 2] ?? '';

describe('email templates', () => {
  const context = { settings, publicUrl: 'https://phone.example' };
  const kinds = Object.keys(emailTemplates) as (keyof typeof emailTemplates)[];
  const values = { code: '012345', date: '2025-04-05', person: 'Ann & <Co>', link: { token: 'a+b&c' } };

  it.each(kinds)('%s is complete in every language', (kind) => {
    for (const language of languages) {
      const { subject, text, html } = renderEmail({ kind, values }, language, context);
      for (const part of [subject, text, html.replace(/<style>.*<\/style>/s, '')]) {
        expect(part).not.toMatch(/[{}]|undefined|\[object/);
        expect(part.trim()).not.toBe('');
      }
      expect(subject).not.toMatch(/[\r\n]/);
      expect(html).toContain(`lang="`);
      expect(html).not.toContain('<Co>');
    }
  });

  it.each(kinds)('%s is readable in light and dark mode: text and background colours are set together', (kind) => {
    const { html } = renderEmail({ kind, values }, 'en', context);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('color-scheme: light dark;');
    const [, sheet = '', dark = ''] =
      /<style>(.*?)@media \(prefers-color-scheme: dark\)(.*)<\/style>/s.exec(html) ?? [];
    const elements = html.replace(/<style>.*<\/style>/s, '');
    // A link has no ground of its own: it lies on the sheet or beside it.
    const links = (css: string) => css.match(/(?<=a(?::not\(\.button\))? \{ color: )#\w+/g) ?? [];
    for (const [theme, css] of [
      ['light', elements],
      ['dark', dark],
    ] as const) {
      const pairs = [...css.matchAll(/background:(#\w+)(?: !important)?;color:(#\w+)/g)].map((pair) => pair.slice(1));
      expect(pairs.length).toBeGreaterThanOrEqual(3);
      const grounds = ['paper', 'sheet'].map((token) => tokenColour(token, theme));
      const onGround = links(theme === 'light' ? sheet : dark).flatMap((ink) => grounds.map((ground) => [ground, ink]));
      expect(onGround).toHaveLength(2);
      for (const [ground = '', ink = ''] of [...pairs, ...onGround]) {
        expect(contrast(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
      // The colours are those of the pages.
      expect(pairs).toContainEqual([tokenColour('paper', theme), tokenColour('ink', theme)]);
    }
    // What a program makes of text and ground alone, without the sheet: neither is ever set without the other.
    for (const [style] of elements.matchAll(/style="[^"]*"/g)) {
      if (style.includes('background:')) expect(style).toMatch(/background:[^;]+;color:/);
    }
    expect(elements).toMatch(/<body[^>]*background:#\w+;color:#\w+/);
  });

  it.each(kinds)(
    '%s says the same in HTML as in plain text, in the same order, in elements that are all closed',
    (kind) => {
      const price = { amount: 1250, currency: 'EUR' } as const;
      const { subject, text, html } = renderEmail({ kind, values: { ...values, price, users: 3 } }, 'en', context);
      const open: string[] = [];
      for (const [, end, tag = ''] of html.matchAll(/<(\/?)(\w+)[^>]*>/g)) {
        if (end) expect(open.pop()).toBe(tag);
        else if (!['meta', 'br'].includes(tag)) open.push(tag);
      }
      expect(open).toEqual([]);
      for (const [, style = ''] of html.matchAll(/ style="([^"]*)"/g)) expect(style).toMatch(/^([a-z-]+:[^:;]+;?)+$/);
      expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
      const read = (part: string) =>
        part
          .replace(/<[^>]*>/g, '\n')
          .replace(
            /&(amp|lt|gt|quot|#39);/g,
            (_, sign: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[sign] ?? '',
          )
          .replaceAll('\u00a0', ' ')
          .replaceAll('\u202f', ' ');
      const body = read(html.replace(/^.*<\/head>/s, ''));
      const lines = [
        'Ringwell',
        ...text.split('\n\n').flatMap((line) => (/: https:/.test(line) ? line.split(/: (?=https:)/) : [line])),
      ];
      let from = 0;
      for (const line of lines) {
        const at = body.indexOf(line, from);
        expect(at, line).toBeGreaterThanOrEqual(from);
        from = at + line.length;
      }
      expect(read(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? '')).toBe(subject);
      // A code is in the mails of codes only.
      expect(text.includes('012345')).toBe(kind === 'loginCode' || kind === 'verificationCode');
    },
  );

  it.each([
    ['accountDisabled', 3],
    ['invitation', 4],
    ['loginCode', 6],
  ] as const)('%s has in plain text %i parts', (kind, count) => {
    expect(renderEmail({ kind, values }, 'en', context).text.split('\n\n')).toHaveLength(count);
  });

  it('keeps a name that is written from right to left apart from the words around it, and no other', () => {
    const subjectFor = (person: string) =>
      renderEmail({ kind: 'invitation', values: { ...values, person } }, 'en', context).subject;
    expect(subjectFor('محمد العلي')).toBe('\u2068محمد العلي\u2069 invited you to Ringwell');
    for (const name of ['Łukasz Żak', '山田 太郎', 'Αλέξανδρος']) {
      expect(subjectFor(name)).toBe(`${name} invited you to Ringwell`);
    }
  });

  it('has a name in its subject on one line, and in its HTML without any markup of its own', () => {
    const person = ` Eve\r\n\tBcc: <b onclick='x("&")'> `;
    const { subject, text, html } = renderEmail({ kind: 'invitation', values: { ...values, person } }, 'en', context);
    expect(subject).toBe(`Eve Bcc: <b onclick='x("&")'> invited you to Ringwell`);
    expect(text).toContain(`Bcc: <b onclick='x("&")'>`);
    expect(html).toContain('Bcc: &lt;b onclick=&#39;x(&quot;&amp;&quot;)&#39;&gt;');
    expect(html).not.toContain('<b ');
  });

  it.each([
    ['http://evil.example/pay', 'http evil. example/pay'],
    ['Your bill: www.evil.example.', 'Your bill: www. evil. example.'],
    ['HTTPS://1.2.3.4 pay@evil.example', 'HTTPS 1. 2. 3. 4 pay@evil. example'],
    ['evil．example evil。example evil｡example', 'evil． example evil。 example evil｡ example'],
    ['J.R.R. Tolkien Jr.', 'J. R. R. Tolkien Jr.'],
    ['Anne-Marie O’Neil A/L Muthu...', 'Anne-Marie O’Neil A/L Muthu...'],
    ['x'.repeat(60), 'x'.repeat(60)],
    ['😀'.repeat(61), `${'😀'.repeat(60)}…`],
  ])('makes of the name %s no link and no message of its own: %s', (person, shown) => {
    for (const kind of ['invitation', 'removedFromTeam', 'feeRaised', 'invitedAlready'] as const) {
      const { subject, text, html } = renderEmail({ kind, values: { ...values, person } }, 'en', context);
      expect(text).toContain(shown);
      expect(html.replaceAll('\u00a0', ' ')).toContain(shown);
      if (kind === 'invitation') expect(subject).toBe(`${shown} invited you to Ringwell`);
    }
  });

  it('has its link as a button and as an address to copy, and in plain text after the words of the button', () => {
    const address = 'https://phone.example/login/?invitation=a%26b';
    const { text, html } = renderEmail(
      { kind: 'invitation', values: { person: 'Ann', link: { invitation: 'a&b' } } },
      'en',
      context,
    );
    expect([...html.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href)).toEqual([address, address]);
    expect(html).toContain(`>${address}</a>`);
    expect(text).toContain(`\n\nAccept invitation: ${address}\n\n`);
    expect(text).not.toContain('<');
    expect(html).not.toMatch(/letter-spacing:\.2em/);
  });

  it('without a code or a link has neither, and says whom to write to', () => {
    const { subject, text, html } = renderEmail({ kind: 'accountDisabled' }, 'br', context);
    expect(html).not.toContain('<a ');
    expect(html.replace(/<style>.*<\/style>/s, '')).not.toMatch(/false|null|undefined/);
    expect(html).toMatch(/^<!doctype html><html lang="pt-BR"><head><meta charset="utf-8">/);
    expect(html).toContain(`<title>${subject}</title>`);
    expect(text).toContain('support@ringwell.example');
    expect(text.split('\n\n').length).toBeGreaterThanOrEqual(3);
    expect(text).not.toMatch(/\n\n\n|^\n|\n$/);
  });

  it.each([
    [600, undefined, 'expires in 10 minutes'],
    [600, 1, 'expires in 1 minute.'],
    [90, undefined, 'expires in 2 minutes'],
    [5, undefined, 'expires in 1 minute.'],
  ])('says how long a code lives: of %i seconds, %s minutes left', (codeLifeSeconds, minutes, words) => {
    const its = { ...context, settings: { ...settings, codeLifeSeconds } };
    const { text } = renderEmail(
      { kind: 'loginCode', values: { code: '012345', ...(minutes && { minutes }) } },
      'en',
      its,
    );
    expect(text).toContain(words);
  });

  it('contains the code, and no other six digits', () => {
    const { text, html } = renderEmail({ kind: 'loginCode', values }, 'en', context);
    expect(text.match(/\d{6}/g)).toEqual(['012345']);
    expect(html.match(/\d{6}/g)).toEqual(['012345']);
    expect(text).toContain('expires in 10 minutes');
  });

  it('formats the end of the trial as the page does', () => {
    expect(renderEmail({ kind: 'trialStarted', values }, 'en', context).text).toContain('5 Apr 2025');
  });

  it.each([
    ['en', '5\u00a0Apr\u00a02025', '€12.50', '24\u00a0hours'],
    ['de', '5.\u00a0Apr.\u00a02025', '12,50\u00a0€', '24\u00a0Stunden'],
    ['pl', '5\u00a0kwi\u00a02025', '12,50\u00a0€', '24\u00a0godziny'],
    ['br', '5\u00a0abr.\u00a02025', '€\u00a012,50', '24\u00a0horas'],
  ] as const)('in %s, no line ends within a date, an amount or a period', (language, date, amount, period) => {
    const price = { amount: 1250, currency: 'EUR' } as const;
    const htmlOf = (kind: (typeof kinds)[number]) =>
      renderEmail({ kind, values: { ...values, price, users: 3 } }, language, context).html;
    expect(htmlOf('subscriptionCancelled')).toContain(date);
    expect(htmlOf('feeRaised')).toContain(amount);
    expect(htmlOf('confirmation')).toContain(period);
  });

  it('in German, no line ends within E-Mail, whose hyphen stays a plain one', () => {
    const { text, html } = renderEmail({ kind: 'verificationCode', values }, 'de', context);
    expect(text).toContain('diese E-Mail ignorieren');
    expect(html).toContain('diese <span style="white-space:nowrap">E-Mail</span> ignorieren');
  });

  it.each(kinds)('%s has plain spaces and hyphens only in its subject and plain text', (kind) => {
    const price = { amount: 1250, currency: 'EUR' } as const;
    for (const language of languages) {
      const { subject, text } = renderEmail({ kind, values: { ...values, price, users: 3 } }, language, context);
      expect(subject + text).not.toMatch(/[\u00a0\u202f\u2007\u2011\u2060]/);
    }
  });

  it("links to existing pages, by their canonical path in the reader's language", () => {
    for (const page of ['login', 'login2fa', 'recoverPassword', 'oneTimeLogin', 'registration', 'dashboard'] as const) {
      for (const language of languages) {
        expect(pageAddress('https://phone.example', page, language, { a: 'b&c' })).toBe(
          `https://phone.example${pathTo(page, language)}?a=b%26c`,
        );
      }
    }
  });
});
