import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ListLink } from './today-links.ts';

interface NumberLinkProps {
  to: ListLink;
  /** Names the number for tests. */
  name: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Links a number to the list of the rows that it counts. */
export function NumberLink({ to, name, className, children }: NumberLinkProps) {
  // The router's types cannot express a link to one of several pages.
  return (
    <Link {...(to as { to: '/orders' })} className={className} data-number={name}>
      {children}
    </Link>
  );
}
