import type { MouseEvent, ReactNode } from 'react';
import { type Family, pathTo } from '#domain/routes.ts';
import { usePage } from './page.ts';
import { isPlainClick } from './plainClick.ts';

type RouteLinkProps = {
  to: Family;
  children?: ReactNode;
  className?: string;
  /** Opens in a new tab, so that unsaved input is not lost. */
  newTab?: boolean;
};

/** A link to another screen in the language of the page. */
export function RouteLink({ to, children, className, newTab }: RouteLinkProps) {
  const { language, go } = usePage();
  const follow = (event: MouseEvent) => {
    if (newTab || !isPlainClick(event)) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a
      href={pathTo(to, language)}
      className={className}
      onClick={follow}
      {...(newTab && { target: '_blank', rel: 'noopener' })}
    >
      {children}
    </a>
  );
}
