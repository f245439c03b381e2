import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { PlatenApiError, PlatenClient } from '../client/dist/platen-client.js';
import { type ConnectorOptions, connectorServer, logOutcome } from './connector-server.ts';
import { mapOrder } from './map-order.ts';
import { ConnectError, type Mapping, readMapping } from './mapping.ts';
import { orderDesk } from './order-desk.ts';
import type { Shop, ShopApi } from './shop.ts';
import { shopify } from './shopify.ts';
import { API_VERSION_DEFAULT, shopifyApi } from './shopify-api.ts';
import { takeOrder } from './take-order.ts';
import { SHOP_EVENT_TYPES } from './tell-shop.ts';
import { wooCommerce } from './woocommerce.ts';

/** Shops expect an answer within 5 seconds and repeat the webhook otherwise. */
const PLATEN_TIMEOUT_MS = 4_000;
const CATCH_UP_MS = 10 * 60_000;
/** Delay before the next search for missed orders, if the shop or Platen did not answer. */
const CATCH_UP_RETRY_MS = 15_000;
const START_RETRY_MS = 5_000;

type Environment = Readonly<Record<string, string | undefined>>;

interface ConnectOptions {
  environment: Environment;
  /** Writes one line without personal data. */
  log: (line: string) => void;
  /** Stops the connector. */
  signal: AbortSignal;
}

/**
 * Runs the connector of a mapping file until `signal` aborts. Returns the port it listens on. Throws
 * ConnectError for an invalid mapping or environment.
 */
export async function startConnector(
  path: string,
  { environment, log, signal }: ConnectOptions,
): Promise<{ port: number; ended: Promise<unknown> }> {
  const { mapping, shop, platen } = open(path, environment);
  let platenSecret = environment.PLATEN_WEBHOOK_SECRET;
  const options: ConnectorOptions = {
    mapping,
    shop,
    platen,
    log,
    platenSecret: () => platenSecret,
    refusedOrders: new Set(),
    loggedOutcomes: new Map(),
  };
  const server = connectorServer(options);
  server.listen(mapping.port, mapping.host);
  await Promise.race([
    once(server, 'listening'),
    once(server, 'error').then(([error]) => {
      throw new ConnectError(
        `Cannot listen on port ${mapping.port} of ${mapping.host}: ${error.code}. Change "port" or "host" in the mapping.`,
      );
    }),
  ]);
  const ended = once(server, 'close');
  signal.addEventListener('abort', () => {
    server.close();
    server.closeIdleConnections();
  });
  if (!shop.api) log("no credentials for the shop's API, so status and tracking are not sent back");
  const background = async () => {
    while (platenSecret === undefined && shop.api && !signal.aborted) {
      platenSecret = await ownEndpoint(platen, `${mapping.publicUrl}/platen`).catch((error) => {
        if (error instanceof PlatenApiError && error.status < 500)
          log(`Platen refuses the webhook endpoint ${mapping.publicUrl}/platen: ${error.message}`);
        else log(`Platen cannot be reached: ${(error as Error).message}`);
        return undefined;
      });
      if (platenSecret === undefined) await pause(START_RETRY_MS, signal);
    }
    while (shop.api && !signal.aborted) {
      const isThrough = await catchUp(options, shop.api, signal);
      await pause(isThrough ? CATCH_UP_MS : CATCH_UP_RETRY_MS, signal);
    }
  };
  void background();
  return { port: (server.address() as AddressInfo).port, ended };
}

/**
 * Maps the shop's open orders without changing anything. Returns their number and the problems of each order.
 * Throws ConnectError, ShopUnavailable and ShopRefused.
 */
export async function checkConnector(
  path: string,
  environment: Environment,
): Promise<{ orders: number; problems: Map<string, readonly string[]> }> {
  const { mapping, shop } = open(path, environment);
  if (!shop.api) throw new ConnectError(`Set ${VARIABLES[mapping.shop].join(' and ')} to list the shop's open orders.`);
  const problems = new Map<string, readonly string[]>();
  let orders = 0;
  for await (const order of shop.api.openOrders()) {
    orders++;
    const mapped = mapOrder(order, mapping);
    if ('problems' in mapped) problems.set(order.id, mapped.problems);
  }
  return { orders, problems };
}

