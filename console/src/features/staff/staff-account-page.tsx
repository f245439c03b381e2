import { Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { SessionsTable } from '../../shared/session/sessions-table.tsx';
import { ConfirmButton } from '../../shared/ui/confirm-button.tsx';
import { ButtonLink } from '../../shared/ui/links.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { AccountActions } from './account-actions.tsx';
import { AccountForm } from './account-form.tsx';
import { AccountState } from './account-state.tsx';
import { AtStations } from './at-stations.tsx';
import { OneTimeLink } from './one-time-link.tsx';
import {
  type AccountLink,
  accountQuery,
  endAllSessions,
  endSession,
  STAFF_KEY,
  sessionsQuery,
} from './staff-api.ts';
import { staffCopy } from './staff-copy.ts';

const route = getRouteApi('/office/staff/$operatorId');

/** What may this person do, and where are they signed in? */
export function StaffAccountPage() {
  const copy = useCopy(staffCopy);
  const { operatorId } = route.useParams();
  const queryClient = useQueryClient();
  const { data: account, error, refetch } = useQuery(accountQuery(operatorId));
  const sessions = useQuery(sessionsQuery(operatorId));
  const [link, setLink] = useState<AccountLink>();
  const readAnew = () => queryClient.invalidateQueries({ queryKey: STAFF_KEY });
  if (!account) return error && <RequestFailure error={error} onRetry={() => void refetch()} />;
  return (
    <Page
      title={account.name}
      actions={
        <>
          <AccountState account={account} />
          <ButtonLink to="/audit" search={{ person: operatorId }} variant="default">
            {copy.deeds}
          </ButtonLink>
          <AccountActions account={account} onLink={setLink} onChanged={readAnew} />
        </>
      }
    >
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      <Section title={copy.account}>
        <AccountForm key={operatorId} account={account} onChanged={readAnew} />
      </Section>
      <Section title={copy.atStations}>
        <AtStations key={operatorId} account={account} onChanged={readAnew} />
      </Section>
      <Section
        title={copy.sessions}
        actions={
          <Group>
            <ConfirmButton
              verb="operators.change"
              size="compact-sm"
              label={copy.endAll}
              title={copy.endAllTitle}
              isGrave
              act={() => endAllSessions(operatorId).then(readAnew)}
            >
              {copy.endAllMeans}
            </ConfirmButton>
          </Group>
        }
      >
        {sessions.error && <RequestFailure error={sessions.error} onRetry={() => void sessions.refetch()} />}
        {sessions.data && (
          <SessionsTable
            sessions={sessions.data}
            verb="operators.change"
            onEnd={(sessionId) => endSession(operatorId, sessionId).then(readAnew)}
          />
        )}
      </Section>
      {link && <OneTimeLink made={link} onDone={() => setLink(undefined)} />}
    </Page>
  );
}
