import { Anchor, Modal, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { CONSOLE_PATH } from '../shared/api/api-base.ts';
import { POLL_MS } from '../shared/api/query-client.ts';
import { useCopy } from '../shared/copy/copy.ts';
import { OPENID_URL, readSession, SESSION_KEY, type Session } from '../shared/session/session-api.ts';
import { signInCopy } from '../shared/session/sign-in-copy.ts';
import { SignInForm } from '../shared/session/sign-in-form.tsx';
import { useSession } from '../shared/session/use-permission.ts';

const OPENID_URL_OF_DIALOG = `${OPENID_URL}?returnTo=${encodeURIComponent(`${CONSOLE_PATH}signed-in`)}`;

/** Signs in again over the page, which keeps typed text. Blurs the page, because anyone may see it. */
export function SessionEnded() {
  const copy = useCopy(signInCopy);
  const { operator } = useSession();
  const queryClient = useQueryClient();
  const router = useRouter();
  const goOn = (session: Session) => {
    // Another person must not see this page.
    if (session.operator.operatorId !== operator.operatorId) return location.assign(CONSOLE_PATH);
    queryClient.setQueryData(SESSION_KEY, session);
    void queryClient.invalidateQueries();
    void router.invalidate();
  };
  // Another window may sign in, which this one notices.
  useQuery({
    queryKey: [...SESSION_KEY, 'again'],
    queryFn: async () => {
      const session = await readSession();
      if (session) goOn(session);
      return session;
    },
    refetchInterval: POLL_MS,
  });
  return (
    <Modal
      opened
      onClose={() => {}}
      title={copy.ended}
      zIndex={400}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      overlayProps={{ blur: 8 }}
    >
      <Stack gap="md">
        <Text size="sm">{copy.endedLong(operator.name)}</Text>
        <SignInForm login={operator.login} openIdUrl={OPENID_URL_OF_DIALOG} target="_blank" onSignedIn={goOn} />
        <Anchor href={`${CONSOLE_PATH}sign-in`} size="sm">
          {copy.leave}
        </Anchor>
      </Stack>
    </Modal>
  );
}
