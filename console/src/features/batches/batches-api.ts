import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { SERVER_URL } from '../../shared/api/api-base.ts';
import { nextCursor } from '../../shared/api/next-cursor.ts';
import { contentOf, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';
import { POLL_MS } from '../../shared/api/query-client.ts';
import type { BatchSearch } from './batch-search.ts';
import type { BatchesSearch } from './batches-search.ts';
import type { ReleaseChoice, ReleasePageSearch } from './release-search.ts';

export type ReleaseGroup = Schemas['ReleaseGroup'];
export type ReleasableOrder = Schemas['ReleasableOrder'];
export type Release = Schemas['Release'];
export type Batch = Schemas['Batch'];
export type BatchProgress = Schemas['BatchProgress'];
export type BatchLine = BatchProgress['lines'][number];
export type Piece = Schemas['Piece'];

/** Every list and batch, to have them read anew after a release. */
export const BATCHES_KEY = ['batches'];
/** The server takes no more into one batch. */
export const RELEASED_AT_ONCE_MAX = 500;
const ROWS_PER_PAGE = 50;

/** GET /operator/v1/release-groups */
export const releaseGroupsQuery = (search: ReleasePageSearch) =>
  queryOptions({
    queryKey: [...BATCHES_KEY, 'groups', search],
    queryFn: ({ signal }) =>
      contentOf(
        operatorApi.GET('/operator/v1/release-groups', { params: { query: search as object }, signal }),
      ),
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });

/** GET /operator/v1/release-counts */
export const releaseCountsQuery = (search: ReleaseChoice & ReleasePageSearch) =>
  queryOptions({
    queryKey: [...BATCHES_KEY, 'counts', search],
    queryFn: ({ signal }) =>
      contentOf(
        operatorApi.GET('/operator/v1/release-counts', { params: { query: search as object }, signal }),
      ),
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });

/** GET /operator/v1/release-orders: as they are when somebody begins to release. */
export const readReleasable = (choice: ReleaseChoice): Promise<ReleasableOrder[]> =>
  contentOf(
    operatorApi.GET('/operator/v1/release-orders', {
      params: { query: { ...choice, limit: RELEASED_AT_ONCE_MAX } as object },
    }),
  );

/** POST /operator/v1/batches: these orders and no others; once, however often it is sent with the same key. */
export const release = (choice: ReleaseChoice, orders: readonly ReleasableOrder[], key: string) =>
  contentOf(
    operatorApi.POST('/operator/v1/batches', {
      params: { header: { 'idempotency-key': key } },
      body: {
        ...(choice as object),
        limit: orders.length,
        orders: orders.map(({ clientId, orderId }) => ({ clientId, orderId })),
      },
    }),
  );

/** GET /operator/v1/batches */
export const batchesQuery = ({ all, cursor }: BatchesSearch) =>
  queryOptions({
    queryKey: [...BATCHES_KEY, 'list', all, cursor],
    queryFn: async ({ signal }) => {
      const query = {
        limit: ROWS_PER_PAGE,
        ...(!all && { open: 'true' as const }),
        ...(cursor && { cursor }),
      };
      const { data = [], response } = await operatorApi.GET('/operator/v1/batches', {
        params: { query },
        signal,
      });
      return { batches: data, next: nextCursor(response.headers.get('link')) };
    },
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });

/** GET /operator/v1/batches/{batchId} */
export const batchQuery = (batchId: string) =>
  queryOptions({
    queryKey: [...BATCHES_KEY, 'one', batchId],
    queryFn: ({ signal }) =>
      contentOf(operatorApi.GET('/operator/v1/batches/{batchId}', { params: { path: { batchId } }, signal })),
    refetchInterval: POLL_MS,
  });

/** GET …/progress */
export const batchProgressQuery = (batchId: string) =>
  queryOptions({
    queryKey: [...BATCHES_KEY, 'progress', batchId],
    queryFn: ({ signal }) =>
      contentOf(
        operatorApi.GET('/operator/v1/batches/{batchId}/progress', { params: { path: { batchId } }, signal }),
      ),
    refetchInterval: POLL_MS,
  });

/** GET …/pieces */
export const batchPiecesQuery = (batchId: string, search: BatchSearch) =>
  queryOptions({
    queryKey: [...BATCHES_KEY, 'pieces', batchId, search],
    queryFn: async ({ signal }) => {
      const { data = [], response } = await operatorApi.GET('/operator/v1/batches/{batchId}/pieces', {
        params: { path: { batchId }, query: { ...search, limit: ROWS_PER_PAGE } as object },
        signal,
      });
      return { pieces: data, next: nextCursor(response.headers.get('link')) };
    },
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });

/** GET /operator/v1/pieces/{code} */
export const readPiece = (code: string): Promise<Piece> =>
  contentOf(operatorApi.GET('/operator/v1/pieces/{code}', { params: { path: { code } } }));

/** GET /operator/v1/batches/{batchId}, by its code */
export const readBatch = (batchId: string): Promise<Batch> =>
  contentOf(operatorApi.GET('/operator/v1/batches/{batchId}', { params: { path: { batchId } } }));

/** POST …/shorts; once, however often it is sent with the same key. */
export const reportShort = (batchId: string, body: Schemas['ShortRequest'], key: string) =>
  contentOf(
    operatorApi.POST('/operator/v1/batches/{batchId}/shorts', {
      params: { path: { batchId }, header: { 'idempotency-key': key } },
      body,
    }),
  );

export type BatchPaper = Schemas['BatchPapersRequest']['paper'];
export type PaperRun = Schemas['PaperRun'];

/** GET …/papers */
export const batchPapersQuery = (batchId: string) =>
  queryOptions({
    queryKey: [...BATCHES_KEY, 'papers', batchId],
    queryFn: ({ signal }) =>
      contentOf(
        operatorApi.GET('/operator/v1/batches/{batchId}/papers', { params: { path: { batchId } }, signal }),
      ),
    refetchInterval: POLL_MS,
  });

/** POST …/papers; once, however often it is sent with the same key. */
export const printBatchPaper = (
  batchId: string,
  { paper, printerId }: { paper: BatchPaper; printerId: string | undefined },
  key: string,
) =>
  contentOf(
    operatorApi.POST('/operator/v1/batches/{batchId}/papers', {
      params: { path: { batchId }, header: { 'idempotency-key': key } },
      body: { paper, ...(printerId !== undefined && { printerId }) },
    }),
  );

/** Where papers of the batch can be looked at as PDF. */
export const paperUrl = (
  batchId: string,
  paper: 'tickets' | 'ticket-sheets' | 'pick-list' | 'cover',
): string => `${SERVER_URL}/operator/v1/batches/${batchId}/papers/${paper}`;

/** GET /operator/v1/printers, for their names. */
export const printersToChooseQuery = queryOptions({
  queryKey: ['printers', 'to-choose'],
  queryFn: ({ signal }) => contentOf(operatorApi.GET('/operator/v1/printers', { signal })),
});
