import { describe, expect, it } from 'vitest';
import { pageBrand } from '#server/http/pageBrand.ts';
import { typefaceFiles } from '#server/http/typeface.ts';
import { startServer } from '../support/server.ts';

const browser: RequestInit = { headers: { Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate' } };
const APP = 'http://localhost:3000';
const BANK = 'http://127.0.0.1:3000';

const ours = ['/v1/phone/nothing', '/inbox', '/openapi/'];
const others = [`${BANK}/bank/check/none`, `${BANK}/bank/notice`];

async function pageOf(path: string, settings: { logo?: string } = {}) {
  const server = await startServer();
  const { brand } = server.context.config.settings;
  Object.assign(server.context.config.settings, { brand: { ...brand, ...settings } });
  const { href, origin } = new URL(path, APP);
  const get = async (address: string) => server.app.request(new URL(address, origin), browser);
  const answer = await get(href);
  const policy = Object.fromEntries(
    (answer.headers.get('Content-Security-Policy') ?? '').split('; ').map((line) => {
      const [name = '', ...sources] = line.split(' ');
      return [name, sources];
    }),
  );
  const html = await answer.text();
  return { get, policy, html, header: /<header>.*<\/header>/s.exec(html)?.[0] ?? '' };
}

describe.each([...ours, ...others])('%s', (path) => {
  it('is in the typeface of the app, which its own origin serves', async () => {
    const { get, policy, html } = await pageOf(path);
    const styles = /<link rel="stylesheet" href="([^"]+)" referrerpolicy="no-referrer">/.exec(html)?.[1] ?? '';
    expect(policy['style-src']).toContain("'self'");
    expect(policy['font-src']).toEqual(["'self'"]);
    const answer = await get(styles);
    expect(answer.headers.get('Content-Type')).toBe('text/css; charset=utf-8');
    const css = await answer.text();
    expect(css).toContain('--face-display:');
    const fonts = [...css.matchAll(/url\("([^"]+)"\)/g)].map(([, font]) => font);
    expect(fonts.length).toBeGreaterThan(0);
    for (const font of fonts) {
      const file = await get(String(font));
      expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'font/woff2']);
      // The signature of the format.
      expect(Buffer.from(await file.arrayBuffer()).toString('latin1', 0, 4)).toBe('wOF2');
    }
    expect(typefaceFiles.size).toBe(fonts.length + 1);
  });
});

describe.each(ours)('%s', (path) => {
  it('has the built-in logo, with the name', async () => {
    const { header, policy } = await pageOf(path);
    expect(header).toMatch(/<svg aria-hidden="true".*<span>Ringwell<\/span>/s);
    expect(policy['img-src']).toEqual([APP]);
  });

  it('has the operator’s own logo, from where it is', async () => {
    const { header, policy } = await pageOf(path, { logo: 'https://cdn.example/logo.svg' });
    expect(header).toContain('<img src="https://cdn.example/logo.svg" alt="Ringwell">');
    expect(header).not.toContain('<svg');
    expect(policy['img-src']).toEqual(['https://cdn.example', APP]);
  });
});

it('images of the operator are where the settings say, also below the public address', async () => {
  const { settings } = (await startServer()).context.config;
  const brandOf = (logo: string, icon: string) =>
    pageBrand({ publicUrl: APP, settings: { ...settings, brand: { ...settings.brand, logo, icon } } }, 'de');
  const main = { name: 'Ringwell', href: `${APP}/de/` };
  expect(brandOf('/own/logo.svg', 'https://cdn.example/icon.svg')).toEqual({
    ...main,
    logo: `${APP}/own/logo.svg`,
    icon: 'https://cdn.example/icon.svg',
  });
  expect(brandOf('', '')).toEqual({ ...main, logo: '', icon: `${APP}/icon.svg` });
});

it.each(others)('%s, which is another firm’s, has no logo of ours', async (path) => {
  const { header, policy } = await pageOf(path);
  expect(header).toBe('');
  expect(policy['img-src']).toBeUndefined();
});
