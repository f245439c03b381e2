import type { Answer, TestServer } from '../../../test/support/test-server.ts';
import { importCatalog } from '../../catalog/import-catalog.ts';
import { sampleCatalog } from '../../catalog/test-support/sample-catalog.ts';
import type { ClientMode } from '../../clients/client-store.ts';

export interface Customer {
  clientId: string;
  post(order: unknown, query?: string): Promise<Answer>;
  put(orderId: string, order: unknown, headers?: Record<string, string>): Promise<Answer>;
  cancel(orderId: string): Promise<Answer>;
  simulate(orderId: string, body: object): Promise<Answer>;
  /** Sends POST. Without a body, `body` is undefined. */
  send(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  read(orderId: string): Promise<Answer>;
}

export async function newCustomer(server: TestServer, mode: ClientMode = 'live'): Promise<Customer> {
  const { token, client } = await server.token({ mode });
  const { clientId } = client;
  await importCatalog(server.pool, sampleCatalog, { clientId });
  const get: Customer['get'] = (path, headers = {}) => server.send(path, { token, headers });
  return {
    clientId,
    post: (order, query = '') => server.send(`/v1/orders${query}`, { token, body: order }),
    put: (orderId, order, headers = {}) =>
      server.send(`/v1/orders/${encodeURIComponent(orderId)}`, {
        token,
        method: 'PUT',
        body: order,
        headers,
      }),
    cancel: (orderId) => server.send(`/v1/orders/${encodeURIComponent(orderId)}/cancel`, { token, method: 'POST' }),
    simulate: (orderId, body) => server.send(`/v1/orders/${encodeURIComponent(orderId)}/simulate`, { token, body }),
    send: (path, body, headers = {}) =>
      server.send(path, { token, method: 'POST', headers, ...(body !== undefined && { body }) }),
    get,
    read: (orderId) => get(`/v1/orders/${encodeURIComponent(orderId)}`),
  };
}

/** Returns path and query of the next page from the Link header; undefined on the last page. */
export function nextOf({ headers }: Answer): string | undefined {
  const url = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  return url && new URL(url).pathname + new URL(url).search;
}
