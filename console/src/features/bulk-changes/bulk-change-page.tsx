import { Button, Chip, Group, Stack, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { sharedCopy } from '../../shared/copy/shared-copy.ts';
import { OPEN_STATUSES } from '../../shared/list/open-statuses.ts';
import { ConfirmButton } from '../../shared/ui/action-button.tsx';
import { Icon } from '../../shared/ui/icons.tsx';
import { ButtonLink, OrderLink } from '../../shared/ui/links.tsx';
import { HeadedTable, ListResult, Page, RequestFailure, Section } from '../../shared/ui/page.tsx';
import classes from './bulk-change-page.module.css';
import {
  fileOf,
  jobQuery,
  jobRowsQuery,
  type OrderJob,
  type OrderJobRow,
  ROW_STATES,
  stopJob,
  VERBS,
} from './bulk-changes-api.ts';
import { bulkChangesCopy } from './bulk-changes-copy.ts';

const route = getRouteApi('/office/bulk-changes/$jobId');

/** Shows the progress of a bulk change, and the result of each order. */
export function BulkChangePage() {
  const copy = useCopy(bulkChangesCopy);
  const { jobId } = route.useParams();
  const { data: job, error, refetch } = useQuery(jobQuery(jobId));
  const toOrders = (
    <ButtonLink to="/orders" search={{ status: OPEN_STATUSES }} variant="default">
      {copy.toOrders}
    </ButtonLink>
  );
  return (
    <Page title={job ? copy.actions[job.action] : copy.title} actions={toOrders}>
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {job && <Progress job={job} />}
      {job && <Results job={job} />}
    </Page>
  );
}

function Progress({ job }: { job: OrderJob }) {
  const copy = useCopy(bulkChangesCopy);
  const { count, moment } = useFormats();
  const queryClient = useQueryClient();
  const { jobId, action, state, orders, waiting, created, createdByName, ended, stopReason } = job;
  const settled = orders - waiting;
  const stop = async () => {
    await stopJob(jobId);
    await queryClient.invalidateQueries({ queryKey: jobQuery(jobId).queryKey });
  };
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Text fw={600} role="status">
          {`${copy.states[state]}: ${copy.progress(count(settled), count(orders))}`}
        </Text>
        {ended === undefined && (
          <ConfirmButton verb={VERBS[action]} size="xs" label={copy.stop} title={copy.stopTitle} isGrave act={stop}>
            {copy.stopMeans}
          </ConfirmButton>
        )}
      </Group>
      <progress className={classes.progress} max={Math.max(1, orders)} value={settled} aria-label={copy.title} />
      <Text size="sm" c="dimmed">
        {[moment(created), createdByName, ended && copy.ended(moment(ended))].filter(Boolean).join(' · ')}
      </Text>
      {stopReason === 'STARTER_DISABLED' && <Text size="sm">{copy.starterDisabled}</Text>}
    </Stack>
  );
}

/** Shows the refused orders first, because they are still to do. */
function Results({ job }: { job: OrderJob }) {
  const copy = useCopy(bulkChangesCopy);
  const { count } = useFormats();
  const search = route.useSearch();
  const { state = 'REFUSED', cursor } = search;
  const navigate = route.useNavigate();
  const { jobId, waiting, done, refused, ended } = job;
  const list = useQuery(jobRowsQuery(jobId, state, cursor));
  const numbers = { WAITING: waiting, DONE: done, REFUSED: refused };
  const names = { ...copy.rowStates, ...(ended !== undefined && { WAITING: copy.untouched }) };
  const save = { component: 'a', variant: 'default', size: 'xs', download: true } as const;
  return (
    <Section
      title={copy.results}
      actions={
        <Group gap="xs">
          {refused > 0 && (
            <Button {...save} href={fileOf(jobId, 'REFUSED')} leftSection={<Icon name="download" size={14} />}>
              {copy.saveRefused}
            </Button>
          )}
          <Button {...save} href={fileOf(jobId)} leftSection={<Icon name="download" size={14} />}>
            {copy.saveAll}
          </Button>
        </Group>
      }
    >
      <Chip.Group value={state} onChange={(chosen) => void navigate({ search: { state: chosen as typeof state } })}>
        <Group gap={6}>
          {ROW_STATES.map((one) => (
            <Chip key={one} size="xs" value={one}>
              {names[one]} {count(numbers[one])}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <ListResult
        query={list}
        to={`/bulk-changes/${jobId}`}
        search={search}
        none={
          <Text size="sm" mt="sm">
            {copy.noRows}
          </Text>
        }
      >
        {(rows, isOld) => (
          <HeadedTable heads={[copy.order, copy.why]} isOld={isOld}>
            {rows.map((row) => (
              <ResultRow key={`${row.clientId} ${row.orderId}`} row={row} />
            ))}
          </HeadedTable>
        )}
      </ListResult>
    </Section>
  );
}

function ResultRow({ row: { clientId, orderId, state, error, message } }: { row: OrderJobRow }) {
  const { rowStates } = useCopy(bulkChangesCopy);
  const { refusals } = useCopy(sharedCopy);
  return (
    <Table.Tr data-result={state}>
      <Table.Td>
        <OrderLink clientId={clientId} orderId={orderId} />
      </Table.Td>
      <Table.Td>
        {error === undefined ? (
          rowStates[state]
        ) : (
          <Text size="sm" c="var(--mantine-color-error)">
            {refusals[error]} <span lang="en">{message}</span>
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
