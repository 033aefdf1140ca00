import { useLingui } from '@lingui/react';
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { Icon } from './Icon.tsx';
import './LanguageMenu.css';
import { focusTarget } from './whenLeft.ts';

/** §3, a language option as a link to the same page in that language. */
type LanguageChoice = {
  key: string;
  /** The language in itself: 'Deutsch'. */
  ownName: string;
  /** The same in the language of the page, with its currency: 'German (EUR)'. */
  text: string;
  href: string;
  /** Tag of the target language, for example 'de'. */
  lang: string;
};

type LanguageMenuProps = {
  /** Name of the list, for example 'Language'. */
  label: string;
  choices: readonly LanguageChoice[];
  /** Key of the language of this page. */
  current: string;
  onChoose?: ((key: string, event: MouseEvent<HTMLAnchorElement>) => void) | undefined;
};

/**
 * The languages: a button that names the current one and opens a list of links. Escape, leaving it and a press elsewhere
 * close it.
 */
export function LanguageMenu({ label, choices, current, onChoose }: LanguageMenuProps) {
  const { i18n } = useLingui();
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const chosen = choices.find((choice) => choice.key === current);

  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    setOpen(false);
    button.current?.focus();
  };
  // Safari does not focus a pressed button, so the focus cannot leave the menu.
  useEffect(() => {
    if (!open) return;
    const closeOnPress = ({ target }: PointerEvent) => {
      if (!menu.current?.contains(target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOnPress);
    return () => document.removeEventListener('pointerdown', closeOnPress);
  }, [open]);
  const closeOnLeave = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(focusTarget(event))) setOpen(false);
  };

  return (
    <nav ref={menu} className="language-menu" aria-label={label} onKeyDown={closeOnEscape} onBlur={closeOnLeave}>
      <button
        ref={button}
        type="button"
        className="language-button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon name="globe" />
        <span>{chosen?.text ?? i18n.t('Language')}</span>
        <Icon name="chevron" size={1} />
      </button>
      <ul id={id} className="language-list" hidden={!open}>
        {choices.map((choice) => (
          <li key={choice.key}>
            <a
              href={choice.href}
              hrefLang={choice.lang}
              aria-current={choice.key === current || undefined}
              onClick={(event) => onChoose?.(choice.key, event)}
            >
              <span className="language-sign" aria-hidden="true">
                {choice.key.toUpperCase()}
              </span>
              <span className="language-names">
                {choice.text.startsWith(choice.ownName) ? (
                  <span>{choice.text}</span>
                ) : (
                  <>
                    <span lang={choice.lang}>{choice.ownName}</span> <small>{choice.text}</small>
                  </>
                )}
              </span>
              {choice.key === current && <Icon name="check" size={1} />}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
