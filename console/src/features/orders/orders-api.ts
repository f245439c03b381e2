import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ListPage, pageOf } from '../../shared/api/answers.ts';
import { SERVER_URL } from '../../shared/api/api-base.ts';
import { api, fetchOrThrow, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';
import { polledQuery, steadyQuery } from '../../shared/api/query-client.ts';
import { ConnectionLost } from '../../shared/api/request-error.ts';
import { currentLanguage } from '../../shared/copy/copy.ts';
import { type OrderSearch, orderParameters } from './order-search.ts';

export type ListedOrder = Schemas['ListedOrder'];
export type OrderCounts = Schemas['OrderCounts'];
/** Rows of a file have line numbers. */
export type BulkResult = Schemas['BulkResult'] | Schemas['BulkShipResult'];

export interface OrdersPage extends ListPage<ListedOrder> {
  /** Number of the newest orders that were sorted, if more may match. */
  sorted?: number;
}

const ORDERS_PER_PAGE = 50;
const CLIENTS_MAX = 500;
const CARRIERS_MAX = 500;
const CLIENTS_FRESH_MS = 60_000;

/** The key of all queries about orders. A change invalidates it. */
export const ORDERS_KEY = ['orders'];

/** Polls GET /operator/v1/orders every five seconds while the page is visible. An unchanged page is a 304. */
export const ordersQuery = ({ view: _, columns: __, ...search }: OrderSearch, limit = ORDERS_PER_PAGE) =>
  steadyQuery([...ORDERS_KEY, 'list', search, limit], (signal) => listOrders(search, limit, signal));

async function listOrders(search: OrderSearch, limit: number, signal?: AbortSignal): Promise<OrdersPage> {
  const answer = operatorApi.GET('/operator/v1/orders', {
    params: { query: { ...orderParameters(search), limit: Number(search.limit ?? limit) } },
    ...(signal && { signal }),
  });
  const sorted = (await answer).response.headers.get('sorted-orders');
  return { ...(await pageOf(answer)), ...(sorted !== null && { sorted: Number(sorted) }) };
}

/** Counts the orders that match. Shipped and cancelled ones count too, because they can be chosen. */
export const matchesQuery = ({ cursor: _, sort: __, limit: ___, ...search }: OrderSearch) =>
  queryOptions({
    queryKey: [...ORDERS_KEY, 'matches', search],
    queryFn: ({ signal }) =>
      api.GET('/operator/v1/orders/matches', { params: { query: orderParameters(search) }, signal }),
  });

export const clientsQuery = queryOptions({
  queryKey: ['clients', 'names'],
  queryFn: ({ signal }) => api.GET('/operator/v1/clients', { params: { query: { limit: CLIENTS_MAX } }, signal }),
  staleTime: CLIENTS_FRESH_MS,
});

export const countsQuery = (mode: 'sandbox' | undefined, clientId: string | undefined) =>
  steadyQuery([...ORDERS_KEY, 'counts', mode, clientId], (signal) =>
    api.GET('/operator/v1/orders/counts', {
      params: { query: { ...(mode && { mode }), ...(clientId !== undefined && { clientId }) } },
      signal,
    }),
  );

export const carriersQuery = queryOptions({
  queryKey: ['carriers', 'ids'],
  queryFn: ({ signal }) => api.GET('/operator/v1/carriers', { params: { query: { limit: CARRIERS_MAX } }, signal }),
  staleTime: CLIENTS_FRESH_MS,
});

/** Returns a function that names a carrier. Staff may have shipped with any other name, which stays. */
export function useCarrierName(): (carrier: string | undefined) => string | undefined {
  const { data = [] } = useQuery(carriersQuery);
  const names = new Map(data.map(({ carrierId, name }) => [carrierId, name]));
  return (carrier) => names.get(carrier ?? '') ?? carrier;
}

export const MARKS_KEY = ['order-marks'];

/** People whom orders can be assigned to, and the tags in use. */
export const marksQuery = polledQuery(MARKS_KEY, '/operator/v1/order-marks');

export const markOrders = (body: Schemas['MarkOrdersRequest']) => api.POST('/operator/v1/orders/bulk-mark', { body });

export type BulkAction =
  | { name: 'retry' | 'release' | 'rush' | 'unrush'; orders: ListedOrder[] }
  | { name: 'hold' | 'cancel'; orders: ListedOrder[]; reason: string }
  | { name: 'ship'; orders: ListedOrder[]; parcels: Parcel[] };

export type Parcel = Schemas['Parcel'];

/**
 * Sends one request for all orders. Each has its own result; an order that has changed since it was seen is
 * refused.
 */
function sendBulkAction(action: BulkAction): Promise<BulkResult> {
  const orders = action.orders.map(({ clientId, orderId, version }) => ({
    clientId,
    orderId,
    ifMatch: `"${version}"`,
  }));
  switch (action.name) {
    case 'retry':
    case 'release':
    case 'rush':
    case 'unrush':
      return api.POST(`/operator/v1/orders/bulk-${action.name}`, { body: { orders } });
    case 'hold':
      return api.POST('/operator/v1/orders/bulk-hold', { body: { orders, ...reasonOf(action) } });
    case 'cancel':
      return api.POST('/operator/v1/orders/bulk-cancel', { body: { orders, ...reasonOf(action) } });
    case 'ship': {
      const shipped = orders.map((order, index) => ({ ...order, parcels: [action.parcels[index] ?? {}] }));
      return api.POST('/operator/v1/orders/bulk-ship', { body: { orders: shipped } });
    }
  }
}

const reasonOf = ({ reason }: { reason: string }) => (reason.trim() === '' ? {} : { reason: reason.trim() });

export function useBulkAction() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: sendBulkAction,
    // The results appear at once, without waiting for the list to reload.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ORDERS_KEY }),
  });
}

