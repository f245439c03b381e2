import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './section.module.css';

/** A part of a page with a heading of its own. */
export function Section({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Paper component="section" withBorder className={classes.section} aria-label={title}>
      <div className={classes.head}>
        <Title order={2}>{title}</Title>
        {actions}
      </div>
      {children}
    </Paper>
  );
}
