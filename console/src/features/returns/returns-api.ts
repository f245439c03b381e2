import { queryOptions } from '@tanstack/react-query';
import { api, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';
import { listQuery, ROWS_PER_PAGE } from '../../shared/api/query-client.ts';
import type { ReturnsSearch } from './returns-search.ts';

export type Returnable = Schemas['Returnable'];
export type ReturnableItem = Schemas['ReturnableItem'];
export type Return = Schemas['Return'];

/** Every list, to have them read anew after a change. */
export const RETURNS_KEY = ['returns'];
const DAY_MS = 86_400_000;

export const returnsQuery = ({ client, condition, reason, from, to, cursor }: ReturnsSearch) =>
  listQuery([...RETURNS_KEY, 'list', client, condition, reason, from, to, cursor], (signal) => {
    const query = {
      limit: ROWS_PER_PAGE,
      ...(client && { clientId: client }),
      ...(condition && { condition }),
      ...(reason && { reason }),
      ...(from && { from: new Date(`${from}T00:00`).toISOString() }),
      ...(to && { to: new Date(new Date(`${to}T00:00`).getTime() + DAY_MS).toISOString() }),
      ...(cursor && { cursor }),
    };
    return operatorApi.GET('/operator/v1/returns', { params: { query }, signal });
  });

export const returnableQuery = (code: string) =>
  queryOptions({
    queryKey: [...RETURNS_KEY, 'returnable', code],
    queryFn: ({ signal }) =>
      api.GET('/operator/v1/returnable-orders', { params: { query: { code } }, signal }),
  });

/** POST /operator/v1/returns; once, however often it is sent with the same key. */
export const bookReturn = (body: Schemas['ReturnRequest'], idempotencyKey: string): Promise<Return> =>
  api.POST('/operator/v1/returns', { params: { header: { 'idempotency-key': idempotencyKey } }, body });
