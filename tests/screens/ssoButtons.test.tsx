import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test } from 'vitest';
import { apiBase } from '#domain/hosts.ts';
import { PageProvider } from '#screens/page.ts';
import { SsoButtons } from '#screens/SsoButtons.tsx';
import { settings } from '#settings';
import { testPage } from '../support/screen.tsx';

const acme = 'https://api.acme.example/v1/phone';
const german = 'https://api.acme.de/v1/phone';

/** Where the buttons lead in the page as it was built, and on a host once it is hydrated. */
async function basesOn(host: string, api: Record<string, string>) {
  const page = testPage({ settings: { ...settings, hosts: { ...settings.hosts, api } }, apiBase: apiBase(host, api) });
  const buttons = (
    <I18nProvider i18n={i18n}>
      <PageProvider value={page}>
        <SsoButtons from="login" />
      </PageProvider>
    </I18nProvider>
  );
  const root = document.createElement('div');
  root.innerHTML = renderToString(buttons);
  const bases = () => {
    const links = [...root.querySelectorAll('a')].map((link) => link.getAttribute('href')?.split('/sso/')[0]);
    return [...new Set(links)];
  };
  const built = bases();
  const wired = await act(() => hydrateRoot(root, buttons));
  onTestFinished(() => act(() => wired.unmount()));
  return { built, hydrated: bases() };
}

test.each([
  ['entry.acme.example', {}, '/v1/phone', '/v1/phone'],
  ['entry.acme.example', { 'entry.acme.example': acme }, acme, acme],
  ['localhost', { 'entry.acme.example': acme, 'www.acme.example': acme }, acme, '/v1/phone'],
  ['entry.acme.de', { 'entry.acme.example': acme, 'entry.acme.de': german }, '/v1/phone', german],
])(
  'on %s with the APIs %j, single sign-on begins at %s until hydration, then at %s',
  async (host, api, built, then) => {
    expect(await basesOn(host, api)).toEqual({ built: [built], hydrated: [then] });
  },
);
