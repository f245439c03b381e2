import { Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './page.module.css';

interface PageProps {
  title: ReactNode;
  /** What can be done with the whole page, at the right of its title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The content of a page: its title, its actions, and the rest below them. */
export function Page({ title, actions, children }: PageProps) {
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Title order={1} className={classes.title}>
          {title}
        </Title>
        {actions && <Group gap="xs">{actions}</Group>}
      </div>
      {children}
    </div>
  );
}
