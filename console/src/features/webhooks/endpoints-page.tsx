import { Button, Group, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCopy } from '../../shared/copy/copy.ts';
import { ListResult } from '../../shared/ui/list-result.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { EndpointsTable } from './endpoints-table.tsx';
import { ENDPOINT_FILTERS, type EndpointFilter, type EndpointSearch } from './webhook-search.ts';
import { endpointsQuery } from './webhooks-api.ts';
import { webhooksCopy } from './webhooks-copy.ts';

const route = getRouteApi('/office/webhooks');
const ALL = 'all';

/** Which clients do not hear of their orders? */
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
        none={<Text>{Object.keys(search).length > 0 ? copy.none : copy.noneYet}</Text>}
      >
        {(endpoints, isOld) => <EndpointsTable endpoints={endpoints} isOld={isOld} />}
      </ListResult>
    </Page>
  );
}
