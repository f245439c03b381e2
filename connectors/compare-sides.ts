import { problemMessage } from '../src/platform/errors/problem-messages.ts';
import { orderIdOf, shopIdOf } from './map-order.ts';
import {
  type Arrival,
  deleteOldMessages,
  raiseAlert,
  readCursors,
  renewMessages,
  saveCursors,
  storeMessages,
} from './message-store.ts';
import type { Connector } from './run-messages.ts';
import type { ShopApi } from './shop.ts';
import { SHOP_EVENT_TYPES } from './tell-shop.ts';

/** The comparison begins this long before the last one, because clocks differ. */
const OVERLAP_MS = 15 * 60_000;
/** The first comparison covers this time. */
const FIRST_COMPARISON_MS = 30 * 86_400_000;
const KEEP_MESSAGES_MS = 180 * 86_400_000;
const ORDERS_AT_ONCE = 100;

/**
 * Stores messages for orders that changed in the shop without a webhook. With `onlyChanged`, it does not list
 * all open orders. Throws ShopUnavailable and ShopRefused.
 */
export async function compareWithShop(connector: Connector, api: ShopApi, onlyChanged = false): Promise<void> {
  const { pool, clientId, connection, mapping, bell } = connector;
  const began = new Date();
  const { shop: last } = await readCursors(pool, clientId, connection);
  const since = last ? new Date(last.getTime() - OVERLAP_MS) : undefined;
  for await (const listed of api.list(since, onlyChanged)) {
    const arrivals = (isOpen: boolean): Arrival[] =>
      listed
        .filter((order) => order.isOpen === isOpen)
        .map(({ id, version }) => ({ orderId: orderIdOf(id, mapping), version }));
    const known = { connection, direction: 'from_shop' } as const;
    await storeMessages(pool, clientId, { ...known, versions: 'other', arrivals: arrivals(true) });
    // Other orders are not to be taken, but they may have been cancelled.
    await renewMessages(pool, clientId, { ...known, arrivals: arrivals(false) });
    bell.ring();
  }
  await saveCursors(pool, clientId, { connection, shop: began });
  await deleteOldMessages(pool, clientId, { connection, before: new Date(began.getTime() - KEEP_MESSAGES_MS) });
}

/** Stores messages for orders that changed in Platen without an event. Throws PlatenError. */
export async function compareWithPlaten(connector: Connector): Promise<void> {
  const { pool, clientId, connection, mapping, platen, bell } = connector;
  const began = Date.now();
  const { orders: last } = await readCursors(pool, clientId, connection);
  const updatedFrom = new Date(last ? last.getTime() - OVERLAP_MS : began - FIRST_COMPARISON_MS);
  let arrivals: Arrival[] = [];
  const store = async () => {
    await storeMessages(pool, clientId, { connection, direction: 'to_shop', versions: 'other', arrivals });
    arrivals = [];
    bell.ring();
  };
  for await (const { orderId, status, updated } of platen.orders.list({ updatedFrom })) {
    if (shopIdOf(orderId, mapping) === undefined || status === 'NEW' || status === 'ASSIGNED') continue;
    arrivals.push({ orderId, version: updated });
    if (arrivals.length === ORDERS_AT_ONCE) await store();
  }
  await store();
  await saveCursors(pool, clientId, { connection, orders: new Date(began) });
}

/** The secret of the webhook endpoint at Platen. */
export interface Secret {
  text: string;
  /** True if the environment has it, so someone else created the endpoint. */
  isGiven: boolean;
}

/**
 * Makes sure that Platen sends its events to the connector. Creates a missing endpoint, and enables one that
 * Platen disabled. Returns the secret. Rotates it if it is unknown, because an existing one cannot be read.
 * Throws PlatenError.
 */
export async function ensureEndpoint(connector: Connector, secret: Secret | undefined): Promise<Secret> {
  const url = `${connector.mapping.publicUrl}/platen`;
  const { platen, pool, clientId, connection, metrics, log } = connector;
  for await (const { endpointId, url: other, status, disabledReason } of platen.webhookEndpoints.list()) {
    if (other !== url) continue;
    if (status === 'disabled') {
      const isOurs = disabledReason === 'failing' || disabledReason === 'gone';
      if (isOurs) await platen.webhookEndpoints.update(endpointId, { status: 'active' });
      const alert = problemMessage(isOurs ? 'shop_endpoint_enabled_again' : 'shop_endpoint_disabled');
      await raiseAlert(pool, clientId, { connection, alert });
      if (isOurs) metrics?.countEnabledEndpoint();
      log(`alert: ${alert}`);
    }
    if (secret) return secret;
    return { text: (await platen.webhookEndpoints.rotateSecret(endpointId)).secret, isGiven: false };
  }
  if (secret?.isGiven) return secret;
  const endpoint = { url, types: [...SHOP_EVENT_TYPES], description: 'platen connect' };
  return { text: (await platen.webhookEndpoints.create(endpoint)).secret, isGiven: false };
}
