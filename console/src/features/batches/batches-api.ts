import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../shared/api/operator-client.ts';
import { listQuery, polledQuery, steadyQuery } from '../../shared/api/query-client.ts';
import { oneOf, readText, searchReader } from '../../shared/list/text-search.ts';

export type ReleaseGroup = Schemas['ReleaseGroup'];
type ReleasableOrder = Schemas['ReleasableOrder'];
export type Release = Schemas['Release'];
export type Batch = Schemas['Batch'];
export type BatchProgress = Schemas['BatchProgress'];
export type BatchLine = BatchProgress['lines'][number];
export type Piece = Schemas['Piece'];

export const BATCHES_KEY = ['batches'];
/** The server's limit for one batch. */
export const RELEASED_AT_ONCE_MAX = 500;

export const releaseGroupsQuery = (search: ReleasePageSearch) =>
  steadyQuery([...BATCHES_KEY, 'groups', search], (signal) =>
    api.GET('/operator/v1/release-groups', { params: { query: search as object }, signal }),
  );

export const releaseCountsQuery = (search: ReleaseChoice & ReleasePageSearch) =>
  steadyQuery([...BATCHES_KEY, 'counts', search], (signal) =>
    api.GET('/operator/v1/release-counts', { params: { query: search as object }, signal }),
  );

/** Reads the orders that match any of the choices, the most urgent first. */
export async function readReleasable(choices: readonly ReleaseChoice[]): Promise<ReleasableOrder[]> {
  const lists = await Promise.all(
    choices.map((choice) =>
      api.GET('/operator/v1/release-orders', {
        params: { query: { ...choice, limit: RELEASED_AT_ONCE_MAX } as object },
      }),
    ),
  );
  const orders = new Map(lists.flat().map((order) => [`${order.clientId} ${order.orderId}`, order]));
  return [...orders.values()]
    .sort((one, other) => Date.parse(one.due) - Date.parse(other.due))
    .slice(0, RELEASED_AT_ONCE_MAX);
}

/** Releases these orders as one batch, or into an open one. Requests with the same key take effect once. */
export const release = (
  choices: readonly ReleaseChoice[],
  orders: readonly ReleasableOrder[],
  batchId: string | undefined,
  key: string,
) =>
  api.POST('/operator/v1/batches', {
    params: { header: { 'idempotency-key': key } },
    body: {
      // A batch records one choice. Several have in common what they say alike.
      ...(commonPart(choices) as object),
      ...(batchId && { batchId }),
      limit: orders.length,
      orders: orders.map(({ clientId, orderId }) => ({ clientId, orderId })),
    },
  });

export const batchesQuery = ({ all, cursor }: BatchesSearch) =>
  listQuery([...BATCHES_KEY, 'list', all, cursor], '/operator/v1/batches', {
    query: { ...(!all && { open: 'true' }), cursor },
  });

export const batchQuery = (batchId: string) =>
  polledQuery([...BATCHES_KEY, 'one', batchId], '/operator/v1/batches/{batchId}', { path: { batchId } });

export const batchProgressQuery = (batchId: string) =>
  polledQuery([...BATCHES_KEY, 'progress', batchId], '/operator/v1/batches/{batchId}/progress', { path: { batchId } });

export const batchPiecesQuery = (batchId: string, search: BatchSearch) =>
  listQuery([...BATCHES_KEY, 'pieces', batchId, search], '/operator/v1/batches/{batchId}/pieces', {
    path: { batchId },
    query: search,
  });

export const readPiece = (code: string): Promise<Piece> =>
  api.GET('/operator/v1/pieces/{code}', { params: { path: { code } } });

/** Reads a batch by its code. */
export const readBatch = (batchId: string): Promise<Batch> =>
  api.GET('/operator/v1/batches/{batchId}', { params: { path: { batchId } } });

