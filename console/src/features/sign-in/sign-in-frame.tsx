import { Anchor, Group, Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { LANGUAGES, useLanguage } from '../../shared/copy/language.ts';
import { sharedCopy, useChooseLanguage } from '../../shared/copy/shared-copy.ts';
import classes from './sign-in-frame.module.css';

/** The pages for those who are not signed in. */
export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  const copy = useCopy(sharedCopy);
  const language = useLanguage();
  const chooseLanguage = useChooseLanguage();
  return (
    <main className={classes.screen}>
      <Paper withBorder className={classes.card}>
        <div>
          <p className={classes.product}>{copy.product}</p>
          <Title order={1}>{title}</Title>
        </div>
        {children}
      </Paper>
      <Group gap="md">
        {LANGUAGES.map((one) => (
          <Anchor
            key={one}
            component="button"
            lang={one}
            size="sm"
            fw={one === language ? 700 : 400}
            aria-pressed={one === language}
            onClick={() => void chooseLanguage(one)}
          >
            {copy.languages[one]}
          </Anchor>
        ))}
      </Group>
    </main>
  );
}
