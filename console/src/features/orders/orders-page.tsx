import { NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { ListPage } from '../../shared/api/answers.ts';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { withoutEmpty } from '../../shared/list/text-search.ts';
import { useSelection } from '../../shared/list/use-selection.ts';
import { useRefusal } from '../../shared/session/use-permission.ts';
import { Fold, useIsPhone } from '../../shared/ui/fold.tsx';
import { ButtonLink } from '../../shared/ui/links.tsx';
import { CursorPager, Page, RequestFailure } from '../../shared/ui/page.tsx';
import { ExportButton } from './export-button.tsx';
import { type Column, type OrderSearch, SORTS, type Sort, withSort } from './order-search.ts';
import { type ListedOrder, ordersQuery } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';
import { FilterPopover, Filters, OrdersFilter } from './orders-filter.tsx';
import { OrdersTable } from './orders-table.tsx';
import { ShipFileButton } from './ship-file-button.tsx';
import { StatusTabs, ViewChips } from './status-tabs.tsx';

/** Loaded after the list, because it is seen only with a selection. */
const BulkBar = lazy(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar }));
const ViewMenu = lazy(async () => ({ default: (await import('./view-menu.tsx')).ViewMenu }));
const ViewNotice = lazy(async () => ({ default: (await import('./view-menu.tsx')).ViewNotice }));
const ListDisplay = lazy(async () => ({ default: (await import('./list-display.tsx')).ListDisplay }));
const route = getRouteApi('/office/orders');

export function OrdersPage() {
  const copy = useCopy(ordersCopy);
  const { count } = useFormats();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isPhone = useIsPhone();
  const { data, error, refetch, isPlaceholderData } = useQuery(ordersQuery(search));
  const selection = useSelection(data?.rows ?? [], ({ clientId, orderId }) => `${clientId} ${orderId}`);
  const openEntered = useOpenEntered(search, isPlaceholderData ? undefined : data?.rows);
  useOpenScanned(search, isPlaceholderData ? undefined : data?.rows);
  /** Every other filter shows its list from the beginning. */
  const filter = (changes: OrderSearch) =>
    void navigate({ search: ({ cursor: _, ...before }) => withoutEmpty(withSort({ ...before, ...changes })) });
  const show = (filters: OrderSearch) => void navigate({ search: withoutEmpty(filters) });
  const clear = () => show({});
  return (
    <Page
      title={copy.title}
      actions={
        <Fold>
          <NewOrderLink clientId={search.clientId} />
          <ButtonLink to="/bulk-changes" variant="default">
            {copy.bulk.jobs}
          </ButtonLink>
          <ShipFileButton search={search} />
          <ExportButton search={search} />
          {isPhone && (
            <>
              <SortMenu search={search} onChange={filter} />
              <Suspense fallback={null}>
                <ViewMenu search={search} onShow={show} />
              </Suspense>
              <ViewChips search={search} onShow={show} />
              <Suspense fallback={null}>
                <Filters search={search} onChange={filter} />
              </Suspense>
            </>
          )}
        </Fold>
      }
    >
      <OrdersFilter search={search} onChange={filter} onEnter={openEntered} onClear={clear}>
        {!isPhone && (
          <>
            <ViewChips search={search} onShow={show} />
            <FilterPopover search={search} onChange={filter} />
          </>
        )}
      </OrdersFilter>
      <Suspense fallback={null}>{search.view !== undefined && <ViewNotice search={search} />}</Suspense>
      <StatusTabs search={search} onChange={filter}>
        {!isPhone && (
          <Suspense fallback={null}>
            <ListDisplay search={search} onChange={filter} />
            <ViewMenu search={search} onShow={show} />
          </Suspense>
        )}
      </StatusTabs>
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <OrdersTable
            page={data}
            search={search}
            selection={selection}
            isOld={isPlaceholderData}
            onShow={show}
            onSort={(sort) => filter({ sort })}
          />
          <MissingOrders search={search} page={data} />
          {data.sorted !== undefined && (
            <Text size="sm" role="status">
              {copy.sortedPart(count(data.sorted))}
            </Text>
          )}
          <CursorPager to="/orders" search={search} next={data.next} />
        </>
      )}
      <Suspense fallback={null}>
        <BulkBar selection={selection} search={search} page={data} />
      </Suspense>
    </Page>
  );
}

