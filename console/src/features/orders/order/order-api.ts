import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { nextCursor } from '../../../shared/api/answers.ts';
import { SERVER_URL } from '../../../shared/api/api-base.ts';
import { api, operatorApi, type Schemas } from '../../../shared/api/operator-client.ts';
import { POLL_MS, polledQuery } from '../../../shared/api/query-client.ts';
import { RequestError } from '../../../shared/api/request-error.ts';
import type { Notebook } from '../../../shared/notes/notes-section.tsx';
import type { OrderStep } from '../../../shared/ui/order-step.tsx';
import { ORDERS_KEY } from '../orders-api.ts';

export type OrderKey = { clientId: string; orderId: string };
export type OperatorOrder = Schemas['OperatorOrder'];
export type KeptFile = Schemas['KeptFile'];
export type OrderEvent = OperatorOrder['events'][number];

/** An order and the ETag of the version that the page shows. */
type SeenOrder = { seen: OperatorOrder; etag: string };

const ORDER = '/operator/v1/orders/{clientId}/{orderId}';
/** The page size of earlier events. */
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

/** Reads the events before those in the order document, newest first. `cursor` comes from the document. */
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
    // Past events do not change.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const notesOfOrder = (key: OrderKey): Notebook => ({
  key: [...keyOf(key), 'notes'],
  list: (signal) => api.GET(`${ORDER}/notes`, { params: { path: key }, signal }),
  add: (text, mentions = []) =>
    operatorApi.POST(`${ORDER}/notes`, {
      params: { path: key },
      body: { text, ...(mentions.length > 0 && { mentions }) },
    }),
  correct: (noteId, text) =>
    operatorApi.PUT(`${ORDER}/notes/{noteId}`, { params: { path: { ...key, noteId } }, body: { text } }),
  remove: (noteId) => operatorApi.DELETE(`${ORDER}/notes/{noteId}`, { params: { path: { ...key, noteId } } }),
});

/** The dialog that the address opens. */
export interface OrderStepProps {
  step: OrderStep | undefined;
  onStepEnd: () => void;
}

type Parcel = Schemas['Parcel'];
export type Tracking = Schemas['TrackingRequest'];
export type Correction = Omit<Schemas['OrderCorrection'], 'reason'>;
export type ScrappedPieces = Schemas['ScrappedPieces'];

interface Scrapping {
  /** The spoiled pieces. It may be empty. */
  scrapped: ScrappedPieces[];
}

/** The actions of staff on an order, with their request bodies. */
export type OrderAction =
  | { name: 'release' | 'rush' | 'unrush' }
  | { name: 'retry'; refetch: boolean }
  | { name: 'hold' | 'rejectCancellation'; reason: string }
  | ({ name: 'cancel'; reason: string } & Scrapping)
  | ({ name: 'acceptCancellation' } & Scrapping)
  | ({ name: 'fail'; message: string; code: string; pointer: string } & Scrapping)
  | { name: 'ship'; parcels: Parcel[]; unmadeReason: string }
  | { name: 'withdraw'; shipmentId: string; reason: string }
  | { name: 'amend'; correction: Correction; reason: string }
  | { name: 'correctTracking'; shipmentId: string; tracking: Tracking };

/** An action, and the ETag of the version that its button or dialog showed. */
type SentAction = OrderAction & { etag: string };

/** Sends one action for the version that was seen. The server answers 412 if the order has changed. */
function sendAction(key: OrderKey, { etag, ...action }: SentAction) {
  const params = { path: key, header: { 'if-match': etag } };
  switch (action.name) {
    case 'release':
      return operatorApi.POST(`${ORDER}/release`, { params });
    case 'rush':
      return operatorApi.POST(`${ORDER}/rush`, { params });
    case 'unrush':
      return operatorApi.POST(`${ORDER}/unrush`, { params });
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
      // When an error message is corrected, omitted fields keep their values.
      const body = { message, ...(code && { code }), ...(pointer && { pointer }), ...withScrapped(action) };
      return operatorApi.POST(`${ORDER}/error`, { params, body });
    }
    case 'ship':
      return operatorApi.POST(`${ORDER}/ship`, {
        params,
        body: { parcels: action.parcels, ...(action.unmadeReason && { unmadeReason: action.unmadeReason }) },
      });
    case 'amend':
      return operatorApi.PATCH(ORDER, { params, body: { ...action.correction, reason: action.reason } });
    case 'withdraw':
      return operatorApi.POST(`${ORDER}/shipments/{shipmentId}/withdraw`, {
        params: { ...params, path: { ...key, shipmentId: action.shipmentId } },
        body: { reason: action.reason },
      });
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

/** Runs one action at a time, then reloads the order and all lists. */
export function useOrderAction(key: OrderKey) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (action: SentAction) => sendAction(key, action) as Promise<unknown>,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ORDERS_KEY }),
  });
}
export type OrderActing = ReturnType<typeof useOrderAction>;