/** Reports missing blanks. Requests with the same key take effect once. */
export const reportShort = (batchId: string, body: Schemas['ShortRequest'], key: string) =>
  api.POST('/operator/v1/batches/{batchId}/shorts', {
    params: { path: { batchId }, header: { 'idempotency-key': key } },
    body,
  });

export type BatchPaper = Schemas['BatchPapersRequest']['paper'];
export type PaperRun = Schemas['PaperRun'];

export const batchPapersQuery = (batchId: string) =>
  polledQuery([...BATCHES_KEY, 'papers', batchId], '/operator/v1/batches/{batchId}/papers', { path: { batchId } });

/** Prints papers of a batch. Requests with the same key take effect once. */
export const printBatchPaper = (
  batchId: string,
  body: Pick<Schemas['BatchPapersRequest'], 'paper' | 'printerId' | 'here' | 'reason'>,
  key: string,
) =>
  api.POST('/operator/v1/batches/{batchId}/papers', {
    params: { path: { batchId }, header: { 'idempotency-key': key } },
    body,
  });

/** Path of papers of the batch as PDF, below the path of the operator API. */
export const paperPath = (batchId: string, paper: 'tickets' | 'ticket-sheets' | 'pick-list' | 'cover'): string =>
  `/batches/${batchId}/papers/${paper}`;

export const printersToChooseQuery = queryOptions({
  queryKey: ['printers', 'to-choose'],
  queryFn: ({ signal }) => api.GET('/operator/v1/printers', { signal }),
});

/** The statuses of pieces of a batch, in the server's names. */
export const BATCH_STATES = ['TO_MAKE', 'MADE', 'CHECKED', 'PACKED', 'STOPPED', 'SHIPPED', 'ENDED'] as const;
export const DUE = ['LATE', 'TODAY', 'TOMORROW'] as const;
export const SIZES = ['SINGLE', 'MULTI'] as const;
/** The number of the oldest orders that are grouped and counted: by default, and at most. */
export const GROUPED = 200;
export const GROUPED_MAX = 5_000;

/** Reads the filters of the pieces of a batch. */
export const readBatchSearch = searchReader({ state: oneOf(BATCH_STATES), sku: readText, cursor: readText });
export type BatchSearch = ReturnType<typeof readBatchSearch>;

/** Reads the filters of the batches. `all` includes completed batches. */
export const readBatchesSearch = searchReader({ all: oneOf(['true']), cursor: readText });
type BatchesSearch = ReturnType<typeof readBatchesSearch>;

/** The filters of the release page. */
const RELEASE = {
  technology: readText,
  manufacturerCode: readText,
  clientId: readText,
  due: oneOf(DUE),
  size: oneOf(SIZES),
};
export const readReleaseSearch = searchReader({
  ...RELEASE,
  oldest: (value): typeof GROUPED_MAX | undefined => (Number(value) === GROUPED_MAX ? GROUPED_MAX : undefined),
});
export type ReleasePageSearch = ReturnType<typeof readReleaseSearch>;
export type ReleaseSearch = Omit<ReleasePageSearch, 'oldest'>;

/** The selection to release: everything shown, or one article or variant. */
export interface ReleaseChoice extends ReleaseSearch {
  sku?: string | undefined;
  /** ACCEPTED: orders that were accepted without a batch. */
  status?: 'ACCEPTED';
}

function commonPart([first, ...others]: readonly ReleaseChoice[]): ReleaseChoice {
  return Object.fromEntries(
    Object.entries(first ?? {}).filter(([name, value]) =>
      others.every((other) => other[name as keyof ReleaseChoice] === value),
    ),
  );
}

/** The machines to which print files can be sent. */
export const machinesToChooseQuery = polledQuery(['machines', 'list'], '/operator/v1/machines');

export const sendBatchFiles = (batchId: string, machineId: string | undefined) =>
  api.POST('/operator/v1/batches/{batchId}/send-files', {
    params: { path: { batchId } },
    body: machineId === undefined ? {} : { machineId },
  });
