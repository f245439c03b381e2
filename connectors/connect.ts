import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { PlatenClient } from '../client/dist/platen-client.js';
import { compareWithPlaten, compareWithShop, ensureEndpoint, type Secret } from './compare-sides.ts';
import { connectorServer } from './connector-server.ts';
import { mapOrder } from './map-order.ts';
import { ConnectError, type Mapping, readMapping, type ShopKind } from './mapping.ts';
import { isOfConsole, keepPrefix, shopKeyOf, upsertConnection, wakeMessages } from './message-store.ts';
import { openMetrics } from './metrics.ts';
import { openShop } from './open-shop.ts';
import { Bell, type Connector, RETRY_DELAYS_MS, runMessages } from './run-messages.ts';
import type { Shop } from './shop.ts';
import type { Calling } from './shop-request.ts';
import type { OnCost } from './shopify-graphql.ts';

const SHOP_COMPARISON_MS = 10 * 60_000;
const PLATEN_COMPARISON_MS = 60 * 60_000;
/** Delay before the next comparison, if the shop or Platen did not answer. */
const COMPARISON_RETRY_MS = 15_000;

type Environment = Readonly<Record<string, string | undefined>>;

interface ConnectOptions {
  environment: Environment;
  /** Platen's database, which keeps the messages. */
  pool: Pool;
  /** Writes one line without personal data. */
  log: (line: string) => void;
  /** Stops the connector. */
  signal: AbortSignal;
  retryDelaysMs?: readonly number[];
  /** Returns the network address of a request's sender, which has limits. Default: the connected address. */
  addressOf?: (request: IncomingMessage) => string;
}

/**
 * Starts the connector of a mapping file, which runs until `signal` aborts. Returns the port on which the
 * connector listens, and a promise for its end. Throws ConnectError for an invalid mapping or environment.
 */
export async function startConnector(
  path: string,
  { environment, pool, log, signal, retryDelaysMs = RETRY_DELAYS_MS, addressOf = connectedAddress }: ConnectOptions,
): Promise<{ port: number; ended: Promise<unknown> }> {
  const mapping = readMapping(path);
  const clientId = requireVariable(environment, 'PLATEN_CLIENT_ID');
  const connection = mapping.orderIdPrefix;
  const metrics = openMetrics(pool, { clientId, connection });
  const shop = openShopOf(mapping, environment, { onCost: metrics.onCost, stopping: signal });
  const connector: Connector = {
    ...{ clientId, connection, mapping, shop, pool, log, metrics, retryDelaysMs },
    platen: openPlaten(mapping, environment),
    runId: randomUUID(),
    bell: new Bell(),
  };
  const given = environment.PLATEN_WEBHOOK_SECRET;
  let secret: Secret | undefined = given === undefined ? undefined : { text: given, isGiven: true };
  const server = connectorServer({ ...connector, metrics, addressOf, platenSecret: () => secret?.text });
  server.listen(mapping.port, mapping.host);
  await Promise.race([
    once(server, 'listening'),
    once(server, 'error').then(([error]) => {
      throw new ConnectError(
        `Cannot listen on port ${mapping.port} of ${mapping.host}: ${error.code}. Change "port" or "host" in the mapping.`,
      );
    }),
  ]);
  const work: Promise<unknown>[] = [once(server, 'close')];
  signal.addEventListener('abort', () => {
    server.close();
    server.closeIdleConnections();
  });
  const { runId } = connector;
  const shopUrl = shop.api ? (mapping.shopUrl ?? null) : null;
  const storeId = environment.ORDERDESK_STORE_ID ?? '';
  const isKnown = mapping.shop === 'orderdesk' || shopUrl !== null;
  const shopKey = isKnown ? shopKeyOf(mapping.shop, shopUrl ?? '', storeId) : '';
  const isTaken =
    (await isOfConsole(pool, clientId, { shopKey, prefix: connection })) ||
    !(await upsertConnection(pool, clientId, { connection, runId, shop: mapping.shop, shopUrl }));
  if (isTaken) {
    server.close();
    throw new ConnectError(
      `The console has this shop, or a shop with the prefix ${connection}. Delete that shop there, or change "orderIdPrefix".`,
    );
  }
  if (shopKey) await keepPrefix(pool, clientId, { shopKey, prefix: connection });
  await wakeMessages(pool, clientId, connection);
  work.push(runMessages(connector, signal));
  const { api } = shop;
  if (!api) log("no credentials for the shop's API, so status and tracking are not sent back");
  else {
    const comparePlaten = async () => {
      const ensured = ensureEndpoint(connector, secret);
      // Without an endpoint, the shop still gets the news of each comparison.
      await Promise.allSettled([ensured]);
      await compareWithPlaten(connector);
      secret = await ensured;
    };
    work.push(repeat('with Platen', comparePlaten, { intervalMs: PLATEN_COMPARISON_MS, log, signal }));
    const compareShop = () => compareWithShop(connector, api);
    work.push(repeat('with the shop', compareShop, { intervalMs: SHOP_COMPARISON_MS, log, signal }));
  }
  return { port: (server.address() as AddressInfo).port, ended: Promise.all(work) };
}

