import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { nextCursor } from '../../../shared/api/answers.ts';
import { SERVER_URL } from '../../../shared/api/api-base.ts';
import { api, operatorApi, type Schemas } from '../../../shared/api/operator-client.ts';
import { POLL_MS, polledQuery } from '../../../shared/api/query-client.ts';
import { RequestError } from '../../../shared/api/request-error.ts';
import type { Notebook } from '../../../shared/notes/notes-section.tsx';
import { ORDERS_KEY } from '../orders-api.ts';

export interface OrderKey {
  clientId: string;
  orderId: string;
}
export type OperatorOrder = Schemas['OperatorOrder'];
export type KeptFile = Schemas['KeptFile'];
export type OrderEvent = OperatorOrder['events'][number];

/** What is shown, and the tag that tells the server what was seen. */
interface SeenOrder {
  seen: OperatorOrder;
  etag: string;
}

const ORDER = '/operator/v1/orders/{clientId}/{orderId}';
/** Of those that are read beside the order's latest. */
const EVENTS_PER_PAGE = 50;

const keyOf = ({ clientId, orderId }: OrderKey) => [...ORDERS_KEY, 'order', clientId, orderId];

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

/** GET …/events: what was before the events that the order shows, the newest first; `cursor` is theirs. */
export const earlierEventsQuery = (key: OrderKey, cursor: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(key), 'events', cursor],
    queryFn: async ({ pageParam, signal }) => {
      const query = { sort: 'newest' as const, limit: EVENTS_PER_PAGE, cursor: pageParam };
      const { data = [], response } = await operatorApi.GET(`${ORDER}/events`, {
        params: { path: key, query },
        signal,
      });
      return { events: data, next: nextCursor(response.headers.get('link')) };
    },
    initialPageParam: cursor,
    getNextPageParam: ({ next }) => next,
    // What has happened does not change.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** …/notes */
export const notesOfOrder = (key: OrderKey): Notebook => ({
  key: [...keyOf(key), 'notes'],
  list: (signal) => api.GET(`${ORDER}/notes`, { params: { path: key }, signal }),
  add: (text) => operatorApi.POST(`${ORDER}/notes`, { params: { path: key }, body: { text } }),
  correct: (noteId, text) =>
    operatorApi.PUT(`${ORDER}/notes/{noteId}`, { params: { path: { ...key, noteId } }, body: { text } }),
  remove: (noteId) => operatorApi.DELETE(`${ORDER}/notes/{noteId}`, { params: { path: { ...key, noteId } } }),
});

type Parcel = Schemas['Parcel'];
export type Tracking = Schemas['TrackingRequest'];
export type ScrappedPieces = Schemas['ScrappedPieces'];

interface Scrapping {
  /** Pieces that were spoiled; none where it is empty. */
  scrapped: ScrappedPieces[];
}

/** What staff do to an order, each with what it is told. */
export type OrderAction =
  | { name: 'accept' | 'release' | 'prefer' | 'unprefer' }
  | { name: 'retry'; refetch: boolean }
  | { name: 'hold' | 'rejectCancellation'; reason: string }
  | ({ name: 'cancel'; reason: string } & Scrapping)
  | ({ name: 'acceptCancellation' } & Scrapping)
  | ({ name: 'fail'; message: string; code: string; pointer: string } & Scrapping)
  | { name: 'ship'; parcels: Parcel[] }
  | { name: 'correctTracking'; shipmentId: string; tracking: Tracking };

/** An action, and the tag of what was seen when it was decided. */
type SentAction = OrderAction & { etag: string };

/** Sends one action, for the version that was seen: 412 when somebody changed the order meanwhile. */
function act(key: OrderKey, { etag, ...action }: SentAction) {
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
      return operatorApi.POST(`${ORDER}/cancellation/accept`, { params, body: withScrapped(action) });
    case 'rejectCancellation':
      return operatorApi.POST(`${ORDER}/cancellation/reject`, { params, body: withReason(action.reason) });
    case 'retry':
      return operatorApi.POST(`${ORDER}/retry`, { params, body: { refetch: action.refetch } });
    case 'hold':
      return operatorApi.POST(`${ORDER}/hold`, { params, body: withReason(action.reason) });
    case 'cancel': {
      const body = { ...withReason(action.reason), ...withScrapped(action) };
      return operatorApi.POST(`${ORDER}/cancel`, { params, body });
    }
    case 'fail': {
      const { message, code, pointer } = action;
      // What is left out stays as it is, where the message of an error is corrected.
      const body = { message, ...(code && { code }), ...(pointer && { pointer }), ...withScrapped(action) };
      return operatorApi.POST(`${ORDER}/error`, { params, body });
    }
    case 'ship':
      return operatorApi.POST(`${ORDER}/ship`, { params, body: { parcels: action.parcels } });
    case 'correctTracking': {
      const path = { ...key, shipmentId: action.shipmentId };
      return operatorApi.POST(`${ORDER}/shipments/{shipmentId}/tracking`, {
        params: { ...params, path },
        body: action.tracking,
      });
    }
  }
}

const withReason = (reason: string) => (reason.trim() === '' ? {} : { reason: reason.trim() });
const withScrapped = ({ scrapped }: Scrapping) => (scrapped.length > 0 ? { scrapped } : {});

/** One action at a time; then the order, and every list, is read anew. */
export function useOrderAction(key: OrderKey) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (action: SentAction) => act(key, action) as Promise<unknown>,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ORDERS_KEY }),
  });
}
export type OrderActing = ReturnType<typeof useOrderAction>;

/** Somebody else changed the order between our looking at it and our pressing the button. */
export function wasChangedMeanwhile(error: unknown): boolean {
  return error instanceof RequestError && error.status === 412;
}

/** The version of the order that a tag of it names. */
export function versionOf(etag: string): number {
  return Number(/\d+/.exec(etag)?.[0] ?? 0);
}

/** Where a file of the order, or a picture of it, is read. Ours whatever host the server calls itself. */
export function fileUrl({ clientId, orderId }: OrderKey, sha256: string, rest = ''): string {
  const order = `${encodeURIComponent(clientId)}/${encodeURIComponent(orderId)}`;
  return `${SERVER_URL}/operator/v1/orders/${order}/files/${sha256}${rest}`;
}

export type Piece = Schemas['Piece'];
export type PieceEvent = Schemas['PieceEvent'];

const piecesKeyOf = ({ clientId, orderId }: OrderKey) => [...ORDERS_KEY, 'pieces', clientId, orderId];

export const orderPiecesQuery = (key: OrderKey) =>
  polledQuery(piecesKeyOf(key), (signal) =>
    api.GET('/operator/v1/orders/{clientId}/{orderId}/pieces', { params: { path: key }, signal }),
  );

export const orderPieceEventsQuery = (key: OrderKey) =>
  polledQuery([...piecesKeyOf(key), 'events'], (signal) =>
    api.GET('/operator/v1/orders/{clientId}/{orderId}/piece-events', { params: { path: key }, signal }),
  );
