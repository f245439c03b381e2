import type { Pool } from 'pg';

const CLIENTS = 20;
/** Number of rows per statement. */
const CHUNK = 100_000;

/**
 * Fills an empty database with orders SHOP-0, SHOP-1, … of 20 live clients, 30 s apart, with their search
 * terms. First and last names repeat every 500 and 20,011 orders. Each thousandth order is in ERROR, and the
 * others are SHIPPED.
 */
export async function fillWithOrders(pool: Pool, from: number, to: number): Promise<void> {
  await pool.query(
    `insert into clients (client_id, name, mode, scope, status, created)
     select 'growth-' || n, 'Growth ' || n, 'live', 'fulfillment', 'active', now() from generate_series(0, $1::int - 1) n
     on conflict do nothing`,
    [CLIENTS],
  );
  for (let start = from; start < to; start += CHUNK) {
    await pool.query(
      `with made as (
         select n, 'growth-' || n % $3 as client_id, 'SHOP-' || n as order_id,
                timestamptz '2024-01-01' + n * interval '30 seconds' as created,
                'First' || n * 7919 % 500 as first, 'Last' || n * 104729 % 20011 as last,
                case when n % 1000 = 0 then 'ERROR' else 'SHIPPED' end as status
         from generate_series($1::bigint, $2::bigint - 1) n
       ), searchable as (
         insert into order_search (client_id, order_id, created, country, carrier, terms)
         select client_id, order_id, created, 'DE', 'carrier-' || n % 3,
                array_to_tsvector(array[lower(order_id), 'shop', n::text, lower(first || ' ' || last), lower(first), lower(last),
                                        '4006381333931', 'st-creator-blk-' || n % 7, 'st', 'creator', 'blk'])
         from made
       ), items as (
         insert into order_items (client_id, order_id, position, item_id, kind, code, quantity, created)
         select client_id, order_id, 1, '1', 'PRODUCT', '4006381333931', 2, created from made
       )
       insert into orders (client_id, order_id, status, created, updated, status_since, recipient, country, carrier, item_count, reason_code,
                           request_hash, document, summary)
       select client_id, order_id, status, created, created, created, first || ' ' || last, 'DE', 'carrier-' || n % 3, 1,
              case status when 'ERROR' then 'file_not_found' end, sha256(order_id::bytea),
              json_build_object('orderId', order_id, 'status', status,
                'items', json_build_array(json_build_object('id', '1', 'quantity', 2, 'unitPrice', 24.9,
                  'existingProduct', json_build_object('ean13', '4006381333931', 'name', 'Logo Tee Black M'))),
                'shipping', json_build_object('address', json_build_object('personName', first || ' ' || last,
                  'street', 'Musterstraße 1', 'city', 'Berlin', 'postalCode', '10115', 'country', 'DE')),
                'unitPriceCurrency', 'EUR', 'created', created, 'updated', created)::text,
              json_build_object('orderId', order_id, 'status', status, 'created', created, 'updated', created)::text
       from made`,
      [start, Math.min(to, start + CHUNK), CLIENTS],
    );
  }
}
