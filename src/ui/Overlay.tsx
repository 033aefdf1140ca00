import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Icon } from './Icon.tsx';
import './Overlay.css';

export type OverlayProps = {
  title: string;
  /** Words of the button that leaves it, for example 'Cancel'. */
  closeLabel: string;
  /** Escape and the button. Whether it then goes is the flow's to say: it stands as long as it is drawn. */
  onClose: () => void;
  children: ReactNode;
  /** 'frame' fills the window, for a bank's page; 'sheet' is as big as what it says. */
  size?: 'frame' | 'sheet';
};

/**
 * A layer above all others: the browser's own modal dialog. Focus goes to its title, may enter a frame inside, and
 * comes back to where it was when the layer goes.
 */
export function Overlay({ title, closeLabel, onClose, children, size = 'sheet' }: OverlayProps) {
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
      className={`overlay overlay-${size}`}
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
