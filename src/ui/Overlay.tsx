import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Icon } from './Icon.tsx';
import './Overlay.css';

type OverlayProps = {
  title: string;
  /** Label of the button that closes it, for example 'Cancel'. */
  closeLabel: string;
  /** Called by Escape and the button. The caller decides whether it closes: it is open while it is rendered. */
  onClose: () => void;
  children: ReactNode;
};

/**
 * A modal dialog of the browser that fills the window, for a bank's page. The focus moves to its title, can enter a
 * frame inside, and returns when the dialog closes.
 */
export function Overlay({ title, closeLabel, onClose, children }: OverlayProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();

  useEffect(() => {
    const layer = dialog.current;
    const before = document.activeElement;
    layer?.showModal();
    heading.current?.focus();
    return () => {
      layer?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className="overlay"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="overlay-head">
        <h2 ref={heading} id={titleId} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" className="button button-secondary overlay-close" onClick={onClose}>
          <Icon name="close" />
          <span>{closeLabel}</span>
        </button>
      </div>
      <div className="overlay-body">{children}</div>
    </dialog>
  );
}
