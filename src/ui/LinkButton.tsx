import type { ReactNode } from 'react';
import './Button.css';

type Props = { href: string; children: ReactNode; wide?: boolean; icon?: ReactNode };

/** A link that looks like a secondary button; for assistive technology it stays a link. */
export const LinkButton = ({ href, children, wide, icon }: Props) => (
  <a href={href} className={`button button-secondary${wide ? ' button-wide' : ''}`}>
    {icon}
    <span>{children}</span>
  </a>
);