function connectedAddress({ socket }: IncomingMessage): string {
  return socket.remoteAddress ?? '';
}

/** Compares again and again, sooner after a failure. */
async function repeat(
  what: string,
  compare: () => Promise<void>,
  { intervalMs, log, signal }: { intervalMs: number } & Pick<ConnectOptions, 'log' | 'signal'>,
): Promise<void> {
  while (!signal.aborted) {
    let delayMs = intervalMs;
    await compare().catch((error: Error) => {
      if (signal.aborted) return;
      log(`the comparison ${what} failed: ${error.message}`);
      delayMs = COMPARISON_RETRY_MS;
    });
    await wait(delayMs, undefined, { signal, ref: false }).catch(() => {});
  }
}

/**
 * Maps the shop's open orders without changing anything. Returns their number and the problems of each order.
 * Throws ConnectError, ShopUnavailable and ShopRefused.
 */
export async function checkConnector(
  path: string,
  environment: Environment,
): Promise<{ orders: number; problems: Map<string, readonly string[]> }> {
  const mapping = readMapping(path);
  const { api } = openShopOf(mapping, environment, { onCost: () => {} });
  if (!api) throw new ConnectError(`Set ${VARIABLES[mapping.shop].join(' and ')} to list the shop's open orders.`);
  const problems = new Map<string, readonly string[]>();
  let orders = 0;
  for await (const listed of api.list(undefined))
    for (const { id } of listed) {
      const order = await api.order(id);
      if (!order) continue;
      orders++;
      const mapped = mapOrder(order, mapping);
      if ('problems' in mapped) problems.set(id, mapped.problems);
    }
  return { orders, problems };
}

function openPlaten(mapping: Mapping, environment: Environment): PlatenClient {
  return new PlatenClient({
    baseUrl: mapping.platen,
    clientId: requireVariable(environment, 'PLATEN_CLIENT_ID'),
    clientSecret: requireVariable(environment, 'PLATEN_CLIENT_SECRET'),
    // Each message has its own attempts.
    maxRetries: 0,
  });
}

/** Environment variables with the credentials of each shop's API: the user, if there is one; the secret. */
const VARIABLES: Readonly<Record<ShopKind, readonly string[]>> = {
  shopify: ['SHOPIFY_ACCESS_TOKEN'],
  woocommerce: ['WOOCOMMERCE_CONSUMER_KEY', 'WOOCOMMERCE_CONSUMER_SECRET'],
  shopware: ['SHOPWARE_ACCESS_KEY', 'SHOPWARE_SECRET_KEY'],
  orderdesk: ['ORDERDESK_STORE_ID', 'ORDERDESK_API_KEY'],
};
const WITHOUT_WEBHOOKS: readonly ShopKind[] = ['shopware', 'orderdesk'];

function openShopOf(mapping: Mapping, environment: Environment, calling: Calling & { onCost: OnCost }): Shop {
  const variables = VARIABLES[mapping.shop];
  const isOwn = WITHOUT_WEBHOOKS.includes(mapping.shop);
  const webhookSecret = isOwn ? undefined : requireVariable(environment, 'SHOP_WEBHOOK_SECRET');
  const hasApi = isOwn || variables.some((name) => environment[name]);
  if (!hasApi) return openShop({ mapping, credentials: { webhookSecret }, ...calling });
  const values = variables.map((name) => requireVariable(environment, name));
  const credentials = {
    user: mapping.shop === 'shopify' ? undefined : values[0],
    secret: values.at(-1),
    webhookSecret,
  };
  return openShop({ mapping, credentials, ...calling });
}

function requireVariable(environment: Environment, name: string): string {
  const value = environment[name];
  if (!value) throw new ConnectError(`Set ${name} in the environment.`);
  return value;
}