/**
 * Takes open orders whose webhook was missed or which were refused before. Returns false if it could not read
 * the whole list.
 */
async function catchUp(options: ConnectorOptions, api: ShopApi, signal: AbortSignal): Promise<boolean> {
  try {
    for await (const order of api.openOrders()) {
      if (signal.aborted) return false;
      const outcome = await takeOrder(options, order, order);
      if (outcome.became !== 'left out') logOutcome(options, order.id, outcome);
    }
    return true;
  } catch (error) {
    options.log(`the search for missed orders failed: ${(error as Error).message}`);
    return false;
  }
}

/**
 * Returns the secret of the connector's webhook endpoint at Platen. Creates the endpoint if it is missing.
 * Otherwise it rotates the secret, because an existing one cannot be read.
 */
async function ownEndpoint(platen: PlatenClient, url: string): Promise<string> {
  for await (const endpoint of platen.webhookEndpoints.list())
    if (endpoint.url === url) return (await platen.webhookEndpoints.rotateSecret(endpoint.endpointId)).secret;
  const types = [...SHOP_EVENT_TYPES];
  return (await platen.webhookEndpoints.create({ url, types, description: 'platen connect' })).secret;
}

function open(path: string, environment: Environment): { mapping: Mapping; shop: Shop; platen: PlatenClient } {
  const mapping = readMapping(path);
  const shop = openShop(mapping, environment);
  const platen = new PlatenClient({
    baseUrl: mapping.platen,
    clientId: requireVariable(environment, 'PLATEN_CLIENT_ID'),
    clientSecret: requireVariable(environment, 'PLATEN_CLIENT_SECRET'),
    timeoutMs: PLATEN_TIMEOUT_MS,
    // The shop or Platen repeats its webhook.
    maxRetries: 0,
  });
  return { mapping, shop, platen };
}

/** Environment variables with the credentials of each shop's API. */
const VARIABLES = {
  shopify: ['SHOPIFY_ACCESS_TOKEN'],
  woocommerce: ['WOOCOMMERCE_CONSUMER_KEY', 'WOOCOMMERCE_CONSUMER_SECRET'],
  orderdesk: ['ORDERDESK_STORE_ID', 'ORDERDESK_API_KEY'],
};

function openShop(mapping: Mapping, environment: Environment): Shop {
  const { shopUrl, notifyCustomer, takeWhen, currency } = mapping;
  if (mapping.shop === 'orderdesk') {
    return orderDesk({
      url: shopUrl ?? 'https://app.orderdesk.me',
      storeId: requireVariable(environment, 'ORDERDESK_STORE_ID'),
      apiKey: requireVariable(environment, 'ORDERDESK_API_KEY'),
      folder: mapping.orderDeskFolder,
      currency,
    });
  }
  const webhookSecret = requireVariable(environment, 'SHOP_WEBHOOK_SECRET');
  const hasApi = VARIABLES[mapping.shop].some((name) => environment[name]);
  if (hasApi && !shopUrl) throw new ConnectError('The mapping needs "shopUrl", the address of the shop API.');
  const url = shopUrl ?? '';
  if (mapping.shop === 'shopify') {
    const version = mapping.shopifyApiVersion ?? API_VERSION_DEFAULT;
    const token = hasApi ? requireVariable(environment, 'SHOPIFY_ACCESS_TOKEN') : '';
    return shopify(webhookSecret, hasApi ? shopifyApi({ url, token, version, notifyCustomer }) : undefined);
  }
  if (!hasApi) return wooCommerce(webhookSecret, undefined);
  const consumerKey = requireVariable(environment, 'WOOCOMMERCE_CONSUMER_KEY');
  const consumerSecret = requireVariable(environment, 'WOOCOMMERCE_CONSUMER_SECRET');
  return wooCommerce(webhookSecret, { url, consumerKey, consumerSecret, takeWhen, notifyCustomer });
}

function requireVariable(environment: Environment, name: string): string {
  const value = environment[name];
  if (!value) throw new ConnectError(`Set ${name} in the environment.`);
  return value;
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal, ref: false }).catch(() => {});
}
