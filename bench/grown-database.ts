import type { Pool } from 'pg';
import { recountOrderDays } from '../src/reports/order-days.ts';
import { runLoad } from './load.ts';
import type { Outside } from './outside.ts';
import type { PlatenServer } from './platen-server.ts';
import { articleCatalogue, orderBody, postRequest, productCatalogue, VARIANTS_OF_PRODUCT } from './shop.ts';

/**
 * Fills a database with many orders. Some are made through the API. SQL then copies their rows. Each copy has
 * another number in all texts, and earlier times.
 */

/**
 * Orders that are made through the API. A multiple of 100, because the last two digits of an order's number
 * decide its fate.
 */
const SEEDS = 1_000;
/** Numbers have eight digits, so a number is never part of another one. */
const FIRST_NUMBER = 10_000_000;
const DAYS = 600;
const COPIES_OF_STATEMENT = 100;
const SEED_CONNECTIONS = 16;
const SEED_TIMEOUT_SECONDS = 600;
const BULK_ORDERS = 500;
const PRODUCTS_OF_IMPORT = 2_000;
const PRODUCTS_OF_OTHERS = 20;
const FIRST_NAMES = 500;
const COUNTRIES = 'DE DE DE DE DE DE DE DE DE DE DE DE DE AT AT AT FR FR NL IT'.split(' ');
const RARE_COUNTRY = { code: 'LU', oneIn: 500 };
const CARRIERS = ['dhl-paket', 'dpd-classic', 'ups-standard'];

/** The fate of an order by the last two digits of its number. All others are shipped. */
const PLACES = { error: 0, cancelled: 1, assigned: [2, 3], accepted: [4, 5] };

const ORDER_TABLES = [
  ...['orders', 'order_events', 'order_items', 'order_search', 'order_files'],
  ...['stock_movements', 'stock_reservations'],
];
/** Copied only for shipped orders, because the work on the floor does not grow over the years. */
const FLOOR_TABLES = ['production_orders', 'pieces', 'piece_events', 'parcels', 'parcel_lines'];
/** Columns whose text contains the number of the order. */
const NUMBERED = [
  ...['order_id', 'document', 'summary', 'terms', 'recipient', 'url'],
  ...['tracking_number', 'reason_message'],
];
const EMPTIED = ['batch_id', 'batch_place', 'hand_over_id'];

export type GrownShop = Awaited<ReturnType<PlatenServer['createClient']>>;
export type GrownWorld = Awaited<ReturnType<typeof growDatabase>>;

export function orderIdOf(place: number): string {
  return `SHOP-${FIRST_NUMBER + place}`;
}

/** Returns the recipient's first name and last name. The last name is unique. */
export function namesOf(place: number): [string, string] {
  return [`Ada${String(place % FIRST_NAMES).padStart(3, '0')}`, `Byron${FIRST_NUMBER + place}`];
}

export function trackingNumberOf(place: number): string {
  return `JD${String(FIRST_NUMBER + place).padStart(18, '0')}`;
}

/**
 * Returns the index of the shop that has the order. All seeds belong to the large shop. Indexes from 2 are
 * other clients.
 */
export function shopIndexOf(place: number, clients: number): number {
  if (place < SEEDS || place % 2 === 0 || clients === 1) return 0;
  if (place % 20 === 3 || clients === 2) return 1;
  return 2 + (Math.floor(place / 2) % (clients - 2));
}

/**
 * Fills a new database. The large shop has half of all orders, and the small one a twentieth. A run with one
 * client has only the large shop.
 */
export async function growDatabase(
  server: PlatenServer,
  outside: Outside,
  size: { orders: number; clients: number; products: number },
) {
  const shops: GrownShop[] = [];
  for (const name of ['Large Shop', 'Small Shop'].slice(0, size.clients)) shops.push(await server.createClient(name));
  const [large] = shops as [GrownShop];
  const path = `/catalog/import?clientId=${large.clientId}`;
  await server.operator('POST', path, articleCatalogue());
  for (let from = 0; from < size.products; from += PRODUCTS_OF_IMPORT) {
    const to = Math.min(size.products, from + PRODUCTS_OF_IMPORT);
    await server.operator('POST', path, productCatalogue(from, to));
  }
  await makeSeeds(server, large, `http://${outside.address}`);
  const clientIds = await addClients(server.pool, shops, size.clients);
  await copySeeds(server.pool, clientIds, size.orders);
  await recount(server.pool);
  await server.pool.query('vacuum analyze');
  return { server, orders: size.orders, clients: size.clients, shops };
}

