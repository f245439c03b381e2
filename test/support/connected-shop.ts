import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startConnector } from '../../connectors/connect.ts';
import { rotateSecret } from '../../src/clients/manage-clients.ts';
import { type Customer, newCustomer } from '../../src/orders/test-support/customer.ts';
import { waitUntil } from '../../src/orders/test-support/wait-until.ts';
import { type Deliverer, openDeliverer } from '../../src/webhooks/test-support/webhook-shop.ts';
import { freePort } from './free-ports.ts';
import { assign, newOperator } from './operator.ts';
import type { Scope } from './scope.ts';
import type { TestServer } from './test-server.ts';

/** Time between two attempts of Platen to deliver a webhook. */
const RETRY_STEP_MS = 15_000;

export const TRACKING = { trackingCarrier: 'Courier', trackingNumber: '00340434161094042557' };

/** A message as the database has it. */
export interface StoredMessage {
  orderId: string;
  direction: string;
  state: string;
  attempts: number;
  outcome: string | null;
  error: string | null;
}

/** A connector between a test server and a fake shop. */
export interface ConnectedShop {
  customer: Customer;
  url: string;
  /** Path of the mapping file. */
  mapping: string;
  environment: Record<string, string>;
  logged: string[];
  /** Starts the connector in this process. The connector before it stops. */
  start(): Promise<void>;
  stop(): void;
  /** Sends Platen's events until `isDone` returns true. The server's time passes meanwhile. */
  deliver(isDone: () => unknown): Promise<void>;
  readMessage(orderId: string, direction: string): Promise<StoredMessage | undefined>;
  /** Waits until the order's message in this direction is in a state, and returns it. */
  settled(orderId: string, direction: 'from_shop' | 'to_shop', state?: string): Promise<StoredMessage>;
  /** Brings an order into production. */
  accept(orderId: string): Promise<void>;
  /** Ships the order, or the items of the parcels. */
  ship(orderId: string, parcels?: object[]): Promise<void>;
  /** Takes back a parcel that has not left. */
  withdraw(orderId: string, shipmentId: string): Promise<void>;
}

interface Options {
  server: TestServer;
  mapping: object;
  environment: Record<string, string>;
}

/** Prepares a connector with this mapping. The caller starts it. */
export async function prepareShop(t: Scope, { server, mapping, environment }: Options): Promise<ConnectedShop> {
  const customer = await newCustomer(server);
  const { clientId } = customer;
  const operator = await newOperator(server);
  const secret = await rotateSecret(server.pool, clientId, { revokeOthers: false, now: new Date() });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const deliverer: Deliverer = openDeliverer(t, server, { allow: [`127.0.0.1:${port}`] });
  const folder = await mkdtemp(join(tmpdir(), 'platen-connect-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'shop.json');
  await writeFile(path, JSON.stringify({ platen: server.url, publicUrl: url, port, ...mapping }));
  const logged: string[] = [];
  let running = new AbortController();
  const all = {
    PLATEN_CLIENT_ID: clientId,
    PLATEN_CLIENT_SECRET: secret!.clientSecret,
    ...environment,
  };
  let ended: Promise<unknown> = Promise.resolve();
  t.after(async () => {
    running.abort();
    await ended;
  });
  const work = async (orderId: string, verb: string, body?: object) => {
    const answer = await operator.work(clientId, orderId, verb, body);
    if (answer.status !== 200) throw new Error(answer.text);
  };
  const readMessage = async (orderId: string, direction: string) => {
    const { rows } = await server.pool.query<StoredMessage>(
      `select order_id as "orderId", direction, state, attempts, outcome, last_error as error
       from shop_messages where client_id = $1 and order_id = $2 and direction = $3`,
      [clientId, orderId, direction],
    );
    return rows[0];
  };
  const shop: ConnectedShop = {
    ...{ customer, url, mapping: path, environment: all, logged, readMessage },
    start: async () => {
      running.abort();
      await ended;
      running = new AbortController();
      const connector = await startConnector(path, {
        environment: all,
        pool: server.pool,
        log: (line) => void logged.push(line),
        signal: running.signal,
        retryDelaysMs: [20],
      });
      ended = connector.ended;
    },
    stop: () => running.abort(),
    deliver: async (isDone) => {
      await waitUntil(async () => {
        const [endpoint] = (await customer.get('/v1/webhook-endpoints')).json;
        if (endpoint) await deliverer.deliver({ clientId } as never, endpoint.endpointId);
        const isEnough = Boolean(await isDone());
        // Receivers refuse timestamps that differ by five minutes from their own clock.
        if (!isEnough && Number(server.time.now ?? 0) < Date.now() + 10 * RETRY_STEP_MS)
          server.time.now = new Date((server.time.now ?? new Date()).getTime() + RETRY_STEP_MS);
        return isEnough;
      });
      server.time.now = undefined;
    },
    settled: async (orderId, direction, state = 'done') => {
      let message: StoredMessage | undefined;
      await waitUntil(async () => {
        message = await readMessage(orderId, direction);
        // A new message waits, too, until its first attempt.
        return message?.state === state && (message.outcome ?? message.error) !== null;
      });
      return message!;
    },
    accept: async (orderId) => {
      await assign(server, clientId, orderId);
      await work(orderId, 'accept');
    },
    ship: (orderId, parcels = [TRACKING]) => work(orderId, 'ship', { parcels }),
    withdraw: (orderId, shipmentId) =>
      work(orderId, `shipments/${shipmentId}/withdraw`, { reason: 'The wrong label.' }),
  };
  return shop;
}