/** Returns whether an action was refused because somebody else had changed the order. */
export function isConflict(error: unknown): boolean {
  return error instanceof RequestError && error.status === 412;
}

/** Returns the version in an ETag of the order. */
export function versionOf(etag: string): number {
  return Number(/\d+/.exec(etag)?.[0] ?? 0);
}

/** Returns the URL of a file or of its preview. It is relative, so it does not depend on BASE_URL. */
export function fileUrl({ clientId, orderId }: OrderKey, sha256: string, rest = ''): string {
  const order = `${encodeURIComponent(clientId)}/${encodeURIComponent(orderId)}`;
  return `${SERVER_URL}/operator/v1/orders/${order}/files/${sha256}${rest}`;
}

export type Piece = Schemas['Piece'];
export type PieceEvent = Schemas['PieceEvent'];

const piecesKeyOf = ({ clientId, orderId }: OrderKey) => [...ORDERS_KEY, 'pieces', clientId, orderId];

export const orderPiecesQuery = (key: OrderKey) =>
  polledQuery(piecesKeyOf(key), '/operator/v1/orders/{clientId}/{orderId}/pieces', { path: key });

export type OrderPrintFile = Schemas['OrderPrintFile'];
const PRINT_FILES = '/operator/v1/orders/{clientId}/{orderId}/print-files';
export const printFilesQuery = (key: OrderKey) =>
  polledQuery([...ORDERS_KEY, 'print files', key.clientId, key.orderId], PRINT_FILES, { path: key });
export const remakePrintFiles = (path: OrderKey) => operatorApi.POST(`${PRINT_FILES}/make`, { params: { path } });
export const machinesToChooseQuery = polledQuery(['machines', 'list'], '/operator/v1/machines');

/** Sends the files of pieces to a machine. Without `machineId`, the rules choose. */
export const sendPieceFiles = (codes: readonly string[], machineId: string) =>
  Promise.all(
    codes.map((code) =>
      operatorApi.POST('/operator/v1/pieces/{code}/send-files', {
        params: { path: { code } },
        body: machineId === '' ? {} : { machineId },
      }),
    ),
  );

export const orderPieceEventsQuery = (key: OrderKey) =>
  polledQuery([...piecesKeyOf(key), 'events'], '/operator/v1/orders/{clientId}/{orderId}/piece-events', { path: key });

/** More carriers than a center has contracts with. */
const CARRIERS_MAX = 500;

export const carriersQuery = queryOptions({
  queryKey: ['client-carriers'],
  queryFn: () => api.GET('/operator/v1/carriers', { params: { query: { limit: CARRIERS_MAX } as object } }),
});

export type OrderParcel = Schemas['PackedParcel'];
export type PaperKind = OrderParcel['papers'][number]['kind'];

export const orderParcelsQuery = (key: OrderKey) =>
  polledQuery([...ORDERS_KEY, 'parcels', key.clientId, key.orderId], `${ORDER}/parcels`, { path: key });

export const batchPapersQuery = (batchId = '') =>
  polledQuery([...ORDERS_KEY, 'batch-papers', batchId], '/operator/v1/batches/{batchId}/papers', { path: { batchId } });

/** A request for one key prints once, also if it is sent again. */
const once = () => ({ 'idempotency-key': crypto.randomUUID() });

export function reprintPapers(code: string, papers: PaperKind[], reason: string) {
  const params = { path: { code }, header: once() };
  return operatorApi.POST('/operator/v1/parcels/{code}/reprint', { params, body: { papers, reason } });
}

/** Uploads a file for a correction. Returns the URL that the correction must name. */
export async function uploadFile(key: OrderKey, role: KeptFile['role'], file: File): Promise<string> {
  const { url } = await api.POST(`${ORDER}/files`, {
    params: { path: key, query: { role } },
    body: file as never,
    bodySerializer: (body: unknown) => body as Blob,
    headers: { 'content-type': 'application/octet-stream' },
  });
  return url;
}

export function printLabel(code: string) {
  return operatorApi.POST('/operator/v1/parcels/{code}/label', { params: { path: { code } }, body: {} });
}

/** Buys the label for the return of a parcel, unless it has one. */
export function buyReturnLabel(code: string) {
  return operatorApi.POST('/operator/v1/parcels/{code}/return-label', { params: { path: { code } }, body: {} });
}

export const readReturnLabel = (code: string) =>
  api.GET('/operator/v1/parcels/{code}/return-label.pdf', { params: { path: { code } }, parseAs: 'blob' });

/** Records that this browser prints the ticket again. */
export function recordTicket(code: string, reason: string) {
  const params = { path: { code }, header: once() };
  return operatorApi.POST('/operator/v1/pieces/{code}/ticket', { params, body: { reason, here: true } });
}
