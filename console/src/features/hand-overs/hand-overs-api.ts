import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { nextCursor } from '../../shared/api/next-cursor.ts';
import { contentOf, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';
import { POLL_MS } from '../../shared/api/query-client.ts';
import type { HandOversSearch } from './hand-overs-search.ts';

export type HandOver = Schemas['HandOver'];
export type HandOverCarrier = Schemas['HandOverCarrier'];
export type WaitingParcel = Schemas['WaitingParcel'];

/** Every list, to have them read anew after a change. */
export const HAND_OVERS_KEY = ['hand-overs'];
const ROWS_PER_PAGE = 50;
const HAND_OVER = '/operator/v1/hand-overs/{handOverId}';

/** GET /operator/v1/hand-over-carriers */
export const carriersWaitingQuery = queryOptions({
  queryKey: [...HAND_OVERS_KEY, 'carriers'],
  queryFn: ({ signal }) => contentOf(operatorApi.GET('/operator/v1/hand-over-carriers', { signal })),
  refetchInterval: POLL_MS,
});

/** GET /operator/v1/waiting-parcels: the oldest of them. */
export const waitingParcelsQuery = (carrierId: string | undefined) =>
  queryOptions({
    queryKey: [...HAND_OVERS_KEY, 'waiting', carrierId ?? ''],
    queryFn: ({ signal }) =>
      contentOf(
        operatorApi.GET('/operator/v1/waiting-parcels', {
          params: { query: { limit: ROWS_PER_PAGE, ...(carrierId !== undefined && { carrierId }) } },
          signal,
        }),
      ),
    refetchInterval: POLL_MS,
  });

/** GET /operator/v1/hand-overs */
export const handOversQuery = ({ state, cursor }: HandOversSearch) =>
  queryOptions({
    queryKey: [...HAND_OVERS_KEY, 'list', state ?? '', cursor ?? ''],
    queryFn: async ({ signal }) => {
      const query = { limit: ROWS_PER_PAGE, ...(state && { state }), ...(cursor && { cursor }) };
      const { data = [], response } = await operatorApi.GET('/operator/v1/hand-overs', {
        params: { query },
        signal,
      });
      return { lists: data, next: nextCursor(response.headers.get('link')) };
    },
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });

/** GET /operator/v1/hand-overs/{handOverId} */
export const handOverQuery = (handOverId: string) =>
  queryOptions({
    queryKey: [...HAND_OVERS_KEY, 'one', handOverId],
    queryFn: ({ signal }) =>
      contentOf(operatorApi.GET(HAND_OVER, { params: { path: { handOverId } }, signal })),
    refetchInterval: POLL_MS,
  });

/** GET …/parcels */
export const handedOverQuery = (handOverId: string, cursor: string | undefined) =>
  queryOptions({
    queryKey: [...HAND_OVERS_KEY, 'parcels', handOverId, cursor ?? ''],
    queryFn: async ({ signal }) => {
      const { data = [], response } = await operatorApi.GET(`${HAND_OVER}/parcels`, {
        params: { path: { handOverId }, query: { limit: ROWS_PER_PAGE, ...(cursor && { cursor }) } },
        signal,
      });
      return { parcels: data, next: nextCursor(response.headers.get('link')) };
    },
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });

/** POST …/close */
export const closeHandOver = (handOverId: string, leaveMissing: boolean) =>
  contentOf(
    operatorApi.POST(`${HAND_OVER}/close`, { params: { path: { handOverId } }, body: { leaveMissing } }),
  );

/** POST …/parcels/{code}/remove */
export const removeParcel = (handOverId: string, code: string, reason: string) =>
  contentOf(
    operatorApi.POST(`${HAND_OVER}/parcels/{code}/remove`, {
      params: { path: { handOverId, code } },
      body: { reason },
    }),
  );

/** POST …/print */
export const printHandOver = (handOverId: string, printerId: string) =>
  contentOf(
    operatorApi.POST(`${HAND_OVER}/print`, { params: { path: { handOverId } }, body: { printerId } }),
  );

/** GET …/list.pdf */
export const readPaper = (handOverId: string) =>
  contentOf(operatorApi.GET(`${HAND_OVER}/list.pdf`, { params: { path: { handOverId } }, parseAs: 'blob' }));

/** GET …/customs.csv */
export const readCustoms = (handOverId: string) =>
  contentOf(
    operatorApi.GET(`${HAND_OVER}/customs.csv`, { params: { path: { handOverId } }, parseAs: 'blob' }),
  );

/** GET /operator/v1/printers: those that print a sheet. */
export const sheetPrintersQuery = queryOptions({
  queryKey: ['printers', 'sheets'],
  queryFn: async ({ signal }) => {
    const printers = await contentOf(operatorApi.GET('/operator/v1/printers', { signal }));
    return printers.filter(({ mediaTypes }) => mediaTypes.includes('application/pdf'));
  },
});
