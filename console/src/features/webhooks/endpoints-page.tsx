import { Button, Group, Table, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { ButtonLink, NameLink } from '../../shared/ui/links.tsx';
import { HeadedTable, ListResult, Page } from '../../shared/ui/page.tsx';
import { EndpointBadge } from './endpoint-badge.tsx';
import {
  ENDPOINT_FILTERS,
  type Endpoint,
  type EndpointFilter,
  type EndpointSearch,
  endpointsQuery,
} from './webhooks-api.ts';
import { webhooksCopy } from './webhooks-copy.ts';

const route = getRouteApi('/office/webhooks');
const ALL = 'all';

export function EndpointsPage() {
  const copy = useCopy(webhooksCopy);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useQuery(endpointsQuery(search));
  const filter = (changes: EndpointSearch) =>
    void navigate({ search: ({ cursor: _, ...before }) => ({ ...before, ...changes }) as EndpointSearch });
  return (
    <Page title={copy.title}>
      {search.clientId && (
        <Group gap="xs">
          <Text size="sm">{copy.ofClient}</Text>
          <Button variant="subtle" size="compact-sm" onClick={() => filter({ clientId: undefined })}>
            {copy.ofAllClients}
          </Button>
        </Group>
      )}
      {search.mode && (
        <Group gap="xs">
          <Text size="sm">{copy.ofMode[search.mode]}</Text>
          <Button variant="subtle" size="compact-sm" onClick={() => filter({ mode: undefined })}>
            {copy.ofAllClients}
          </Button>
        </Group>
      )}
      <Tabs
        value={search.state ?? ALL}
        onChange={(state) => filter({ state: state === ALL ? undefined : (state as EndpointFilter) })}
      >
        <Tabs.List aria-label={copy.state}>
          <Tabs.Tab value={ALL}>{copy.all}</Tabs.Tab>
          {ENDPOINT_FILTERS.map((state) => (
            <Tabs.Tab key={state} value={state}>
              {copy.filters[state]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <ListResult
        query={list}
        to="/webhooks"
        search={search}
        none={
          Object.keys(search).length > 0 ? (
            <Text>{copy.none}</Text>
          ) : (
            <EmptyState icon="webhooks" title={copy.noneYet} means={copy.noneMeans}>
              <ButtonLink to="/clients">{copy.toClients}</ButtonLink>
            </EmptyState>
          )
        }
      >
        {(endpoints, isOld) => <EndpointsTable endpoints={endpoints} isOld={isOld} />}
      </ListResult>
    </Page>
  );
}

interface EndpointsTableProps {
  endpoints: Endpoint[];
  /** Whether these are the rows of the previous page, shown while the next one loads. */
  isOld: boolean;
}

function EndpointsTable({ endpoints, isOld }: EndpointsTableProps) {
  const copy = useCopy(webhooksCopy);
  const { moment, count } = useFormats();
  return (
    <HeadedTable
      heads={[
        copy.endpoint,
        { label: copy.client, w: '22%' },
        { label: copy.state, w: '14%' },
        { label: copy.waiting, w: 90, ta: 'right' },
        { label: copy.lastSuccess, w: 170 },
      ]}
      layout="fixed"
      isOld={isOld}
    >
      {endpoints.map(({ clientId, endpointId, host, clientName, state, pending, lastSuccess }) => (
        <Table.Tr key={endpointId} data-endpoint={endpointId}>
          <Table.Td>
            <NameLink to="/webhooks/$clientId/$endpointId" params={{ clientId, endpointId }} title={host}>
              {host}
            </NameLink>
          </Table.Td>
          <Table.Td>
            <Text size="sm" truncate title={clientName}>
              {clientName}
            </Text>
          </Table.Td>
          <Table.Td>
            <EndpointBadge state={state} />
          </Table.Td>
          <Table.Td ta="right">{count(pending)}</Table.Td>
          <Table.Td>{lastSuccess ? moment(lastSuccess) : copy.never}</Table.Td>
        </Table.Tr>
      ))}
    </HeadedTable>
  );
}
