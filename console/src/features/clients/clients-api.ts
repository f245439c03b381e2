import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Seen } from '../../shared/api/answers.ts';
import { api, type Schemas } from '../../shared/api/operator-client.ts';
import { listQuery, polledQuery, seenQuery, steadyQuery } from '../../shared/api/query-client.ts';
import { oneOf, readText, searchReader } from '../../shared/list/text-search.ts';

export type Client = Schemas['Client'];
export type ListedClient = Schemas['ListedClient'];
export type NewSecret = Schemas['NewSecret'];

/** A client with its ETag. Changes apply only to the version that was seen. */
export type SeenClient = Seen<Client>;

export const CLIENTS_KEY = ['clients'];

/** More carriers than a center has contracts with. */
const CARRIERS_MAX = 500;

export const clientsQuery = (search: ClientSearch) =>
  listQuery([...CLIENTS_KEY, 'list', search], '/operator/v1/clients', { query: search });

export const clientQuery = (clientId: string) =>
  seenQuery([...CLIENTS_KEY, 'one', clientId], '/operator/v1/clients/{clientId}', { path: { clientId } });

export const orderCountsQuery = (clientId: string, mode: Client['mode']) =>
  // The prefix `orders` reloads it after changes of orders.
  polledQuery(['orders', 'counts-of-client', clientId, mode], '/operator/v1/orders/counts', {
    query: { clientId, mode },
  });

export const carriersQuery = queryOptions({
  queryKey: ['client-carriers'],
  queryFn: () => api.GET('/operator/v1/carriers', { params: { query: { limit: CARRIERS_MAX } as object } }),
});

/** Reads the first page. Searching finds the others. */
export const productsQuery = (clientId: string, q: string) =>
  listQuery([...CLIENTS_KEY, 'products', clientId, q], '/operator/v1/clients/{clientId}/products', {
    path: { clientId },
    query: { q: q || undefined },
  });

export const connectionsQuery = (clientId: string) =>
  polledQuery([...CLIENTS_KEY, 'connections', clientId], '/operator/v1/clients/{clientId}/shop-connections', {
    path: { clientId },
  });

export const resendMessages = (clientId: string, connection: string, orderId: string | undefined) =>
  api.POST('/operator/v1/clients/{clientId}/shop-connections/{connection}/resend', {
    params: { path: { clientId, connection } },
    body: { ...(orderId !== undefined && { orderId }) },
  });

export type ClientSlip = Schemas['ClientSlip'];

export const slipQuery = (clientId: string) =>
  steadyQuery([...CLIENTS_KEY, 'slip', clientId], (signal) =>
    api.GET('/operator/v1/clients/{clientId}/slip', { params: { path: { clientId } }, signal }),
  );

/** Saves the look. Empty texts are removed. */
export function saveSlip(clientId: string, { prices, form, ...texts }: Omit<ClientSlip, 'hasLogo'>) {
  const filled = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ''));
  return api.PUT('/operator/v1/clients/{clientId}/slip', {
    params: { path: { clientId } },
    body: { prices, form, ...filled },
  });
}

export const uploadLogo = (clientId: string, file: File) =>
  api.PUT('/operator/v1/clients/{clientId}/slip/logo', {
    params: { path: { clientId } },
    headers: { 'content-type': file.type },
    body: file as unknown as string,
    bodySerializer: () => file,
  });

export const deleteLogo = (clientId: string) =>
  api.DELETE('/operator/v1/clients/{clientId}/slip/logo', { params: { path: { clientId } } });

export const createClient = (body: Schemas['NewClientRequest']): Promise<NewSecret> =>
  api.POST('/operator/v1/clients', { body });

const clientParams = ({ content: { clientId }, etag }: SeenClient) => ({
  path: { clientId },
  header: { 'if-match': etag },
});

export const renameClient = (seen: SeenClient, name: string) =>
  api.PATCH('/operator/v1/clients/{clientId}', { params: clientParams(seen), body: { name } });

/** Changes the role of an own program. */
export const changeRole = (seen: SeenClient, role: NonNullable<Client['role']>) =>
  api.PATCH('/operator/v1/clients/{clientId}', { params: clientParams(seen), body: { role } });

/** Reads the secrets. The ETag in the key reloads them after a change of the client. */
export const secretsQuery = ({ content: { clientId }, etag }: SeenClient) =>
  queryOptions({
    queryKey: [...CLIENTS_KEY, 'secrets', clientId, etag],
    queryFn: () => api.GET('/operator/v1/clients/{clientId}/secrets', { params: { path: { clientId } } }),
    placeholderData: keepPreviousData,
  });

export const revokeSecret = (seen: SeenClient, secretId: string) => {
  const { path, header } = clientParams(seen);
  return api.DELETE('/operator/v1/clients/{clientId}/secrets/{secretId}', {
    params: { path: { ...path, secretId }, header },
  });
};

export const rotateSecret = (seen: SeenClient, revokeOthers: boolean): Promise<NewSecret> =>
  api.POST('/operator/v1/clients/{clientId}/rotate-secret', { params: clientParams(seen), body: { revokeOthers } });

export const switchClient = (seen: SeenClient, verb: 'disable' | 'enable') =>
  api.POST(`/operator/v1/clients/{clientId}/${verb}`, { params: clientParams(seen) });

export const changeTerms = (seen: SeenClient, body: Schemas['ContractTermsRequest']) =>
  api.PUT('/operator/v1/clients/{clientId}/contract', { params: clientParams(seen), body });

const contractParams = ({ content: { clientId }, etag }: SeenClient, carrierId: string) => ({
  path: { clientId, carrierId },
  header: { 'if-match': etag },
});

export const contractCarrier = (seen: SeenClient, carrierId: string, isDefault?: boolean) =>
  api.PUT('/operator/v1/clients/{clientId}/carriers/{carrierId}', {
    params: contractParams(seen, carrierId),
    body: isDefault === undefined ? {} : { default: isDefault },
  });

export const endContract = (seen: SeenClient, carrierId: string) =>
  api.DELETE('/operator/v1/clients/{clientId}/carriers/{carrierId}', { params: contractParams(seen, carrierId) });

const assignmentParams = ({ content: { clientId } }: SeenClient, productId: string) => ({
  path: { clientId, productId },
});

/** Assigns a product. It needs no version, because assignments add up. */
export const assignProduct = (seen: SeenClient, productId: string) =>
  api.PUT('/operator/v1/clients/{clientId}/products/{productId}', { params: assignmentParams(seen, productId) });

export const withdrawProduct = (seen: SeenClient, productId: string) =>
  api.DELETE('/operator/v1/clients/{clientId}/products/{productId}', { params: assignmentParams(seen, productId) });

export const MODES = ['live', 'sandbox'] as const;
export const SCOPES = ['fulfillment', 'operator'] as const;
export const STATUSES = ['active', 'disabled'] as const;

export const readClientSearch = searchReader({
  q: readText,
  mode: oneOf(MODES),
  scope: oneOf(SCOPES),
  status: oneOf(STATUSES),
  cursor: readText,
});
export type ClientSearch = ReturnType<typeof readClientSearch>;
