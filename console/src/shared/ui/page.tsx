import { Group, Paper, Title } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import factsClasses from './facts.module.css';
import classes from './page.module.css';
import sectionClasses from './section.module.css';

interface PageProps {
  title: ReactNode;
  /** Actions for the whole page, to the right of the title. */
  actions?: ReactNode;
  children: ReactNode;
}

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

export function Section({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <Paper component="section" withBorder className={sectionClasses.section} aria-label={title}>
      <div className={sectionClasses.head}>
        <Title order={2}>{title}</Title>
        {actions}
      </div>
      {children}
    </Paper>
  );
}

/** A list of named facts. Undefined facts are left out. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={factsClasses.facts}>
      {of
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}
