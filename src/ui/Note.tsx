import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import './Note.css';

const signs = { success: 'check', error: 'alert', wait: 'clock' } as const satisfies Record<string, IconName>;

type NoteProps = { kind: keyof typeof signs; children: ReactNode };

/** A message within a screen; an error is announced. */
export const Note = ({ kind, children }: NoteProps) => (
  <div className={`note note-${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
    <Icon name={signs[kind]} />
    <div className="note-text">{children}</div>
  </div>
);
