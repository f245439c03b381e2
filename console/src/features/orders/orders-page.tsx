import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCopy } from '../../shared/copy/copy.ts';
import { useRememberedSearch } from '../../shared/list/remembered-search.ts';
import { withoutEmpty } from '../../shared/list/text-search.ts';
import { useSelection } from '../../shared/list/use-selection.ts';
import { CursorPager } from '../../shared/ui/list-result.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ExportButton } from './export-button.tsx';
import { MissingOrders } from './missing-orders.tsx';
import { filtersOf, type OrderSearch } from './order-search.ts';
import { ordersQuery } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';
import { OrdersFilter } from './orders-filter.tsx';
import { OrdersTable } from './orders-table.tsx';
import { ShipFileButton } from './ship-file-button.tsx';
import { SortMenu } from './sort-menu.tsx';
import { StatusTabs } from './status-tabs.tsx';
import { useOpenEntered } from './use-open-entered.ts';
import { useOpenScanned } from './use-open-scanned.ts';
import { ViewChips } from './view-chips.tsx';

const route = getRouteApi('/office/orders');

/** Which orders are like this? The address is the list's whole state. */
export function OrdersPage() {
  const copy = useCopy(ordersCopy);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch, isPlaceholderData } = useQuery(ordersQuery(search));
  const selection = useSelection(data?.rows ?? [], ({ clientId, orderId }) => `${clientId} ${orderId}`);
  // What was looked for once is no way in which somebody looks at the list.
  useRememberedSearch('orders', filtersOf(search), search.q === undefined && search.orderIds === undefined);
  const openEntered = useOpenEntered(search, isPlaceholderData ? undefined : data?.rows);
  useOpenScanned(search, isPlaceholderData ? undefined : data?.rows);
  /** Every other filter shows its list from the beginning. */
  const filter = (changes: OrderSearch) =>
    void navigate({ search: ({ cursor: _, ...before }) => withoutEmpty({ ...before, ...changes }) });
  const show = (filters: OrderSearch) => void navigate({ search: withoutEmpty(filters) });
  const clear = () => show({});
  return (
    <Page
      title={copy.title}
      actions={
        <>
          <SortMenu search={search} onChange={filter} />
          <ShipFileButton search={search} />
          <ExportButton search={search} />
        </>
      }
    >
      <OrdersFilter search={search} onChange={filter} onEnter={openEntered} onClear={clear} />
      <ViewChips search={search} onShow={show} />
      <StatusTabs search={search} onChange={filter} />
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <OrdersTable
            page={data}
            search={search}
            selection={selection}
            isOld={isPlaceholderData}
            onShow={show}
          />
          <MissingOrders search={search} page={data} />
          <CursorPager to="/orders" search={search} next={data.next} />
        </>
      )}
      <BulkBar selection={selection} />
    </Page>
  );
}
