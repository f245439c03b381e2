import { type Seen, seenOf } from '../../shared/api/answers.ts';
import { api, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';
import { listQuery, pageAt, polledQuery } from '../../shared/api/query-client.ts';

export type Carrier = Schemas['Carrier'];

export type SeenCarrier = Seen<Carrier>;

export const CUSTOMS_FORMS: readonly Carrier['customsForm'][] = ['BY_VALUE', 'CN22', 'CN23', 'NONE'];
export const CARRIERS_KEY = ['carriers'];
const CARRIER = '/operator/v1/carriers/{carrierId}';

export const carriersQuery = (cursor: string | undefined) =>
  listQuery([...CARRIERS_KEY, 'list', cursor ?? ''], (signal) =>
    operatorApi.GET('/operator/v1/carriers', { params: { query: pageAt(cursor) }, signal }),
  );

export const carrierQuery = (carrierId: string) =>
  polledQuery([...CARRIERS_KEY, 'one', carrierId], (signal) =>
    seenOf(operatorApi.GET(CARRIER, { params: { path: { carrierId } }, signal })),
  );

export const clientsOfCarrierQuery = (carrierId: string, cursor: string | undefined) =>
  listQuery([...CARRIERS_KEY, 'clients', carrierId, cursor ?? ''], (signal) =>
    operatorApi.GET(`${CARRIER}/clients`, { params: { path: { carrierId }, query: pageAt(cursor) }, signal }),
  );

/**
 * Creates a carrier if its ID is free, or changes the version that was seen. A tracking page that nobody
 * changed is not sent, so that the public page of a known carrier stays its default.
 */
export const saveCarrier = ({ carrierId, trackingUrlPattern, ...body }: Carrier, seen: SeenCarrier | undefined) =>
  api.PUT(CARRIER, {
    params: { path: { carrierId }, ...(seen && { header: { 'if-match': seen.etag } }) },
    ...(!seen && { headers: { 'If-None-Match': '*' } }),
    body: { ...body, ...(trackingUrlPattern !== (seen?.content.trackingUrlPattern ?? '') && { trackingUrlPattern }) },
  });
