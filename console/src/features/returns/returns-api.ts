import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../shared/api/operator-client.ts';
import { listQuery } from '../../shared/api/query-client.ts';
import { beginOfDay, endOfDay } from '../../shared/copy/center-days.ts';
import { oneOf, readDay, readText, searchReader } from '../../shared/list/text-search.ts';

export type Returnable = Schemas['Returnable'];
export type ReturnableItem = Schemas['ReturnableItem'];
export type Return = Schemas['Return'];

export const RETURNS_KEY = ['returns'];

export const returnsQuery = ({ client, condition, reason, from, to, cursor }: ReturnsSearch) =>
  listQuery([...RETURNS_KEY, 'list', client, condition, reason, from, to, cursor], '/operator/v1/returns', {
    query: {
      ...{ clientId: client, condition, reason, cursor },
      ...(from && { from: new Date(beginOfDay(from)).toISOString() }),
      ...(to && { to: new Date(endOfDay(to)).toISOString() }),
    },
  });

export const returnableQuery = (code: string) =>
  queryOptions({
    queryKey: [...RETURNS_KEY, 'returnable', code],
    queryFn: ({ signal }) => api.GET('/operator/v1/returnable-orders', { params: { query: { code } }, signal }),
  });

/** Books a return. Requests with the same key take effect once. */
export const bookReturn = (body: Schemas['ReturnRequest'], idempotencyKey: string): Promise<Return> =>
  api.POST('/operator/v1/returns', { params: { header: { 'idempotency-key': idempotencyKey } }, body });

export type Condition = Schemas['ReturnedItem']['condition'];
export type ReturnReason = Schemas['ReturnedItem']['reason'];

export const CONDITIONS = ['RESELL', 'REUSE', 'WASTE'] as const satisfies readonly Condition[];
export const REASONS = [
  'WRONG_SIZE',
  'NOT_AS_EXPECTED',
  'PRINT_DEFECT',
  'DAMAGED',
  'WRONG_ITEM',
  'UNDELIVERABLE',
  'OTHER',
] as const satisfies readonly ReturnReason[];

export const readReturnsSearch = searchReader({
  code: readText,
  client: readText,
  condition: oneOf(CONDITIONS),
  reason: oneOf(REASONS),
  /** Days in the time zone of the center. */
  from: readDay,
  to: readDay,
  cursor: readText,
});
export type ReturnsSearch = ReturnType<typeof readReturnsSearch>;
