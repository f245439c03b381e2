import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { SERVER_URL } from '../../../shared/api/api-base.ts';
import { contentOf, operatorApi, type Schemas } from '../../../shared/api/operator-client.ts';
import { POLL_MS } from '../../../shared/api/query-client.ts';
import { RequestError } from '../../../shared/api/request-error.ts';
import { ORDERS_KEY } from '../orders-api.ts';

export interface OrderKey {
  clientId: string;
  orderId: string;
}
export type OperatorOrder = Schemas['OperatorOrder'];
export type KeptFile = Schemas['KeptFile'];
export type OrderNote = Schemas['Note'];

/** What is shown, and the tag that tells the server what was seen. */
export interface SeenOrder {
  seen: OperatorOrder;
  etag: string;
}

const keyOf = ({ clientId, orderId }: OrderKey) => [...ORDERS_KEY, 'order', clientId, orderId];

/** GET /operator/v1/orders/{clientId}/{orderId} */
export const orderQuery = (key: OrderKey) =>
  queryOptions({
    queryKey: keyOf(key),
    queryFn: async ({ signal }): Promise<SeenOrder> => {
      const path = { params: { path: key }, signal };
      const { data, response } = await operatorApi.GET('/operator/v1/orders/{clientId}/{orderId}', path);
      return { seen: data as OperatorOrder, etag: response.headers.get('etag') ?? '' };
    },
    refetchInterval: POLL_MS,
  });

/** GET …/notes */
export const notesQuery = (key: OrderKey) =>
  queryOptions({
    queryKey: [...keyOf(key), 'notes'],
    queryFn: ({ signal }) =>
      contentOf(
        operatorApi.GET('/operator/v1/orders/{clientId}/{orderId}/notes', { params: { path: key }, signal }),
      ),
    refetchInterval: POLL_MS,
  });

/** POST …/notes */
export const addNote = (key: OrderKey, text: string) =>
  contentOf(
    operatorApi.POST('/operator/v1/orders/{clientId}/{orderId}/notes', {
      params: { path: key },
      body: { text },
    }),
  );

const ORDER = '/operator/v1/orders/{clientId}/{orderId}';
type Parcel = Schemas['Parcel'];

/** What staff do to an order, each with what it is told. */
export type OrderAction =
  | { name: 'accept' | 'release' | 'prefer' | 'unprefer' | 'acceptCancellation' }
  | { name: 'retry'; refetch: boolean }
  | { name: 'hold' | 'cancel' | 'rejectCancellation'; reason: string }
  | { name: 'fail'; message: string }
  | { name: 'ship'; parcels: Parcel[] };

/** Sends one action, for the version that was seen: 412 when somebody changed the order meanwhile. */
function act(key: OrderKey, etag: string, action: OrderAction) {
  const params = { path: key, header: { 'if-match': etag } };
  switch (action.name) {
    case 'accept':
      return operatorApi.POST(`${ORDER}/accept`, { params });
    case 'release':
      return operatorApi.POST(`${ORDER}/release`, { params });
    case 'prefer':
      return operatorApi.POST(`${ORDER}/prefer`, { params });
    case 'unprefer':
      return operatorApi.POST(`${ORDER}/unprefer`, { params });
    case 'acceptCancellation':
      return operatorApi.POST(`${ORDER}/cancellation/accept`, { params });
    case 'rejectCancellation':
      return operatorApi.POST(`${ORDER}/cancellation/reject`, { params, body: withReason(action.reason) });
    case 'retry':
      return operatorApi.POST(`${ORDER}/retry`, { params, body: { refetch: action.refetch } });
    case 'hold':
      return operatorApi.POST(`${ORDER}/hold`, { params, body: withReason(action.reason) });
    case 'cancel':
      return operatorApi.POST(`${ORDER}/cancel`, { params, body: withReason(action.reason) });
    case 'fail':
      return operatorApi.POST(`${ORDER}/error`, { params, body: { message: action.message } });
    case 'ship':
      return operatorApi.POST(`${ORDER}/ship`, { params, body: { parcels: action.parcels } });
  }
}

const withReason = (reason: string) => (reason.trim() === '' ? {} : { reason: reason.trim() });

/** One action at a time; then the order, and every list, is read anew. */
export function useOrderAction(key: OrderKey, etag: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (action: OrderAction) => act(key, etag, action) as Promise<unknown>,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ORDERS_KEY }),
  });
}

/** Somebody else changed the order between our looking at it and our pressing the button. */
export function wasChangedMeanwhile(error: unknown): boolean {
  return error instanceof RequestError && error.status === 412;
}

/** Where a file of the order, or a picture of it, is read. Ours whatever host the server calls itself. */
export function fileUrl({ clientId, orderId }: OrderKey, sha256: string, rest = ''): string {
  const order = `${encodeURIComponent(clientId)}/${encodeURIComponent(orderId)}`;
  return `${SERVER_URL}/operator/v1/orders/${order}/files/${sha256}${rest}`;
}