function NewOrderLink({ clientId }: { clientId: string | undefined }) {
  const copy = useCopy(ordersCopy);
  const refusal = useRefusal('orders.create');
  if (refusal !== undefined) return null;
  return (
    <ButtonLink to="/orders/new" search={{ clientId }}>
      {copy.newOrder}
    </ButtonLink>
  );
}

/** Names the orders that were searched for by number and not found. */
function MissingOrders({ search, page }: { search: OrderSearch; page: ListPage<ListedOrder> }) {
  const copy = useCopy(ordersCopy);
  if (search.orderIds === undefined || search.cursor !== undefined || page.next !== undefined) return null;
  const listed = new Set(page.rows.map(({ orderId }) => orderId));
  const wanted = search.orderIds.split('\n').map((id) => id.trim());
  const missing = [...new Set(wanted)].filter((id) => id !== '' && !listed.has(id));
  if (missing.length === 0) return null;
  return (
    <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
      {copy.missing(missing.join(', '))}
    </Text>
  );
}

type Words = typeof import('./orders-copy.en.ts').copy;
type SortMenuProps = { search: OrderSearch; onChange: (changes: OrderSearch) => void };

function sortWords({ sorts, columns, sortOf }: Words, sort: Sort): string {
  if (sort in sorts) return sorts[sort as keyof typeof sorts];
  return sortOf(columns[sort.replace('-', '') as Column], sort.startsWith('-'));
}

/** Disabled during a search, whose results are always newest first. */
function SortMenu({ search, onChange }: SortMenuProps) {
  const copy = useCopy(ordersCopy);
  return (
    <NativeSelect
      size="sm"
      aria-label={copy.sort}
      disabled={search.q !== undefined}
      value={search.q === undefined ? (search.sort ?? 'newest') : 'newest'}
      data={SORTS.map((sort) => ({ value: sort, label: sortWords(copy, sort) }))}
      onChange={({ currentTarget: { value } }) =>
        onChange({ sort: SORTS.find((one) => one === value && one !== 'newest') as OrderSearch['sort'] })
      }
    />
  );
}

/** After Enter, which also ends a scan, opens the only match or the exact order number. */
function useOpenEntered({ q }: OrderSearch, orders: ListedOrder[] | undefined): (text: string) => void {
  const navigate = useNavigate();
  const [entered, setEntered] = useState<string>();
  useEffect(() => {
    if (entered === undefined || orders === undefined || q !== entered) return;
    setEntered(undefined);
    const first = orders[0];
    if (!first || (orders.length > 1 && first.orderId !== q)) return;
    const { clientId, orderId } = first;
    void navigate({ to: '/orders/$clientId/$orderId', params: { clientId, orderId } });
  }, [entered, orders, q, navigate]);
  return (text) => setEntered(text.trim() || undefined);
}

/**
 * Opens the only order that a scan finds. A scan without a match is tried once more by key positions
 * (shared/scan).
 */
function useOpenScanned({ q }: OrderSearch, orders: ListedOrder[] | undefined): void {
  const physical = useLocation({ select: ({ state }) => state.scanned });
  const navigate = useNavigate();
  const first = orders?.[0];
  const isFound = first !== undefined && (orders?.length === 1 || first.orderId === q);
  useEffect(() => {
    if (physical === undefined || orders === undefined) return;
    if (first && isFound) {
      const { clientId, orderId } = first;
      void navigate({ to: '/orders/$clientId/$orderId', params: { clientId, orderId }, replace: true });
    } else if (orders.length === 0 && physical !== q) {
      void navigate({ to: '/orders', search: { q: physical }, state: { scanned: physical }, replace: true });
    }
  }, [physical, orders, first, isFound, q, navigate]);
}
