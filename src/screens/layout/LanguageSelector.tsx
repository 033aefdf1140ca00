import { useLingui } from '@lingui/react';
import type { Currency, Language } from '#domain/constants.ts';
import { languageOptions } from '#domain/locale.ts';
import type { preferencesMachine } from '#machines/preferences.machine.ts';
import { ownNames } from '#text/languageNames.ts';
import { LanguageMenu } from '#ui/LanguageMenu.tsx';
import { isPlainClick } from '../plainClick.ts';
import type { ScreenProps } from '../screenProps.ts';

/** The address of this page in another language. */
type AddressOf = (choice: { language: Language; currency: Currency }) => string;

type Props = ScreenProps<typeof preferencesMachine> & { addressOf: AddressOf };

/** §2: the language selector. Its entries are links to the same screen in that language. */
export function LanguageSelector({ state, send, addressOf }: Props) {
  const { i18n } = useLingui();
  const { language: current } = state.context.preferences;
  const options = languageOptions(current);
  return (
    <LanguageMenu
      label={i18n.t('Language')}
      current={current}
      choices={options.map(({ key, text, langKey, currency }) => ({
        key,
        ownName: ownNames[key],
        text: i18n._(text),
        lang: langKey,
        href: addressOf({ language: key, currency }),
      }))}
      onChoose={(key, event) => {
        const chosen = options.find((option) => option.key === key);
        if (!chosen || !isPlainClick(event)) return;
        event.preventDefault();
        send({ type: 'LANGUAGE_CHOSEN', language: chosen.key, currency: chosen.currency });
      }}
    />
  );
}
