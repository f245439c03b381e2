import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { nextCursor } from '../../shared/api/next-cursor.ts';
import { contentOf, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';
import { POLL_MS } from '../../shared/api/query-client.ts';
import type { DeliverySearch, EndpointSearch } from './webhook-search.ts';

export type Endpoint = Schemas['StaffWebhookEndpoint'];
export type Delivery = Schemas['StaffWebhookDelivery'];

/** What names an endpoint. */
export interface EndpointKey {
  clientId: string;
  endpointId: string;
}

/** Every list, endpoint and delivery, to have them read anew after a change. */
export const WEBHOOKS_KEY = ['webhooks'];

const PER_PAGE = 50;

/** GET /operator/v1/webhook-endpoints */
export const endpointsQuery = (search: EndpointSearch) =>
  queryOptions({
    queryKey: [...WEBHOOKS_KEY, 'list', search],
    queryFn: async ({ signal }) => {
      const { data = [], response } = await operatorApi.GET('/operator/v1/webhook-endpoints', {
        params: { query: { ...search, limit: PER_PAGE } as object },
        signal,
      });
      return { endpoints: data, next: nextCursor(response.headers.get('link')) };
    },
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });

/** GET /operator/v1/webhook-endpoints/{clientId}/{endpointId} */
export const endpointQuery = (path: EndpointKey) =>
  queryOptions({
    queryKey: [...WEBHOOKS_KEY, 'one', path],
    queryFn: () =>
      contentOf(
        operatorApi.GET('/operator/v1/webhook-endpoints/{clientId}/{endpointId}', { params: { path } }),
      ),
    refetchInterval: POLL_MS,
  });

/** GET …/deliveries */
export const deliveriesQuery = (path: EndpointKey, search: DeliverySearch) =>
  queryOptions({
    queryKey: [...WEBHOOKS_KEY, 'deliveries', path, search],
    queryFn: async ({ signal }) => {
      const { data = [], response } = await operatorApi.GET(
        '/operator/v1/webhook-endpoints/{clientId}/{endpointId}/deliveries',
        { params: { path, query: { ...search, limit: PER_PAGE } as object }, signal },
      );
      return { deliveries: data, next: nextCursor(response.headers.get('link')) };
    },
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });

/** GET …/deliveries/{deliveryId}: with its body. */
export const deliveryQuery = (path: EndpointKey & { deliveryId: string }) =>
  queryOptions({
    queryKey: [...WEBHOOKS_KEY, 'delivery', path],
    queryFn: () =>
      contentOf(
        operatorApi.GET('/operator/v1/webhook-endpoints/{clientId}/{endpointId}/deliveries/{deliveryId}', {
          params: { path },
        }),
      ),
  });

/** POST …/enable and …/disable */
export const switchEndpoint = (path: EndpointKey, verb: 'enable' | 'disable') =>
  contentOf(
    operatorApi.POST(`/operator/v1/webhook-endpoints/{clientId}/{endpointId}/${verb}`, { params: { path } }),
  );

/** POST …/resend-failed */
export const resendFailed = (path: EndpointKey) =>
  contentOf(
    operatorApi.POST('/operator/v1/webhook-endpoints/{clientId}/{endpointId}/resend-failed', {
      params: { path },
    }),
  );

/** POST …/deliveries/{deliveryId}/resend and …/skip */
export const changeDelivery = (path: EndpointKey & { deliveryId: string }, verb: 'resend' | 'skip') =>
  contentOf(
    operatorApi.POST(
      `/operator/v1/webhook-endpoints/{clientId}/{endpointId}/deliveries/{deliveryId}/${verb}`,
      { params: { path } },
    ),
  );
