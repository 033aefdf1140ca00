import { I18nProvider } from '@lingui/react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Language } from '#domain/constants.ts';
import { localeTag, type Preferences } from '#domain/locale.ts';
import { LanguageSelector } from '#screens/layout/LanguageSelector.tsx';
import { PageLayout } from '#screens/layout/PageLayout.tsx';
import { type Page, PageProvider } from '#screens/page.ts';
import { settings } from '#settings';
import '../../src/ui/tokens.css';
import '../../src/ui/face.css';
import '../../src/ui/base.css';
import { messagesOf, type StatesLanguage } from './messages.ts';
import { addOthers } from './others.tsx';
import { frameOf, type ScreenState, screens } from './screens.ts';
import { reading } from './testScreen.tsx';

const contents = {
  en: () => import('../../src/content/en.ts'),
  de: () => import('../../src/content/de.ts'),
  es: () => import('../../src/content/es.ts'),
  pl: () => import('../../src/content/pl.ts'),
  pt: () => import('../../src/content/pt.ts'),
  mx: () => import('../../src/content/es-MX.ts'),
  br: () => import('../../src/content/pt-BR.ts'),
};
let i18n = await messagesOf('en');
let page = pageIn('en');

const files = import.meta.glob('../screens/**/*.test.tsx');
for (const [path, read] of Object.entries(files)) {
  reading(path);
  await read();
}
addOthers((await contents.en()).content);

const root = createRoot(document.getElementById('root') as HTMLElement);
let rendered = 0;

/** Draws a state of a screen and returns its name; null after the last. */
function show(name: string, index: number): string | null {
  const screen = screens.get(name);
  const state: ScreenState | undefined = screen?.states[index];
  if (!screen || !state) return null;
  scrollTo(0, 0);
  rendered += 1;
  const frame = frameOf(name, screen.family);
  const selector = (
    <LanguageSelector
      state={{ context: { preferences: page.preferences } } as never}
      send={() => {}}
      addressOf={() => '#'}
    />
  );
  flushSync(() =>
    root.render(
      <I18nProvider i18n={i18n}>
        <PageProvider value={page}>
          <PageLayout
            key={rendered}
            family={screen.family}
            languageSelector={selector}
            banner={null}
            onManageCookies={() => {}}
          >
            {frame ? <div className={frame}>{state.render()}</div> : state.render()}
          </PageLayout>
        </PageProvider>
      </I18nProvider>,
    ),
  );
  return state.title;
}

/** Sets the language of the screens that are shown from now on. */
async function setLanguage(named: StatesLanguage): Promise<void> {
  const language = named === 'bracketed' ? 'en' : named;
  i18n = await messagesOf(named);
  page = pageIn(language);
  document.documentElement.lang = localeTag(language);
  addOthers((await contents[language]()).content);
}

function pageIn(language: Language): Page {
  const preferences: Preferences = { language, currency: 'EUR', country: 'de' };
  const still = () => {};
  return {
    settings,
    language,
    preferences,
    apiBase: '/v1/phone',
    go: still,
    showHeading: still,
    setErrorInTitle: still,
  };
}

/** What the browser tests call. */
type States = { names: string[]; show: typeof show; setLanguage: typeof setLanguage };
Object.assign(window, { states: { names: [...screens.keys()], show, setLanguage } satisfies States });
