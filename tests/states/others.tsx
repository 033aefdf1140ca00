import { noticeCodes, problem, success } from '#domain/notice.ts';
import type { Family } from '#domain/routes.ts';
import { ExternalSsoScreen } from '#screens/externalSso/ExternalSsoScreen.tsx';
import { NoticeBanner } from '#screens/layout/NoticeBanner.tsx';
import { NotFoundScreen } from '#screens/notFound/NotFoundScreen.tsx';
import { ArticleScreen } from '#screens/pages/ArticleScreen.tsx';
import { HomeScreen } from '#screens/pages/HomeScreen.tsx';
import type { Content } from '../../src/content/content.ts';
import { screens } from './screens.ts';

const banner = (notices: readonly object[]) => (
  <NoticeBanner state={{ context: { notices } } as never} send={() => {}} />
);
const add = (name: string, family: Family, states: Record<string, () => React.ReactNode>) =>
  screens.set(name, { family, states: Object.entries(states).map(([title, render]) => ({ title, render })) });

/** What has no flow of its own: the pages of text, and the banner in every message. */
export function addOthers(content: Content): void {
  add('home', 'main', { shown: () => <HomeScreen article={content.main} /> });
  add('contact', 'contact', { shown: () => <ArticleScreen article={content.contact} /> });
  add('terms', 'termsAndConditions', { shown: () => <ArticleScreen article={content.termsAndConditions} /> });
  add('privacy', 'privacyPolicy', { shown: () => <ArticleScreen article={content.privacyPolicy} /> });
  add('external landing', 'ssoExternal', { shown: () => <ExternalSsoScreen appName="" /> });
  add('not found', 'main', { shown: () => <NotFoundScreen /> });
  const messages = noticeCodes.map((code) => [code, () => banner([problem({ code }), success({ code })])] as const);
  add('banner', 'login', {
    ...Object.fromEntries(messages),
    'with a link and a wait': () =>
      banner([{ ...problem({ code: 'somethingWrong' }), resendTo: 'ann@acme.example', waitSeconds: 75 }]),
  });
}
