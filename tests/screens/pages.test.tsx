import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { appName } from '#domain/plainText.ts';
import { ExternalSsoScreen } from '#screens/externalSso/ExternalSsoScreen.tsx';
import { NotFoundScreen } from '#screens/notFound/NotFoundScreen.tsx';
import { ArticleScreen } from '#screens/pages/ArticleScreen.tsx';
import { HomeScreen } from '#screens/pages/HomeScreen.tsx';
import { settings } from '#settings';
import { content as de } from '../../src/content/de.ts';
import { content as en } from '../../src/content/en.ts';
import { content as es } from '../../src/content/es.ts';
import { content as mx } from '../../src/content/es-MX.ts';
import { content as pl } from '../../src/content/pl.ts';
import { content as pt } from '../../src/content/pt.ts';
import { content as br } from '../../src/content/pt-BR.ts';
import { renderScreen } from '../support/screen.tsx';

const renderLanding = (parameter: string | null) => {
  const { container } = renderScreen(<ExternalSsoScreen appName={appName(parameter)} />);
  return container.querySelector('p');
};

test.each([
  [null, 'Please go back to the application to continue...'],
  ['', 'Please go back to the application to continue...'],
  ['Acme Desk', 'Please go back to the Acme Desk to continue...'],
  ['<svg onload=alert(1)>', 'Please go back to the <svg onload=alert(1)> to continue...'],
  ['<0>x</0>{0}$t(login)', 'Please go back to the <0>x</0>{0}$t(login) to continue...'],
])('§2 the external landing names the application: %s', (parameter, sentence) => {
  const paragraph = renderLanding(parameter);
  expect(paragraph?.textContent).toBe(sentence);
  expect(paragraph?.querySelector('svg')).toBeNull();
});

test('§8 an unknown path shows ‘Route not found’ and a link', () => {
  renderScreen(<NotFoundScreen />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Route not found');
  expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/');
});

test('the home page links to login and sign-up', () => {
  renderScreen(<HomeScreen article={en.main} />);
  expect(screen.getByRole('link', { name: 'Start free trial' }).getAttribute('href')).toBe('/signup/');
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login/');
});

test.each(Object.entries({ en, de, es, pl, pt, mx, br }))(
  'every page of %s is rendered with its placeholders filled',
  (_, content) => {
    for (const article of Object.values(content)) {
      const { container, unmount } = renderScreen(<ArticleScreen article={article} />);
      expect(container.textContent).not.toMatch(/[{}]/);
      expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
      unmount();
    }
    const { container } = renderScreen(<ArticleScreen article={content.contact} />);
    expect(container.querySelector('a')?.getAttribute('href')).toBe(`mailto:${settings.brand.supportEmail}`);
  },
);
