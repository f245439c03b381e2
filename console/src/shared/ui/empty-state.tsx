import { Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';
import type { IconName } from './icon-paths.ts';
import { Icon } from './icons.tsx';

interface EmptyStateProps {
  icon: IconName;
  title: string;
  /** What the page is for, and how it fills. */
  means: string;
  /** The first step, as a button. */
  children?: ReactNode;
}

/** Says what an empty page is for, and offers the first step. */
export function EmptyState({ icon, title, means, children }: EmptyStateProps) {
  return (
    <Paper withBorder className={classes.empty}>
      <Icon name={icon} size={28} />
      <Title order={2}>{title}</Title>
      <Text size="sm" maw={520}>
        {means}
      </Text>
      {children}
    </Paper>
  );
}