async function makeSeeds(server: PlatenServer, shop: GrownShop, filesUrl: string): Promise<void> {
  const places = Array.from({ length: SEEDS }, (_, place) => place);
  const isOf = (list: readonly number[]) => (place: number) => list.includes(place % 100);
  const isError = isOf([PLACES.error]);
  const requests = places.map((place) => {
    const isAccepted = isOf(PLACES.accepted)(place);
    const isPrinted = isAccepted || place % 4 === 0;
    const file = isError(place) ? `${filesUrl}/missing/${place}.png` : `${filesUrl}/${FIRST_NUMBER + place}.png`;
    const order = orderBody({
      ...{
        items: isAccepted ? 1 : 1 + (place % 3),
        orderId: orderIdOf(place),
        personName: namesOf(place).join(' '),
      },
      country:
        place % RARE_COUNTRY.oneIn === 9
          ? RARE_COUNTRY.code
          : (COUNTRIES[(place * 7 + Math.floor(place / 100)) % COUNTRIES.length] as string),
    });
    if (isPrinted || isError(place)) order.items = [printedItem(file), ...order.items.slice(1)];
    return postRequest(shop.token, '/v1/orders', order);
  });
  const [port, seconds] = [server.port, SEED_TIMEOUT_SECONDS];
  for (let at = 0; at < SEEDS; at += SEED_CONNECTIONS) {
    const part = requests.slice(at, at + SEED_CONNECTIONS);
    await runLoad({ port, requests: part, status: 200, connections: 1, amount: part.length, seconds });
  }
  await server.settle();
  for (const place of places.filter(isOf([PLACES.cancelled])))
    await server.call(shop.token, 'POST', `/v1/orders/${orderIdOf(place)}/cancel`);
  const waiting = [PLACES.error, PLACES.cancelled, ...PLACES.assigned];
  const { clientId } = shop;
  const shipped = places
    .filter((place) => !isOf([...waiting, ...PLACES.accepted])(place))
    .map((place) => {
      const parcel = {
        trackingNumber: trackingNumberOf(place),
        trackingCarrier: CARRIERS[place % CARRIERS.length] as string,
      };
      return { clientId, orderId: orderIdOf(place), parcels: [parcel] };
    });
  const accepted = places
    .filter((place) => !isOf(waiting)(place))
    .map((place) => ({ clientId, orderId: orderIdOf(place) }));
  for (const [verb, orders] of [['accept', accepted] as const, ['ship', shipped] as const])
    for (let at = 0; at < orders.length; at += BULK_ORDERS)
      await server.operator('POST', `/orders/bulk-${verb}`, { orders: orders.slice(at, at + BULK_ORDERS) });
}

/** An item of one piece that is printed. */
export function printedItem(dataUrl: string) {
  const prints = [{ dataUrl, location: 'REGULAR', technology: 'DTG' }];
  return { quantity: 1, unitPrice: 34.5, customProduct: { sku: 'BENCH-3-BLK-M', prints } };
}

/** Adds clients that only have orders and a few products, and returns the ids of all. */
async function addClients(pool: Pool, shops: readonly GrownShop[], clients: number): Promise<string[]> {
  const others = Array.from({ length: clients - shops.length }, (_, n) => `shop${String(n).padStart(8, '0')}`);
  await pool.query(
    `insert into clients (client_id, name, mode, scope, status, created)
     select id, 'Shop ' || n, 'live', 'fulfillment', 'active', now() from unnest($1::text[]) with ordinality as o (id, n)`,
    [others],
  );
  const sellers = [...shops.slice(1).map(({ clientId }) => clientId), ...others];
  const sold = `(select product_id from products where split_part(product_id, '-', 2)::int < ${PRODUCTS_OF_OTHERS})`;
  await pool.query(
    `insert into client_products (client_id, product_id, name)
     select id, product_id, name from unnest($1::text[]) id cross join products where product_id in ${sold}`,
    [sellers],
  );
  await pool.query(
    `insert into client_product_variants (client_id, ean13, product_id)
     select id, ean13, product_id from unnest($1::text[]) id cross join product_variants where product_id in ${sold}`,
    [sellers],
  );
  await pool.query(
    `insert into client_catalogs (client_id, products, product_variants) select id, $2, $3 from unnest($1::text[]) id`,
    [sellers, PRODUCTS_OF_OTHERS, PRODUCTS_OF_OTHERS * VARIANTS_OF_PRODUCT],
  );
  await pool.query('update catalog_version set version = version + 1');
  return [...shops.map(({ clientId }) => clientId), ...others];
}

