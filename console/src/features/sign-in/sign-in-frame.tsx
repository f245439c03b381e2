import { Anchor, Group, Paper, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CONSOLE_PATH } from '../../shared/api/api-base.ts';
import { LANGUAGES, readLanguage, setLanguage, useCopy, useLanguage } from '../../shared/copy/copy.ts';
import { sharedCopy, useChooseLanguage } from '../../shared/copy/shared-copy.ts';
import { SESSION_KEY, type Session } from '../../shared/session/session-api.ts';
import classes from './sign-in-frame.module.css';

/** The frame of the pages without a session. */
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

/** Opens the page that the person asked for, in their language. */
export function useEnter(): (session: Session, next?: string) => void {
  const queryClient = useQueryClient();
  const router = useRouter();
  return (session, next) => {
    const language = readLanguage(session.operator.language);
    if (language) setLanguage(language);
    queryClient.setQueryData(SESSION_KEY, session);
    router.history.replace(addressOf(next));
  };
}

/**
 * Returns the address for `next`, a path within the console. Returns the start page for a path that leads
 * elsewhere, because anyone may put one into a link.
 */
function addressOf(next = '/'): string {
  const address = URL.parse(CONSOLE_PATH.slice(0, -1) + next, location.origin);
  const isWithin = address?.origin === location.origin && address.pathname.startsWith(CONSOLE_PATH);
  return isWithin ? address.pathname + address.search : CONSOLE_PATH;
}
