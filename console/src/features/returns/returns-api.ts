import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { nextCursor } from '../../shared/api/next-cursor.ts';
import { contentOf, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';
import { POLL_MS } from '../../shared/api/query-client.ts';
import type { ReturnsSearch } from './returns-search.ts';

export type Returnable = Schemas['Returnable'];
export type ReturnableItem = Schemas['ReturnableItem'];
export type Return = Schemas['Return'];

/** Every list, to have them read anew after a change. */
export const RETURNS_KEY = ['returns'];
const ROWS_PER_PAGE = 50;
const DAY_MS = 86_400_000;

/** GET /operator/v1/returns */
export const returnsQuery = ({ client, condition, reason, from, to, cursor }: ReturnsSearch) =>
  queryOptions({
    queryKey: [...RETURNS_KEY, 'list', client, condition, reason, from, to, cursor],
    queryFn: async ({ signal }) => {
      const query = {
        limit: ROWS_PER_PAGE,
        ...(client && { clientId: client }),
        ...(condition && { condition }),
        ...(reason && { reason }),
        ...(from && { from: new Date(`${from}T00:00`).toISOString() }),
        ...(to && { to: new Date(new Date(`${to}T00:00`).getTime() + DAY_MS).toISOString() }),
        ...(cursor && { cursor }),
      };
      const { data = [], response } = await operatorApi.GET('/operator/v1/returns', {
        params: { query },
        signal,
      });
      return { returns: data, next: nextCursor(response.headers.get('link')) };
    },
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });

/** GET /operator/v1/returnable-orders */
export const returnableQuery = (code: string) =>
  queryOptions({
    queryKey: [...RETURNS_KEY, 'returnable', code],
    queryFn: ({ signal }) =>
      contentOf(operatorApi.GET('/operator/v1/returnable-orders', { params: { query: { code } }, signal })),
  });

/** POST /operator/v1/returns; once, however often it is sent with the same key. */
export const bookReturn = (body: Schemas['ReturnRequest'], idempotencyKey: string): Promise<Return> =>
  contentOf(
    operatorApi.POST('/operator/v1/returns', {
      params: { header: { 'idempotency-key': idempotencyKey } },
      body,
    }),
  );
