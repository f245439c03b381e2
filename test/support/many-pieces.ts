import type { Pool } from 'pg';
import { scanCodeOf } from '../../src/platform/formats/scan-codes.ts';

export const CLIENT = 'scan-bench';
export const PIECES_OF_ORDER = 10;
const VARIANTS = 200;
/** Number of orders per statement. */
const CHUNK = 2_000;
const STEP = [{ kind: 'PRINT', technology: 'DTG', location: 'FRONT', place: 0 }];

const skuOf = (n: number) => `SKU-${n % VARIANTS}`;
export const orderIdOf = (n: number) => `SHOP-${n}`;
export const pieceCodeOf = (order: number, copy: number) => scanCodeOf('piece', order * PIECES_OF_ORDER + copy + 1);
/** Greater than the number of any piece code here. */
const NEXT_NUMBER = 500_000_000;

/**
 * Fills an empty database with `orders` orders of ten pieces each. The last `open` orders are in production,
 * and the others are shipped.
 */
export async function fillWithPieces(pool: Pool, orders: number, open: number): Promise<void> {
  await fillCatalog(pool);
  await pool.query('update scan_numbers set next_number = $1', [NEXT_NUMBER]);
  await pool.query('insert into bins (bin) select generate_series(1, 999)');
  await pool.query(
    `insert into batches (batch_id, code, created, choice, orders, pieces, places) values (1, $1, now(), '{}', $2, $3, $3)`,
    [scanCodeOf('batch', 1), open, open * PIECES_OF_ORDER],
  );
  for (let start = 0; start < orders; start += CHUNK) {
    const numbers = Array.from({ length: Math.min(CHUNK, orders - start) }, (_, index) => start + index);
    await fillOrders(pool, numbers, (n) => (n < orders - open ? 'SHIPPED' : 'ACCEPTED'));
    await fillChunk(pool, numbers, (n) => n < orders - open);
  }
}

async function fillCatalog(pool: Pool): Promise<void> {
  await pool.query(
    `insert into clients (client_id, name, mode, scope, status, created) values ($1, 'Scan Bench', 'live', 'fulfillment', 'active', now())`,
    [CLIENT],
  );
  await pool.query(`insert into articles (manufacturer_code, title, type) values ('CREATOR', 'Creator Tee', 'BLANK')`);
  await pool.query(
    `insert into article_variants (sku, manufacturer_code, color, size, stock_level_quantity, reserved, dtg_type, allowed_locations, is_allowed_on_locations)
     select 'SKU-' || n, 'CREATOR', 'Colour ' || n % 20, 'M', 1000000, 100000, 'WHITE_UNDERBASE', $2, '[]' from generate_series(0, $1::int - 1) n`,
    [
      VARIANTS,
      JSON.stringify([{ location: 'FRONT', printTechnologies: ['DTG'], printArea: { widthMm: 300, heightMm: 400 } }]),
    ],
  );
  await pool.query(
    `insert into article_notes (manufacturer_code, note_id, text, created, author_name) values ('CREATOR', '1', 'Pretreat twice.', now(), 'Ada')`,
  );
}

async function fillOrders(pool: Pool, numbers: readonly number[], statusOf: (n: number) => string): Promise<void> {
  const created = new Date(Date.now() - 3_600_000).toISOString();
  const documents = numbers.map((n) => {
    const prints = [{ dataUrl: 'https://files.example.com/a.png', location: 'FRONT', technology: 'DTG' }];
    return JSON.stringify({
      orderId: orderIdOf(n),
      status: statusOf(n),
      items: [{ id: '1', quantity: PIECES_OF_ORDER, customProduct: { sku: skuOf(n), prints } }],
      shipping: {
        address: { personName: 'Ada', street: 'Weg 1', city: 'Berlin', postalCode: '10115', country: 'DE' },
      },
      created,
      updated: created,
    });
  });
  const ids = numbers.map(orderIdOf);
  await pool.query(
    `insert into orders (client_id, order_id, status, created, updated, status_since, item_count, request_hash, document, summary)
     select $1, o.id, o.status, $5, $5, $5, 1, sha256(o.id::bytea), o.document, '{}'
     from unnest($2::text[], $3::text[], $4::text[]) as o (id, status, document)`,
    [CLIENT, ids, numbers.map(statusOf), documents, created],
  );
  await pool.query(
    `insert into order_items (client_id, order_id, position, item_id, kind, code, quantity, created, technology)
     select $1, o.id, 1, '1', 'ARTICLE', o.sku, $4, $5, 'DTG' from unnest($2::text[], $3::text[]) as o (id, sku)`,
    [CLIENT, ids, numbers.map(skuOf), PIECES_OF_ORDER, created],
  );
  await pool.query(
    `insert into stock_reservations (client_id, order_id, kind, code, quantity)
     select $1, o.id, 'ARTICLE', o.sku, $4 from unnest($2::text[], $3::text[], $5::text[]) as o (id, sku, status) where o.status = 'ACCEPTED'`,
    [CLIENT, ids, numbers.map(skuOf), PIECES_OF_ORDER, numbers.map(statusOf)],
  );
}

async function fillChunk(pool: Pool, numbers: readonly number[], isShipped: (n: number) => boolean): Promise<void> {
  await pool.query(
    `insert into production_orders (client_id, order_id, code, run, batch_id, begun)
     select $1, *, 1, 1, now() from unnest($2::text[], $3::text[])`,
    [CLIENT, numbers.map(orderIdOf), numbers.map((n) => scanCodeOf('order', n + 1))],
  );
  const pieces = numbers.flatMap((n) => Array.from({ length: PIECES_OF_ORDER }, (_, copy) => ({ n, copy })));
  await pool.query(
    `insert into pieces (client_id, order_id, run, position, copy, attempt, code, item_id, quantity, sku, steps, steps_done, state, state_since,
                         technology, batch_id, batch_place, parcel)
     select $1, p.order_id, 1, 1, p.copy, 0, p.code, '1', 1, p.sku, $6, case p.state when 'PACKED' then 1 else 0 end, p.state, now(), 'DTG',
            case p.state when 'PACKED' then null else 1 end, case p.state when 'PACKED' then null else p.copy end,
            case p.state when 'PACKED' then 1 end
     from unnest($2::text[], $3::int[], $4::text[], $5::text[], $7::text[]) as p (order_id, copy, code, sku, state)`,
    [
      CLIENT,
      pieces.map(({ n }) => orderIdOf(n)),
      pieces.map(({ copy }) => copy + 1),
      pieces.map(({ n, copy }) => pieceCodeOf(n, copy)),
      pieces.map(({ n }) => skuOf(n)),
      JSON.stringify(STEP),
      pieces.map(({ n }) => (isShipped(n) ? 'PACKED' : 'TO_MAKE')),
    ],
  );
}
