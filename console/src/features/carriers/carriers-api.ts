import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { nextCursor } from '../../shared/api/next-cursor.ts';
import { contentOf, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';
import { POLL_MS } from '../../shared/api/query-client.ts';

export type Carrier = Schemas['Carrier'];

/** What is shown, and the tag that tells the server what was seen. */
export interface SeenCarrier {
  carrier: Carrier;
  etag: string;
}

/** Which customs form goes on a parcel. */
export const CUSTOMS_FORMS: readonly Carrier['customsForm'][] = ['BY_VALUE', 'CN22', 'CN23', 'NONE'];
/** Every list and carrier, to have them read anew after a change. */
export const CARRIERS_KEY = ['carriers'];
const ROWS_PER_PAGE = 50;
const CARRIER = '/operator/v1/carriers/{carrierId}';

/** GET /operator/v1/carriers */
export const carriersQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: [...CARRIERS_KEY, 'list', cursor ?? ''],
    queryFn: async ({ signal }) => {
      const params = { query: { limit: ROWS_PER_PAGE, ...(cursor && { cursor }) } };
      const { data = [], response } = await operatorApi.GET('/operator/v1/carriers', { params, signal });
      return { carriers: data, next: nextCursor(response.headers.get('link')) };
    },
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });

/** GET /operator/v1/carriers/{carrierId} */
export const carrierQuery = (carrierId: string) =>
  queryOptions({
    queryKey: [...CARRIERS_KEY, 'one', carrierId],
    queryFn: async ({ signal }): Promise<SeenCarrier> => {
      const { data, response } = await operatorApi.GET(CARRIER, { params: { path: { carrierId } }, signal });
      return { carrier: data as Carrier, etag: response.headers.get('etag') ?? '' };
    },
    refetchInterval: POLL_MS,
  });

/** GET /operator/v1/carriers/{carrierId}/clients */
export const clientsOfCarrierQuery = (carrierId: string, cursor: string | undefined) =>
  queryOptions({
    queryKey: [...CARRIERS_KEY, 'clients', carrierId, cursor ?? ''],
    queryFn: async ({ signal }) => {
      const params = { path: { carrierId }, query: { limit: ROWS_PER_PAGE, ...(cursor && { cursor }) } };
      const { data = [], response } = await operatorApi.GET(`${CARRIER}/clients`, { params, signal });
      return { clients: data, next: nextCursor(response.headers.get('link')) };
    },
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });

/** PUT /operator/v1/carriers/{carrierId}: a new one only where there is none, another name only where it is as it was seen. */
export const saveCarrier = ({ carrierId, name, customsForm }: Carrier, seen: SeenCarrier | undefined) =>
  contentOf(
    operatorApi.PUT(CARRIER, {
      params: { path: { carrierId }, ...(seen && { header: { 'if-match': seen.etag } }) },
      ...(!seen && { headers: { 'If-None-Match': '*' } }),
      body: { name, customsForm },
    }),
  );
