import { assignOrders } from '../../src/orders/intake/assign-orders.ts';
import type { Customer } from '../../src/orders/test-support/customer.ts';
import { order } from '../../src/orders/test-support/sample-orders.ts';
import { inTransaction } from '../../src/platform/database/transaction.ts';
import type { Answer, TestServer } from './test-server.ts';

/** A program of the center, with the scope operator. */
export interface Operator {
  clientId: string;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** `body` is optional. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Sends POST …/orders/{clientId}/{orderId}/{verb}. */
  work(clientId: string, orderId: string, verb: string, body?: unknown): Promise<Answer>;
}

export async function newOperator(server: TestServer): Promise<Operator> {
  const { token, client } = await server.token({ scope: 'operator' });
  const send: Operator['send'] = (method, path, body, headers = {}) =>
    server.send(`/operator/v1${path}`, { token, method, headers, ...(body !== undefined && { body }) });
  return {
    clientId: client.clientId,
    get: (path, headers = {}) => send('GET', path, undefined, headers),
    send,
    work: (clientId, orderId, verb, body) =>
      send('POST', `/orders/${clientId}/${encodeURIComponent(orderId)}/${verb}`, body),
  };
}

/** Does the work of the intake after the files are stored. */
export async function assign(server: TestServer, clientId: string, orderId: string): Promise<void> {
  const { rows } = await server.pool.query<{ version: number }>(
    'select version from orders where client_id = $1 and order_id = $2',
    [clientId, orderId],
  );
  await inTransaction(server.pool, (connection) =>
    assignOrders(connection, clientId, new Map([[orderId, rows[0]!]]), {
      now: server.time.now ?? new Date(),
      dueRule: server.config,
    }),
  );
}

/** Creates an order and brings it to ASSIGNED, or to a wait for stock. */
export async function assigned(
  server: TestServer,
  customer: Customer,
  changes: Parameters<typeof order>[0],
): Promise<string> {
  const { orderId } = (await customer.post(order(changes))).json;
  await assign(server, customer.clientId, orderId);
  return orderId;
}

/** Marks pieces as made, so that a packing station does not ask about them. Without codes, marks all. */
export async function markMade(server: TestServer, codes?: readonly string[]): Promise<void> {
  await server.pool.query(
    `update pieces set state = 'MADE', steps_done = json_array_length(steps::json)
     where state = 'TO_MAKE' and ($1::text[] is null or code = any($1))`,
    [codes ?? null],
  );
}

/** Returns the context of the next scan without the id of the scan that it follows. */
export function placeOf({ after: _, ...next }: Record<string, unknown>): Record<string, unknown> {
  return next;
}
