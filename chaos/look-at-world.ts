import { type ChaosModel, keyOf, type ModelOrder, type Seen, type SeenOrder, type SeenStock } from './chaos-model.ts';
import { CODES, type World } from './chaos-world.ts';
import type { SureRequests } from './sure-requests.ts';

const PAGE = 500;
const EVENTS_PAGE = 100;
const READ_AT_ONCE = 8;

/** Reads orders as shops see them, and stock and pieces from the tables. */
export async function lookAtWorld(world: World, model: ChaosModel, shops: readonly SureRequests[]): Promise<Seen> {
  const orders = new Map<string, SeenOrder>();
  const waiting = model.waiting().values();
  const byClient = new Map(shops.map((shop) => [shop.clientId, shop]));
  const read = async () => {
    for (const order of waiting) {
      const seen = await readOrder(byClient.get(order.clientId) as SureRequests, order);
      if (seen) orders.set(order.key, seen);
    }
  };
  await Promise.all(Array.from({ length: READ_AT_ONCE }, read));
  const listed = (await Promise.all(shops.map(listAll))).flat();
  return {
    orders,
    listed,
    webhooks: world.hosts.webhooks,
    stock: await readStock(world),
    pieces: await countPieces(world),
  };
}

/** Counts the background work that is left. */
export async function countWaiting({ pool }: World): Promise<number> {
  const { rows } = await pool.query<{ waiting: number }>(
    `select (select count(*) from webhook_deliveries where state = 'pending')::int as waiting`,
  );
  return rows[0]!.waiting;
}

async function readOrder(shop: SureRequests, { key, orderId }: ModelOrder): Promise<SeenOrder | undefined> {
  const answer = await shop.send({ key, method: 'GET', path: `/v1/orders/${orderId}` });
  if (answer.status === 404) return undefined;
  const { status, items, shipments = [] } = answer.body;
  const events = await shop.send({
    key,
    method: 'GET',
    path: `/v1/orders/${orderId}/events?limit=${EVENTS_PAGE}`,
  });
  return {
    status,
    quantity: items[0].quantity,
    version: Number(/\d+/.exec(answer.headers.get('etag') ?? '')?.[0]),
    trackingNumbers: shipments.map((one: { trackingNumber: string }) => one.trackingNumber),
    events: events.body,
  };
}

async function listAll(shop: SureRequests): Promise<string[]> {
  const keys: string[] = [];
  let path: string | undefined = `/v1/orders?limit=${PAGE}`;
  while (path) {
    const { body, headers } = await shop.send({ key: '', method: 'GET', path });
    for (const { orderId } of body) keys.push(keyOf(shop.clientId, orderId));
    const next: string | undefined = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    path = next && new URL(next).pathname + new URL(next).search;
  }
  return keys;
}

async function readStock({ pool }: World): Promise<Map<string, SeenStock>> {
  const { rows } = await pool.query<SeenStock & { code: string }>(
    `with level as (
       select 'PRODUCT' as kind, ean13 as code, stock_level_quantity, reserved from product_variants
       union all select 'ARTICLE', sku, stock_level_quantity, reserved from article_variants)
     select level.code, level.stock_level_quantity as "onHand", level.reserved, moved.on_hand as "movedOnHand",
            moved.held as "movedReserved", promised.quantity as promised
     from level
     cross join lateral (
       select coalesce(sum(on_hand_change), 0)::int as on_hand, coalesce(sum(reserved_change), 0)::int as held
       from stock_movements where kind = level.kind and code = level.code) moved
     cross join lateral (
       select coalesce(sum(quantity), 0)::int as quantity
       from stock_reservations where kind = level.kind and code = level.code) promised
     where level.code = any($1)`,
    [Object.values(CODES)],
  );
  return new Map(rows.map(({ code, ...stock }) => [code, stock]));
}

async function countPieces({ pool }: World): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ client_id: string; order_id: string; pieces: number }>(
    // An order that was accepted again has new pieces each time.
    `select client_id, order_id, max(pieces)::int as pieces
     from (select client_id, order_id, run, sum(quantity) as pieces from pieces where attempt = 0 group by 1, 2, 3) as run
     group by 1, 2`,
  );
  return new Map(rows.map((row) => [keyOf(row.client_id, row.order_id), row.pieces]));
}
