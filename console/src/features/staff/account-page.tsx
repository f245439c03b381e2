import { SimpleGrid } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCopy } from '../../shared/copy/copy.ts';
import { SESSION_KEY } from '../../shared/session/session-api.ts';
import { SessionsTable } from '../../shared/session/sessions-table.tsx';
import { ConfirmButton } from '../../shared/ui/confirm-button.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { endOtherSessions, endOwnSession, OWN_SESSIONS_KEY, ownSessionsQuery } from './account-api.ts';
import { OwnDetails } from './own-details.tsx';
import { OwnPassword } from './own-password.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import { staffCopy } from './staff-copy.ts';

/** Who am I here, and where am I signed in? */
export function AccountPage() {
  const { own: copy } = useCopy(staffCopy);
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(ownSessionsQuery);
  // The one that is ended may be this one.
  const readAnew = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: OWN_SESSIONS_KEY }),
      queryClient.invalidateQueries({ queryKey: SESSION_KEY }),
    ]);
  return (
    <Page title={copy.title} actions={<SignOutButton />}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
        <Section title={copy.you}>
          <OwnDetails />
        </Section>
        <Section title={copy.password}>
          <OwnPassword onChanged={readAnew} />
        </Section>
      </SimpleGrid>
      <Section
        title={copy.sessions}
        actions={
          <ConfirmButton
            verb="me.change"
            size="compact-sm"
            label={copy.endOthers}
            title={copy.endOthersTitle}
            isGrave
            act={() => endOtherSessions().then(readAnew)}
          >
            {copy.endOthersMeans}
          </ConfirmButton>
        }
      >
        {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
        {data && (
          <SessionsTable
            sessions={data}
            verb="me.change"
            onEnd={(sessionId) => endOwnSession(sessionId).then(readAnew)}
          />
        )}
      </Section>
    </Page>
  );
}
