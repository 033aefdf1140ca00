import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';

type Props = {
  title: string;
  /** Below the title, beside the action. */
  intro?: ReactNode;
  /** The button that changes what the section shows. */
  action?: ReactNode;
  children?: ReactNode;
  /**
   * Takes the focus when the focused element is removed, for example the button that opened a panel. Default: the
   * title.
   */
  fallbackFocus?: RefObject<HTMLElement | null>;
};

/**
 * A section of the dashboard. When a focused part of it is removed (a panel, a line of a list), the focus stays inside.
 */
export function Section({ title, intro, action, children, fallbackFocus }: Props) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const holdsFocus = useRef(false);

  useEffect(() => {
    if (!holdsFocus.current || document.activeElement !== document.body) return;
    fallbackFocus?.current?.focus();
    if (document.activeElement === document.body) heading.current?.focus();
  });

  return (
    <section
      className="setting"
      aria-labelledby={id}
      onFocus={() => {
        holdsFocus.current = true;
      }}
      // The element that gets the focus reports it; an element that is removed loses the focus without this event.
      onBlur={() => {
        holdsFocus.current = false;
      }}
    >
      <div className="setting-head">
        <div className="setting-text">
          <h3 id={id} ref={heading} tabIndex={-1}>
            {title}
          </h3>
          {intro}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
