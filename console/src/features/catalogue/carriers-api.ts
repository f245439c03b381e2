import type { Seen } from '../../shared/api/answers.ts';
import { api, type Schemas } from '../../shared/api/operator-client.ts';
import { listQuery, seenQuery } from '../../shared/api/query-client.ts';

export type Carrier = Schemas['Carrier'];

export type SeenCarrier = Seen<Carrier>;

export const CUSTOMS_FORMS: readonly Carrier['customsForm'][] = ['BY_VALUE', 'CN22', 'CN23', 'NONE'];
export const CARRIERS_KEY = ['carriers'];
const CARRIER = '/operator/v1/carriers/{carrierId}';

export const carriersQuery = (cursor: string | undefined) =>
  listQuery([...CARRIERS_KEY, 'list', cursor ?? ''], '/operator/v1/carriers', { query: { cursor } });

export const carrierQuery = (carrierId: string) =>
  seenQuery([...CARRIERS_KEY, 'one', carrierId], CARRIER, { path: { carrierId } });

export const clientsOfCarrierQuery = (carrierId: string, cursor: string | undefined) =>
  listQuery([...CARRIERS_KEY, 'clients', carrierId, cursor ?? ''], `${CARRIER}/clients`, {
    path: { carrierId },
    query: { cursor },
  });

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
