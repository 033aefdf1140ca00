import type { ReactNode } from 'react';
import type { Language } from '#domain/constants.ts';
import { appName } from '#domain/plainText.ts';
import { ExternalSsoScreen } from '#screens/externalSso/ExternalSsoScreen.tsx';
import { NotFoundScreen } from '#screens/notFound/NotFoundScreen.tsx';
import { ArticleScreen } from '#screens/pages/ArticleScreen.tsx';
import { HomeScreen } from '#screens/pages/HomeScreen.tsx';
import type { Content } from '../../content/content.ts';
import type { AppLocation } from '../navigation/appLocation.ts';
import type { Flow, FlowModule } from '../navigation/flowRouter.ts';
import type { AppServices } from '../services.ts';

/** One chunk for each language. */
const texts: Record<Language, () => Promise<{ content: Content }>> = {
  en: () => import('../../content/en.ts'),
  de: () => import('../../content/de.ts'),
  es: () => import('../../content/es.ts'),
  pl: () => import('../../content/pl.ts'),
  pt: () => import('../../content/pt.ts'),
  mx: () => import('../../content/es-MX.ts'),
  br: () => import('../../content/pt-BR.ts'),
};

/** Static screens: home, contact, terms, privacy, the external landing, and 'Route not found'. */
export async function inLanguage({ language }: AppServices): Promise<FlowModule> {
  const { content } = await texts[language]();
  return { open: (_, appLocation) => openPage(content, appLocation) };
}

function openPage(content: Content, appLocation: AppLocation): Flow {
  let shown = appLocation;
  return {
    render: () => screenFor(shown, content),
    onMove: (next) => {
      shown = next;
    },
  };
}

function screenFor({ family, query }: AppLocation, content: Content): ReactNode {
  switch (family) {
    case 'main':
      return <HomeScreen article={content.main} />;
    case 'contact':
    case 'termsAndConditions':
    case 'privacyPolicy':
      return <ArticleScreen key={family} article={content[family]} />;
    case 'ssoExternal':
      return <ExternalSsoScreen appName={appName(query.get('app_name'))} />;
    default:
      return <NotFoundScreen />;
  }
}
