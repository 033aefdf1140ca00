import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import './Note.css';

const signs = { success: 'check', error: 'alert', wait: 'clock' } as const satisfies Record<string, IconName>;

type NoteProps = { kind: keyof typeof signs; children: ReactNode };

/**
 * A message within a screen; an error is announced. One that appears while a screen is used, and is no error, stands in
 * a live region that was there before. When it is removed with the focus in it, the heading above takes the focus.
 */
export function Note({ kind, children }: NoteProps) {
  const note = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = note.current;
    return () => {
      if (box?.contains(document.activeElement)) headingAbove(box)?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div ref={note} className={`note note-${kind}`} role={kind === 'error' ? 'alert' : undefined}>
      <Icon name={signs[kind]} />
      <div className="note-text">{children}</div>
    </div>
  );
}

/** The nearest heading before an element that can take the focus. */
const headingAbove = (element: Element) =>
  [...document.querySelectorAll<HTMLElement>(':is(h1, h2, h3, h4)[tabindex]')].findLast(
    (heading) => heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
