import { Anchor, Group, Paper, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { LANGUAGES, setLanguage, useLanguage } from '../../shared/copy/language.ts';
import { sharedCopy } from '../../shared/copy/shared-copy.ts';
import classes from './sign-in-frame.module.css';

/** The pages for those who are not signed in. */
export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  const copy = useCopy(sharedCopy);
  const language = useLanguage();
  const router = useRouter();
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
            onClick={async () => {
              await sharedCopy.load(one);
              setLanguage(one);
              await router.invalidate();
            }}
          >
            {copy.languages[one]}
          </Anchor>
        ))}
      </Group>
    </main>
  );
}
