import { Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { binsQuery } from './bins-api.ts';
import { binsCopy } from './bins-copy.ts';
import { BinsDialog } from './bins-dialog.tsx';
import { BIN_VIEWS, viewOf } from './bins-search.ts';
import { BinsTable } from './bins-table.tsx';

const route = getRouteApi('/office/bins');
const ANY = 'ALL';

/** Which orders lie where, and which block? */
export function BinsPage() {
  const copy = useCopy(binsCopy);
  const { count } = useFormats();
  const { state } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useQuery(binsQuery);
  const [isOpen, setOpen] = useState(false);
  const contents = data?.contents ?? [];
  const shown = contents.filter((one) => state === undefined || viewOf(one.state) === state);
  const counts = Map.groupBy(contents, (one) => viewOf(one.state));
  return (
    <Page
      title={copy.title}
      actions={
        <ActionButton
          verb="production.release"
          variant={data?.bins === 0 ? 'filled' : 'default'}
          onClick={() => setOpen(true)}
        >
          {copy.howMany}
        </ActionButton>
      }
    >
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {data?.bins === 0 && contents.length === 0 && <Text>{copy.noBins}</Text>}
      {data && data.bins > 0 && (
        <>
          <Text size="sm">{copy.taken(count(contents.length), count(data.bins))}</Text>
          <Tabs
            value={state ?? ANY}
            onChange={(next) => {
              const view = BIN_VIEWS.find((one) => one === next);
              void navigate({ search: view ? { state: view } : {} });
            }}
          >
            <Tabs.List aria-label={copy.views}>
              <Tabs.Tab value={ANY}>{copy.all}</Tabs.Tab>
              {BIN_VIEWS.map((view) => (
                <Tabs.Tab key={view} value={view}>
                  {copy.view[view]} {count(counts.get(view)?.length ?? 0)}
                </Tabs.Tab>
              ))}
            </Tabs.List>
          </Tabs>
          {shown.length === 0 && <Text>{contents.length === 0 ? copy.allFree : copy.noneLike}</Text>}
          {shown.length > 0 && <BinsTable contents={shown} />}
        </>
      )}
      {isOpen && data && <BinsDialog bins={data.bins} onClose={() => setOpen(false)} />}
    </Page>
  );
}