async function copySeeds(pool: Pool, clientIds: readonly string[], orders: number): Promise<void> {
  const copies = Math.ceil(orders / SEEDS) - 1;
  const copied = [...ORDER_TABLES.map((table) => [table, 'true']), ...FLOOR_TABLES.map((table) => [table, IS_SHIPPED])];
  for (let from = 1; from <= copies; from += COPIES_OF_STATEMENT) {
    const to = Math.min(copies, from + COPIES_OF_STATEMENT - 1);
    for (const [table = '', condition] of copied) {
      const columns = await readColumns(pool, table);
      await pool.query(
        `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')})
         select ${columns.map((column) => copyOf(column, FLOOR_TABLES.includes(table))).join(', ')}
         from ${table} s
         cross join generate_series($3::int, $4::int) nth
         cross join lateral (select right(s.order_id, 8) as old, right(s.order_id, 8)::int - ${FIRST_NUMBER} + ${SEEDS} * nth as place) p
         cross join lateral (
           select p.place + ${FIRST_NUMBER} as number, nth * interval '${DAYS} days' / $5 as age,
             case when p.place % 2 = 0 or $6 = 1 then 1
                  when p.place % 20 = 3 or $6 = 2 then 2
                  else 3 + p.place / 2 % ($6 - 2) end as shop
         ) o
         where s.client_id = $2 and s.order_id between $7 and $8 and ${condition}`,
        [...[clientIds, clientIds[0], from, to, copies, clientIds.length], ...[orderIdOf(0), orderIdOf(SEEDS - 1)]],
      );
    }
  }
}

const IS_SHIPPED = `s.order_id in (select order_id from orders where client_id = $2 and status = 'SHIPPED')`;
type Column = { name: string; type: string };

async function readColumns(pool: Pool, table: string): Promise<Column[]> {
  const { rows } = await pool.query<Column>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = $1`,
    [table],
  );
  return rows;
}

/** Returns the SQL expression of a column in a copy. */
function copyOf({ name, type }: Column, isOnFloor: boolean): string {
  const value = `s."${name}"`;
  if (name === 'client_id') return '($1::text[])[o.shop]';
  if (NUMBERED.includes(name)) return `replace(${value}::text, p.old, o.number::text)::${type}`;
  if (name === 'code' && isOnFloor) return `${value} || '-' || o.number`;
  if (EMPTIED.includes(name)) return 'null';
  // A UUIDv7 keeps its time: the random part is replaced.
  if (type === 'uuid') return `overlay(${value}::text placing lpad(o.number::text, 12, '0') from 25)::uuid`;
  if (type.startsWith('timestamp')) return `${value} - o.age`;
  return value;
}

/** Recalculates the sums that the program maintains as orders arrive. */
async function recount(pool: Pool): Promise<void> {
  await recountOrderDays(pool, new Date(), 'UTC');
  for (const [table, key, kind] of [
    ['article_variants', 'sku', 'ARTICLE'],
    ['product_variants', 'ean13', 'PRODUCT'],
  ])
    await pool.query(
      `update ${table} set reserved = r.reserved
       from (select code, sum(quantity) as reserved from stock_reservations where kind = $1 group by code) r where ${key} = code`,
      [kind],
    );
  // New scan codes continue above the copied ones.
  await pool.query('update scan_numbers set next_number = greatest(next_number, $1)', [FIRST_NUMBER]);
}
