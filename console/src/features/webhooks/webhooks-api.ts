import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../shared/api/operator-client.ts';
import { listQuery, polledQuery } from '../../shared/api/query-client.ts';
import { oneOf, readText, searchReader } from '../../shared/list/text-search.ts';

export type Endpoint = Schemas['StaffWebhookEndpoint'];
export type Delivery = Schemas['StaffWebhookDelivery'];

type EndpointKey = { clientId: string; endpointId: string };

export const WEBHOOKS_KEY = ['webhooks'];
const ENDPOINT = '/operator/v1/webhook-endpoints/{clientId}/{endpointId}';

export const endpointsQuery = (search: EndpointSearch) =>
  listQuery([...WEBHOOKS_KEY, 'list', search], '/operator/v1/webhook-endpoints', { query: search });

export const endpointQuery = (path: EndpointKey) => polledQuery([...WEBHOOKS_KEY, 'one', path], ENDPOINT, { path });

export const deliveriesQuery = (path: EndpointKey, search: DeliverySearch) =>
  listQuery([...WEBHOOKS_KEY, 'deliveries', path, search], `${ENDPOINT}/deliveries`, { path, query: search });

/** Reads a delivery with its request body. */
export const deliveryQuery = (path: EndpointKey & { deliveryId: string }) =>
  queryOptions({
    queryKey: [...WEBHOOKS_KEY, 'delivery', path],
    queryFn: () => api.GET(`${ENDPOINT}/deliveries/{deliveryId}`, { params: { path } }),
  });

export const switchEndpoint = (path: EndpointKey, verb: 'enable' | 'disable') =>
  api.POST(`${ENDPOINT}/${verb}`, { params: { path } });

export const resendFailed = (path: EndpointKey) => api.POST(`${ENDPOINT}/resend-failed`, { params: { path } });

export const changeDelivery = (path: EndpointKey & { deliveryId: string }, verb: 'resend' | 'skip') =>
  api.POST(`${ENDPOINT}/deliveries/{deliveryId}/${verb}`, { params: { path } });

const ENDPOINT_STATES = ['failing', 'healthy', 'disabled'] as const;
export type EndpointState = (typeof ENDPOINT_STATES)[number];
/** Filters by state. `given_up`: endpoints that were disabled automatically. */
export const ENDPOINT_FILTERS = ['failing', 'given_up', 'healthy', 'disabled'] as const;
export type EndpointFilter = (typeof ENDPOINT_FILTERS)[number];
export const DELIVERY_STATES = ['pending', 'failed', 'delivered', 'skipped'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const readEndpointSearch = searchReader({
  clientId: readText,
  state: oneOf(ENDPOINT_FILTERS),
  /** Shows endpoints of live or sandbox clients only. */
  mode: oneOf(['live', 'sandbox']),
  cursor: readText,
});
export type EndpointSearch = ReturnType<typeof readEndpointSearch>;

export const readDeliverySearch = searchReader({ state: oneOf(DELIVERY_STATES), cursor: readText });
type DeliverySearch = ReturnType<typeof readDeliverySearch>;
