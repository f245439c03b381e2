import { Alert, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { useScanner } from '../../shared/scan/use-scanner.ts';
import { ListResult } from '../../shared/ui/list-result.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { findCode, stockListQuery } from './stock-api.ts';
import { stockCopy } from './stock-copy.ts';
import { StockFilter } from './stock-filter.tsx';
import type { StockSearch } from './stock-search.ts';
import { StockTable } from './stock-table.tsx';

const route = getRouteApi('/office/stock');

/** What is on the shelf, and what of it is promised? */
export function StockPage() {
  const copy = useCopy(stockCopy);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useQuery(stockListQuery(search));
  const [unknown, setUnknown] = useState<string>();
  const [scanFailure, setScanFailure] = useState<unknown>();
  useScanner(
    async ({ typed, physical }) => {
      setUnknown(undefined);
      setScanFailure(undefined);
      try {
        const [found] = [...(await findCode(typed)), ...(physical === typed ? [] : await findCode(physical))];
        if (!found) setUnknown(typed);
        else void navigate({ to: '/stock/$kind/$code', params: { kind: found.kind, code: found.code } });
      } catch (failure) {
        setScanFailure(failure);
      }
    },
    { isOfPage: true },
  );
  const filter = (changes: StockSearch) =>
    void navigate({ search: ({ cursor: _, ...before }) => ({ ...before, ...changes }) as StockSearch });
  return (
    <Page title={copy.title}>
      <StockFilter search={search} onChange={filter} />
      {unknown !== undefined && (
        <Alert color="red" role="alert">
          {copy.scanUnknown(unknown)}
        </Alert>
      )}
      {Boolean(scanFailure) && <RequestFailure error={scanFailure} />}
      <ListResult
        query={list}
        to="/stock"
        search={search}
        none={
          <Text>
            {copy.none}{' '}
            <Button variant="subtle" size="compact-sm" onClick={() => void navigate({ search: {} })}>
              {copy.clear}
            </Button>
          </Text>
        }
      >
        {(stock, isOld) => <StockTable stock={stock} isOld={isOld} />}
      </ListResult>
      <Text size="sm" c="dimmed">
        {copy.scanHint}
      </Text>
    </Page>
  );
}
