import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { nextCursor } from '../../shared/api/next-cursor.ts';
import { contentOf, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';
import { POLL_MS } from '../../shared/api/query-client.ts';
import type { ClientSearch } from './client-search.ts';

export type Client = Schemas['Client'];
export type ListedClient = Schemas['ListedClient'];
export type NewSecret = Schemas['NewSecret'];

/** A client as it was read: a change is made only to what is seen. */
export interface SeenClient {
  client: Client;
  etag: string;
}

/** Every list and client, to have them read anew after a change. */
export const CLIENTS_KEY = ['clients'];

const CLIENTS_PER_PAGE = 50;
/** More carriers than anybody contracts. */
const CARRIERS_MAX = 500;

/** GET /operator/v1/clients */
export const clientsQuery = (search: ClientSearch) =>
  queryOptions({
    queryKey: [...CLIENTS_KEY, 'list', search],
    queryFn: async ({ signal }) => {
      const { data = [], response } = await operatorApi.GET('/operator/v1/clients', {
        params: { query: { ...search, limit: CLIENTS_PER_PAGE } as object },
        signal,
      });
      return { clients: data, next: nextCursor(response.headers.get('link')) };
    },
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });

/** GET /operator/v1/clients/{clientId} */
export const clientQuery = (clientId: string) =>
  queryOptions({
    queryKey: [...CLIENTS_KEY, 'one', clientId],
    queryFn: async (): Promise<SeenClient> => {
      const { data, response } = await operatorApi.GET('/operator/v1/clients/{clientId}', {
        params: { path: { clientId } },
      });
      return { client: data as Client, etag: response.headers.get('etag') ?? '' };
    },
    refetchInterval: POLL_MS,
  });

/** GET /operator/v1/orders/counts, for one client. */
export const orderCountsQuery = (clientId: string, mode: Client['mode']) =>
  queryOptions({
    // Below the key of all that is asked of orders, so that it is read anew after a change.
    queryKey: ['orders', 'counts-of-client', clientId, mode],
    queryFn: ({ signal }) =>
      contentOf(
        operatorApi.GET('/operator/v1/orders/counts', { params: { query: { clientId, mode } }, signal }),
      ),
    refetchInterval: POLL_MS,
  });

/** GET /operator/v1/carriers */
export const carriersQuery = queryOptions({
  queryKey: ['client-carriers'],
  queryFn: () =>
    contentOf(
      operatorApi.GET('/operator/v1/carriers', { params: { query: { limit: CARRIERS_MAX } as object } }),
    ),
});

/** Enough to look through; the rest is found by searching. */
const PRODUCTS_SHOWN = 50;

/** GET /operator/v1/clients/{clientId}/products */
export const productsQuery = (clientId: string, q: string) =>
  queryOptions({
    queryKey: [...CLIENTS_KEY, 'products', clientId, q],
    queryFn: async ({ signal }) => {
      const { data = [], response } = await operatorApi.GET('/operator/v1/clients/{clientId}/products', {
        params: { path: { clientId }, query: { limit: PRODUCTS_SHOWN, ...(q && { q }) } },
        signal,
      });
      return { products: data, hasMore: nextCursor(response.headers.get('link')) !== undefined };
    },
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });

/** POST /operator/v1/clients */
export const createClient = (body: Schemas['NewClientRequest']): Promise<NewSecret> =>
  contentOf(operatorApi.POST('/operator/v1/clients', { body }));

const seenBy = ({ client: { clientId }, etag }: SeenClient) => ({
  path: { clientId },
  header: { 'if-match': etag },
});

/** PATCH /operator/v1/clients/{clientId} */
export const renameClient = (seen: SeenClient, name: string) =>
  contentOf(operatorApi.PATCH('/operator/v1/clients/{clientId}', { params: seenBy(seen), body: { name } }));

/** PATCH /operator/v1/clients/{clientId}, of a program of ours */
export const changeRole = (seen: SeenClient, role: NonNullable<Client['role']>) =>
  contentOf(operatorApi.PATCH('/operator/v1/clients/{clientId}', { params: seenBy(seen), body: { role } }));

/** GET /operator/v1/clients/{clientId}/secrets, anew whenever the client has changed */
export const secretsQuery = ({ client: { clientId }, etag }: SeenClient) =>
  queryOptions({
    queryKey: [...CLIENTS_KEY, 'secrets', clientId, etag],
    queryFn: () =>
      contentOf(
        operatorApi.GET('/operator/v1/clients/{clientId}/secrets', { params: { path: { clientId } } }),
      ),
    placeholderData: keepPreviousData,
  });

/** DELETE /operator/v1/clients/{clientId}/secrets/{secretId} */
export const revokeSecret = (seen: SeenClient, secretId: string) => {
  const { path, header } = seenBy(seen);
  return contentOf(
    operatorApi.DELETE('/operator/v1/clients/{clientId}/secrets/{secretId}', {
      params: { path: { ...path, secretId }, header },
    }),
  );
};

/** POST /operator/v1/clients/{clientId}/rotate-secret */
export const rotateSecret = (seen: SeenClient, revokeOthers: boolean): Promise<NewSecret> =>
  contentOf(
    operatorApi.POST('/operator/v1/clients/{clientId}/rotate-secret', {
      params: seenBy(seen),
      body: { revokeOthers },
    }),
  );

/** POST /operator/v1/clients/{clientId}/disable and /enable */
export const switchClient = (seen: SeenClient, verb: 'disable' | 'enable') =>
  contentOf(operatorApi.POST(`/operator/v1/clients/{clientId}/${verb}`, { params: seenBy(seen) }));

const contract = ({ client: { clientId }, etag }: SeenClient, carrierId: string) => ({
  path: { clientId, carrierId },
  header: { 'if-match': etag },
});

/** PUT /operator/v1/clients/{clientId}/carriers/{carrierId} */
export const contractCarrier = (seen: SeenClient, carrierId: string, isDefault?: boolean) =>
  contentOf(
    operatorApi.PUT('/operator/v1/clients/{clientId}/carriers/{carrierId}', {
      params: contract(seen, carrierId),
      body: isDefault === undefined ? {} : { default: isDefault },
    }),
  );

/** DELETE /operator/v1/clients/{clientId}/carriers/{carrierId} */
export const endContract = (seen: SeenClient, carrierId: string) =>
  contentOf(
    operatorApi.DELETE('/operator/v1/clients/{clientId}/carriers/{carrierId}', {
      params: contract(seen, carrierId),
    }),
  );

const assignment = ({ client: { clientId } }: SeenClient, productId: string) => ({
  path: { clientId, productId },
});

/** PUT /operator/v1/clients/{clientId}/products/{productId}. It adds to what is there, whatever that is. */
export const assignProduct = (seen: SeenClient, productId: string) =>
  contentOf(
    operatorApi.PUT('/operator/v1/clients/{clientId}/products/{productId}', {
      params: assignment(seen, productId),
    }),
  );

/** DELETE /operator/v1/clients/{clientId}/products/{productId} */
export const withdrawProduct = (seen: SeenClient, productId: string) =>
  contentOf(
    operatorApi.DELETE('/operator/v1/clients/{clientId}/products/{productId}', {
      params: assignment(seen, productId),
    }),
  );
