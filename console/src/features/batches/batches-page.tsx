import { Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCopy } from '../../shared/copy/copy.ts';
import { ListResult } from '../../shared/ui/list-result.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { batchesQuery } from './batches-api.ts';
import { batchesCopy } from './batches-copy.ts';
import { BatchesTable } from './batches-table.tsx';
import { ScanToOpen } from './scan-to-open.tsx';

const route = getRouteApi('/office/batches');

/** What is being made? */
export function BatchesPage() {
  const copy = useCopy(batchesCopy);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useQuery(batchesQuery(search));
  return (
    <Page title={copy.batchesTitle}>
      <ScanToOpen />
      <Tabs
        value={search.all ? 'all' : 'open'}
        onChange={(next) => void navigate({ search: next === 'all' ? { all: 'true' } : {} })}
      >
        <Tabs.List aria-label={copy.views}>
          <Tabs.Tab value="open">{copy.open}</Tabs.Tab>
          <Tabs.Tab value="all">{copy.all}</Tabs.Tab>
        </Tabs.List>
      </Tabs>
      <ListResult
        query={list}
        to="/batches"
        search={search}
        none={<Text>{search.all ? copy.none : copy.noneOpen}</Text>}
      >
        {(rows, isOld) => <BatchesTable batches={rows} isOld={isOld} />}
      </ListResult>
    </Page>
  );
}
