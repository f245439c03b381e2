import { queryOptions } from '@tanstack/react-query';
import { api, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';
import { listQuery, ROWS_PER_PAGE } from '../../shared/api/query-client.ts';
import { oneOf, readDay, readText, searchReader } from '../../shared/list/text-search.ts';

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

/** The state of the page in the address. */
export const readReturnsSearch = searchReader({
  /** The code that was scanned or typed to find the order. */
  code: readText,
  client: readText,
  condition: oneOf(CONDITIONS),
  reason: oneOf(REASONS),
  /** Days by the clock of the machine. */
  from: readDay,
  to: readDay,
  cursor: readText,
});
export type ReturnsSearch = ReturnType<typeof readReturnsSearch>;
