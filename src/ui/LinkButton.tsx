import type { MouseEvent, ReactNode, Ref } from 'react';
import type { ButtonVariant } from './Button.tsx';
import './Button.css';

export type LinkButtonProps = {
  href: string;
  children: ReactNode;
  variant?: ButtonVariant;
  wide?: boolean;
  icon?: ReactNode;
  onPress?: (event: MouseEvent<HTMLAnchorElement>) => void;
  ref?: Ref<HTMLAnchorElement>;
};

/** A link that looks like a button; for assistive technology it stays a link. */
export const LinkButton = ({ href, children, variant = 'secondary', wide, icon, onPress, ref }: LinkButtonProps) => (
  <a ref={ref} href={href} className={`button button-${variant}${wide ? ' button-wide' : ''}`} onClick={onPress}>
    {icon}
    <span>{children}</span>
  </a>
);
