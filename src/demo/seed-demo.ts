import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Pool } from 'pg';
import { SYSTEM } from '../audit/actor.ts';
import { importCatalog } from '../catalog/import/import-catalog.ts';
import { clientExists } from '../catalog/import/import-store.ts';
import { setClientStatus } from '../clients/client-store.ts';
import { createClient, rotateSecret } from '../clients/manage-clients.ts';
import type { Config } from '../config.ts';
import { type Connection, inTransaction } from '../database/transaction.ts';
import { recountSums } from '../orders/change/recount-orders.ts';
import { LINK_DAYS } from '../people/one-time-link.ts';
import { hasOperators } from '../people/operator-store.ts';
import { lockStockOf, settleReservations, stopWaiting } from '../stock/release-stock.ts';
import { demoCatalog } from './demo-catalog.ts';
import { type DemoPerson, openDemoPeople } from './demo-people.ts';
import { demoShops } from './demo-shops.ts';
import { deleteClientOrders, isUnused, lockOrdersWithStock } from './demo-store.ts';
import { demoArtwork } from './draw-artwork.ts';
import { previewImages } from './draw-preview.ts';

const DEMO_CLIENT_ID = 'demo-shop';
const ARTWORK_PATH = 'artwork/sun.png';

/** The demo's shops are older than their orders. */
const SHOPS_AGE_MS = 45 * 24 * 60 * 60 * 1000;
const DEMO_CLIENT_IDS = [DEMO_CLIENT_ID, ...demoShops.map(({ clientId }) => clientId)];

type DemoConfig = Pick<Config, 'BASE_URL' | 'AUTH_URL' | 'DATA_DIR' | 'DEMO_ORDERS' | 'TIME_ZONE' | 'OPENID'>;

/**
 * Fills an unused database with the demo catalogue and client. Answers what to tell the person who started it: the secret
 * at the first start, how to get another at later ones; undefined when there is no demo client.
 */
export async function seedDemo(
  pool: Pool,
  config: DemoConfig,
  log: (message: string) => void,
): Promise<string | undefined> {
  if (await isUnused(pool, DEMO_CLIENT_IDS)) {
    log('Filling the empty database with the demo catalogue, and drawing its pictures');
    return resetDemo(pool, config);
  }
  if (!(await clientExists(pool, DEMO_CLIENT_ID))) return undefined;
  if (!existsSync(join(config.DATA_DIR, 'images', ARTWORK_PATH))) await drawImages(config.DATA_DIR);
  // Of a version that had no people yet.
  const people = (await hasOperators(pool)) ? [] : await openDemoPeople(pool, config);
  return welcomeBack(config, people);
}

/**
 * Puts the demo back to its beginning: no orders of its client, those of its shops made anew once the server runs, the catalogue as shipped, a
 * new secret. Everything else stays.
 */
export async function resetDemo(pool: Pool, config: DemoConfig): Promise<string> {
  const now = new Date();
  await drawImages(config.DATA_DIR);
  const { clientSecret } =
    (await rotateSecret(pool, DEMO_CLIENT_ID, { revokeOthers: true, now })) ??
    (await createClient(pool, {
      clientId: DEMO_CLIENT_ID,
      name: 'Demo Shop',
      mode: 'live',
      scope: 'fulfillment',
      now,
    }));
  await setClientStatus(pool, DEMO_CLIENT_ID, 'active');
  if (config.DEMO_ORDERS) await openShops(pool, now);
  for (const clientId of DEMO_CLIENT_IDS)
    await inTransaction(pool, (connection) => deleteOrders(connection, clientId, now));
  await recountSums(pool, config.TIME_ZONE, now);
  await importCatalog(pool, demoCatalog, { clientId: DEMO_CLIENT_ID });
  return welcome(config, clientSecret, await openDemoPeople(pool, config));
}

/** Who has orders in the demo. These are made in the background once the server runs. */
async function openShops(pool: Pool, now: Date): Promise<void> {
  const opened = new Date(now.getTime() - SHOPS_AGE_MS);
  for (const { clientId, name } of demoShops) {
    if (await clientExists(pool, clientId)) await setClientStatus(pool, clientId, 'active');
    else await createClient(pool, { clientId, name, mode: 'live', scope: 'fulfillment', now: opened });
  }
}

/** Deletes the client's orders. What they had reserved is there for others. */
async function deleteOrders(connection: Connection, clientId: string, now: Date): Promise<void> {
  const orderIds = await lockOrdersWithStock(connection, clientId);
  await lockStockOf(connection, clientId, orderIds);
  await stopWaiting(connection, clientId, orderIds);
  await settleReservations(
    connection,
    clientId,
    orderIds.map((orderId) => ({ orderId, by: SYSTEM })),
    'release',
    now,
  );
  await deleteClientOrders(connection, clientId);
}

async function drawImages(dataDir: string): Promise<void> {
  const pictures = previewImages().map(({ path, svg }) => ({ path, content: svg }));
  for (const { path, content } of [...pictures, { path: ARTWORK_PATH, content: demoArtwork() }]) {
    const file = join(dataDir, 'images', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

/** What to tell once: the secret is not kept. The two commands work when they are pasted into a shell. */
function welcome(
  { BASE_URL, AUTH_URL }: DemoConfig,
  clientSecret: string,
  people: readonly DemoPerson[],
): string {
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
${toldPeople(people)}    Client id       ${DEMO_CLIENT_ID}
    Client secret   ${clientSecret}   (shown this once; "npx platen client rotate-secret ${DEMO_CLIENT_ID}" makes another)

  Get a token and send the first order:

TOKEN=$(curl --fail-with-body -sS -d grant_type=client_credentials -d client_id=${DEMO_CLIENT_ID} -d client_secret=${clientSecret} ${AUTH_URL}/oauth/token) && TOKEN=$(echo "$TOKEN" | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/') || { echo "$TOKEN"; unset TOKEN; }
curl --fail-with-body -sS ${BASE_URL}/v1/orders -H "Authorization: Bearer \${TOKEN:?none}" -H 'Content-Type: application/json' -d '${JSON.stringify(order)}'

`;
}

/** How the demo's people sign in for the first time: there are no passwords that others could know. */
function toldPeople(people: readonly DemoPerson[]): string {
  const links = people.map(
    ({ login, name, role, link }) => `${link}\n                    (${name}, ${role}: login "${login}")\n`,
  );
  if (links.length === 0) return '';
  return `    Console         ${links.join('                    ')}                    (each sets a password, once, within ${LINK_DAYS} days; "npx platen operator reset admin" makes another link)
`;
}

/** What to tell at every later start. */
function welcomeBack({ BASE_URL }: DemoConfig, people: readonly DemoPerson[]): string {
  return `
  Platen is ready. The demo client exists since the first start, which showed its secret.

    API             ${BASE_URL}/v1
    Guides          ${BASE_URL}/docs
${toldPeople(people)}    Client id       ${DEMO_CLIENT_ID}
    New secret      npx platen client rotate-secret ${DEMO_CLIENT_ID}
    Start over      npx platen demo reset   (deletes the orders of the demo's clients, and makes those of its shops anew)

`;
}
