import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { OPEN_STATUSES } from '../../shared/list/open-statuses.ts';
import { ButtonLink, NameLink } from '../../shared/ui/links.tsx';
import { HeadedTable, Page, RequestFailure } from '../../shared/ui/page.tsx';
import { jobsQuery } from './bulk-changes-api.ts';
import { bulkChangesCopy } from './bulk-changes-copy.ts';

/** Lists the last bulk changes. */
export function BulkChangesPage() {
  const copy = useCopy(bulkChangesCopy);
  const { count, moment } = useFormats();
  const { data: jobs, error, refetch } = useQuery(jobsQuery);
  const toOrders = (
    <ButtonLink to="/orders" search={{ status: OPEN_STATUSES }} variant="default">
      {copy.toOrders}
    </ButtonLink>
  );
  return (
    <Page title={copy.title} actions={toOrders}>
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {jobs && <Text size="sm">{jobs.length === 0 ? copy.none : copy.means}</Text>}
      {jobs && jobs.length > 0 && (
        <HeadedTable heads={[copy.action, copy.orders, copy.state, copy.started, copy.by]}>
          {jobs.map(({ jobId, action, orders, waiting, state, created, createdByName }) => (
            <Table.Tr key={jobId}>
              <Table.Td>
                <NameLink to="/bulk-changes/$jobId" params={{ jobId }}>
                  {copy.actions[action]}
                </NameLink>
              </Table.Td>
              <Table.Td>{copy.progress(count(orders - waiting), count(orders))}</Table.Td>
              <Table.Td>{copy.states[state]}</Table.Td>
              <Table.Td>{moment(created)}</Table.Td>
              <Table.Td>{createdByName}</Table.Td>
            </Table.Tr>
          ))}
        </HeadedTable>
      )}
    </Page>
  );
}