/** Ships the parcels in a CSV file. */
export async function shipFromFile(file: File): Promise<BulkResult> {
  const answer = await fetchOrThrow(
    new Request(`${SERVER_URL}/operator/v1/orders/bulk-ship`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/csv' },
      body: file,
    }),
  );
  return answer.json();
}

/** Reads all files of these orders as one ZIP archive. */
export async function readFilesOf(orders: readonly ListedOrder[]): Promise<Blob> {
  const keys = orders.map(({ clientId, orderId }) => ({ clientId, orderId }));
  const answer = await fetchOrThrow(
    new Request(`${SERVER_URL}/operator/v1/orders/files.zip`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ orders: keys }),
    }),
  );
  return answer.blob().catch((error: unknown) => {
    throw new ConnectionLost('The archive broke off.', { cause: error });
  });
}

export const EXPORT_FORMATS = ['xlsx', 'csv', 'csv_semicolon'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Reads all orders that match the filters as a file. `onBytes` receives the number of bytes so far. */
export async function readExport(
  { cursor: _, limit: __, ...search }: OrderSearch,
  format: ExportFormat,
  { onBytes, signal }: { onBytes: (bytes: number) => void; signal: AbortSignal },
): Promise<Blob> {
  const { data } = await operatorApi.GET('/operator/v1/orders/export', {
    params: { query: { ...orderParameters(search), format, language: currentLanguage() } },
    parseAs: 'stream',
    signal,
  });
  let bytes = 0;
  const counted = data?.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        bytes += chunk.length;
        onBytes(bytes);
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted).blob().catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new ConnectionLost('The file broke off.', { cause: error });
  });
}

const ORDERS_PER_REQUEST = 500;

/** Reads all pages of the orders that match the filters, at most `max` orders. */
export async function readAllOrders(search: OrderSearch, ordersMax: number): Promise<ListedOrder[]> {
  const orders: ListedOrder[] = [];
  const { cursor: _, limit: __, ...first } = search;
  let cursor: string | undefined;
  do {
    const page = { ...first, ...(cursor !== undefined && { cursor }) };
    const { rows: more, next } = await listOrders(page, ORDERS_PER_REQUEST);
    orders.push(...more);
    cursor = next;
  } while (cursor !== undefined && orders.length < ordersMax);
  return orders.slice(0, ordersMax);
}

/** Returns the parameters of the API that a saved view keeps. */
export function viewParameters({ cursor: _, q: __, ...search }: OrderSearch): Schemas['OrderViewQuery'] {
  return orderParameters(search);
}

type ViewContent = Pick<Schemas['OrderViewRequest'], 'query' | 'columns'>;

export const createView = (body: Schemas['OrderViewRequest'], key: string) =>
  api.POST('/operator/v1/order-views', { params: { header: { 'idempotency-key': key } }, body });

export const changeView = (viewId: string, body: ViewContent | Schemas['OrderViewChange']) =>
  api.PATCH('/operator/v1/order-views/{viewId}', { params: { path: { viewId } }, body });

export const deleteView = (viewId: string) =>
  api.DELETE('/operator/v1/order-views/{viewId}', { params: { path: { viewId } } });

export function chooseView({ viewId, isDefault }: { viewId: string; isDefault: boolean }) {
  const params = { params: { path: { viewId } } };
  return isDefault
    ? api.PUT('/operator/v1/order-views/{viewId}/default', params)
    : api.DELETE('/operator/v1/order-views/{viewId}/default', params);
}

/** Starts a bulk change of all orders that match. */
export const startJob = (search: OrderSearch, change: Omit<Schemas['OrderJobRequest'], 'query'>, key: string) => {
  const { cursor: _, limit: __, ...filter } = search;
  return api.POST('/operator/v1/order-jobs', {
    params: { header: { 'idempotency-key': key } },
    body: { ...change, query: orderParameters(filter) },
  });
};
