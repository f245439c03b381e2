import { Anchor, Group, Paper, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CONSOLE_PATH } from '../../shared/api/api-base.ts';
import { LANGUAGES, readLanguage, setLanguage, useCopy, useLanguage } from '../../shared/copy/copy.ts';
import { sharedCopy, useChooseLanguage } from '../../shared/copy/shared-copy.ts';
import { SESSION_KEY, type Session } from '../../shared/session/session-api.ts';
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

/** Takes the person who just signed in to where they wanted to, in their language. */
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

/** `next` is an address within the console, as the router has it: /orders?status=ERROR. One that leads elsewhere, which somebody may have put into a link, is none. */
function addressOf(next = '/'): string {
  const address = URL.parse(CONSOLE_PATH.slice(0, -1) + next, location.origin);
  const isWithin = address?.origin === location.origin && address.pathname.startsWith(CONSOLE_PATH);
  return isWithin ? address.pathname + address.search : CONSOLE_PATH;
}
