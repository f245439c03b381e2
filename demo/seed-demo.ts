import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { importCatalog } from '../src/catalog/import-catalog.ts';
import { clientExists } from '../src/catalog/import-store.ts';
import { updateClientStatus } from '../src/clients/client-store.ts';
import { createClient, rotateSecret } from '../src/clients/manage-clients.ts';
import { SYSTEM } from '../src/platform/audit/actor.ts';
import { type Connection, inTransaction } from '../src/platform/database/transaction.ts';
import type { Config } from '../src/platform/settings/config.ts';
import { LINK_DAYS } from '../src/staff/manage-operators.ts';
import { hasOperators } from '../src/staff/operator-store.ts';
import { endReservations, endWaiting, lockReservedStock } from '../src/stock/change-stock.ts';
import { DEMO_IMAGES, type DemoShop, FIRST_ARTWORK, readDemoCatalog, readDemoShops } from './demo-data.ts';
import { type DemoContext, makeDemoOrders } from './demo-orders.ts';
import { type DemoPerson, openDemoPeople } from './demo-people.ts';
import { deleteClientOrders, isUnused, lockOrdersWithStock } from './demo-store.ts';

const DEMO_CLIENT_ID = 'demo-shop';

/** The shops became clients before their first orders. */
const SHOPS_AGE_MS = 45 * 24 * 60 * 60 * 1000;

/**
 * Fills an unused database with the demo. Returns the message for the person who starts the server, with the
 * secret at the first start. Returns undefined without a demo client.
 */
export async function seedDemo(context: DemoContext): Promise<string | undefined> {
  const { pool, config, log } = context;
  const shops = await readDemoShops(config);
  if (await isUnused(pool, [DEMO_CLIENT_ID, ...shops.map(({ clientId }) => clientId)])) {
    log.info('Filling the empty database with the demo');
    return resetDemo(context);
  }
  if (!(await clientExists(pool, DEMO_CLIENT_ID))) return undefined;
  if (!existsSync(join(config.DATA_DIR, 'images', FIRST_ARTWORK))) await copyImages(config);
  // The first version of the demo had no people.
  const people = (await hasOperators(pool)) ? [] : await openDemoPeople(pool, config);
  if (config.DEMO_ORDERS) await makeDemoOrders(context);
  return laterMessage(config, people);
}

/**
 * Resets the demo: deletes the orders of its client, creates the orders of its shops again, imports the
 * original catalogue and rotates the secret. Other data stays.
 */
export async function resetDemo(context: DemoContext): Promise<string> {
  const { pool, config } = context;
  const now = new Date();
  const shops = await readDemoShops(config);
  await copyImages(config);
  const { clientSecret } =
    (await rotateSecret(pool, DEMO_CLIENT_ID, { revokeOthers: true, now })) ??
    (await createClient(pool, {
      clientId: DEMO_CLIENT_ID,
      name: 'Demo Shop',
      mode: 'live',
      scope: 'fulfillment',
      now,
    }));
  await updateClientStatus(pool, DEMO_CLIENT_ID, 'active');
  if (config.DEMO_ORDERS) await openShops(pool, shops, now);
  for (const clientId of [DEMO_CLIENT_ID, ...shops.map((shop) => shop.clientId)])
    await inTransaction(pool, (connection) => deleteOrders(connection, clientId, now));
  await importCatalog(pool, await readDemoCatalog(), { clientId: DEMO_CLIENT_ID });
  const people = await openDemoPeople(pool, config);
  if (config.DEMO_ORDERS) await makeDemoOrders(context);
  return welcomeMessage(config, clientSecret, people);
}

/** Creates the clients that have orders in the demo. */
async function openShops(pool: Pool, shops: readonly DemoShop[], now: Date): Promise<void> {
  const opened = new Date(now.getTime() - SHOPS_AGE_MS);
  for (const { clientId, name } of shops) {
    if (await clientExists(pool, clientId)) await updateClientStatus(pool, clientId, 'active');
    else await createClient(pool, { clientId, name, mode: 'live', scope: 'fulfillment', now: opened });
  }
}

/** Deletes the client's orders and frees the stock that they have reserved. */
async function deleteOrders(connection: Connection, clientId: string, now: Date): Promise<void> {
  const orderIds = await lockOrdersWithStock(connection, clientId);
  await lockReservedStock(connection, clientId, orderIds);
  const held = await endWaiting(connection, clientId, orderIds, []);
  const orders = orderIds.map((orderId) => ({ orderId, by: SYSTEM }));
  await endReservations(connection, clientId, orders, 'release', { held, occurred: now });
  await deleteClientOrders(connection, clientId);
}

async function copyImages({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): Promise<void> {
  await cp(DEMO_IMAGES, join(DATA_DIR, 'images'), { recursive: true });
}

/**
 * Returns the message of the first start and of a reset, with the secret. Its commands can be pasted into a
 * shell.
 */
function welcomeMessage({ BASE_URL, AUTH_URL }: Config, clientSecret: string, people: readonly DemoPerson[]): string {
  const order = {
    orderId: 'SHOP-10001',
    items: [{ quantity: 2, unitPrice: 24.9, existingProduct: { ean13: '4006381333931' } }],
    shipping: {
      address: {
        personName: 'Ada Lovelace',
        street: 'Musterstraße 1',
        postalCode: '10115',
        city: 'Berlin',
        country: 'DE',
      },
    },
    unitPriceCurrency: 'EUR',
  };
  return `
  Platen is ready with a demo catalogue and a demo client.

    API             ${BASE_URL}/v1
    Guides          ${BASE_URL}/docs
${linksOf(people)}    Client id       ${DEMO_CLIENT_ID}
    Client secret   ${clientSecret}   (shown this once; "npx platen client rotate-secret ${DEMO_CLIENT_ID}" makes another)

  Paste these lines into another terminal. They request a token and send the first order:

TOKEN=$(curl -sS ${AUTH_URL}/oauth/token --data @- <<'END' | node -p 'JSON.parse(require("fs").readFileSync(0)).access_token'
grant_type=client_credentials&client_id=${DEMO_CLIENT_ID}&client_secret=${clientSecret}
END
)
curl -sS ${BASE_URL}/v1/orders -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '${JSON.stringify(order)}'

`;
}

/** Lists the one-time links of the demo's people, who have no passwords yet. */
function linksOf(people: readonly DemoPerson[]): string {
  const links = people.map(
    ({ login, name, role, link }) => `${link}\n                    (${name}, ${role}: login "${login}")\n`,
  );
  if (links.length === 0) return '';
  return `    Console         ${links.join('                    ')}                    (each sets a password, once, within ${LINK_DAYS} days; "npx platen operator reset admin" makes another link)
`;
}

function laterMessage({ BASE_URL }: Config, people: readonly DemoPerson[]): string {
  return `
  Platen is ready. The demo client exists since the first start, which showed its secret.

    API             ${BASE_URL}/v1
    Guides          ${BASE_URL}/docs
${linksOf(people)}    Client id       ${DEMO_CLIENT_ID}
    New secret      npx platen client rotate-secret ${DEMO_CLIENT_ID}
    Start over      npx platen demo reset   (deletes the orders of the demo's clients, and makes those of its shops anew)

`;
}
