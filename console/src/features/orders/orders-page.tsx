import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCopy } from '../../shared/copy/copy.ts';
import { useRememberedSearch } from '../../shared/list/remembered-search.ts';
import { Page } from '../../shared/ui/page.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { filtersOf, type OrderSearch } from './order-search.ts';
import { ordersQuery } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';
import { OrdersFilter } from './orders-filter.tsx';
import { OrdersPager } from './orders-pager.tsx';
import { OrdersTable } from './orders-table.tsx';

const route = getRouteApi('/office/orders');

/** Which orders are like this? The address is the list's whole state. */
export function OrdersPage() {
  const copy = useCopy(ordersCopy);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch, isPlaceholderData } = useQuery(ordersQuery(search));
  useRememberedSearch('orders', filtersOf(search) as Record<string, string>);
  /** Every other filter shows its list from the beginning. */
  const filter = (changes: OrderSearch) =>
    void navigate({ search: ({ cursor: _, ...before }) => ({ ...before, ...changes }) as OrderSearch });
  return (
    <Page title={copy.title}>
      <OrdersFilter search={search} onChange={filter} />
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <OrdersTable page={data} isOld={isPlaceholderData} onClear={() => void navigate({ search: {} })} />
          <OrdersPager search={search} page={data} />
        </>
      )}
    </Page>
  );
}
