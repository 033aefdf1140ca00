import { type FocusEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Panel } from '#ui/Panel.tsx';

type Props = {
  title: string;
  children: ReactNode;
  /**
   * Takes the focus when the focused element is removed, for example the button that opened a panel. Default: the
   * title.
   */
  fallbackFocus?: RefObject<HTMLElement | null>;
};

/**
 * A section of the dashboard. When a focused part of it is removed (a panel, a line of a list), the focus stays inside.
 */
export function Section({ title, children, fallbackFocus }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const holdsFocus = useRef(false);

  useEffect(() => {
    if (!holdsFocus.current || document.activeElement !== document.body) return;
    fallbackFocus?.current?.focus();
    if (document.activeElement === document.body) heading.current?.focus();
  });

  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    holdsFocus.current = currentTarget.contains(relatedTarget);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches where the focus is
    <div
      onFocus={() => {
        holdsFocus.current = true;
      }}
      onBlur={leave}
    >
      <Panel title={title} headingRef={heading}>
        {children}
      </Panel>
    </div>
  );
}
