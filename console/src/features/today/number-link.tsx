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

/** A number that leads to the list of what it counts. */
export function NumberLink({ to, name, className, children }: NumberLinkProps) {
  // Each search is one of its page's own, which the router's types cannot know of two pages at once.
  return (
    <Link {...(to as { to: '/orders' })} className={className} data-number={name}>
      {children}
    </Link>
  );
}
