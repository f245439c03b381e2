import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { SingleBar } from 'cli-progress';
import type { Pool, PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { recountSums } from '../src/orders/change/recount-orders.ts';
import { COLUMNS, type Rows } from './grown-columns.ts';
import { GrownLines, lineOf } from './grown-lines.ts';
import { ARTICLES, grownOrder, type Shop } from './grown-orders.ts';
import { ean13, sku, VARIANTS_OF_PRODUCT } from './grown-values.ts';
import { indexesDropped } from './indexes-dropped.ts';

/** Orders whose rows are handed over at once. */
const CHUNK = 500;
const STOCK = 1_000_000_000;
const TABLES = Object.keys(COLUMNS) as (keyof Rows)[];
/** PostgreSQL while it is filled: it may lose all, keeps no log, and sorts in memory. */
export const FILL_SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  maintenance_work_mem: '768MB',
  max_parallel_maintenance_workers: '2',
  jit: 'off',
};

/** The shops that there are beside those given, the catalogue, and who sells what of it. */
export async function fillCatalogue(pool: Pool, shops: readonly Shop[]): Promise<void> {
  const made = new Date().toISOString();
  const [large] = shops as [Shop];
  await copy(pool, 'clients', ['client_id', 'name', 'mode', 'scope', 'status', 'created'], function* () {
    for (const { clientId, name } of shops.slice(2))
      yield [clientId, name, 'live', 'fulfillment', 'active', made];
  });
  await copy(pool, 'carriers', ['carrier_id', 'name'], function* () {
    for (const id of ['dhl-paket', 'dpd-classic', 'ups-standard']) yield [id, id];
  });
  await copy(pool, 'articles', ['manufacturer_code', 'title', 'type'], function* () {
    for (let n = 0; n < ARTICLES; n++) yield [`GROW-${n}`, `Grown Tee ${n}`, 'BLANK'];
  });
  const allowed = JSON.stringify([{ location: 'REGULAR', printTechnologies: ['DTG'] }]);
  const ofVariant = ['sku', 'manufacturer_code', 'color', 'size', 'stock_level_quantity', 'dtg_type'];
  const places = ['allowed_locations', 'is_allowed_on_locations'];
  await copy(pool, 'article_variants', [...ofVariant, ...places], function* () {
    for (let n = 0; n < ARTICLES; n++)
      for (const size of ['S', 'M', 'L'])
        yield [sku(n, size), `GROW-${n}`, 'Black', size, STOCK, 'WHITE_UNDERBASE', allowed, '[]'];
  });
  const products = Math.max(...shops.map((shop) => shop.products));
  const productName = (n: number) => `Logo Tee ${n}`;
  await copy(pool, 'products', ['product_id', 'name', 'preview_image_urls', 'variants'], function* () {
    for (let n = 0; n < products; n++)
      yield [`P-${n}`, productName(n), `{p-${n}/front.png}`, VARIANTS_OF_PRODUCT];
  });
  const columns = ['ean13', 'product_id', 'name', 'color', 'size', 'stock_level_quantity'];
  await copy(pool, 'product_variants', columns, function* () {
    for (let n = 0; n < products; n++)
      for (let variant = 0; variant < VARIANTS_OF_PRODUCT; variant++)
        yield [
          ean13(n, variant),
          `P-${n}`,
          `Logo Tee ${n} Black ${variant}`,
          'Black',
          'SML'[variant] ?? '',
          STOCK,
        ];
  });
  // With ten thousand clients there are more of these than of anything else; their keys are checked once, at the end.
  const makeIndexes = await indexesDropped(pool, ['client_products', 'client_product_variants']);
  await copy(pool, 'client_products', ['client_id', 'product_id', 'name'], function* () {
    for (const shop of shops)
      for (let n = 0; n < shop.products; n++) yield [shop.clientId, `P-${n}`, productName(n)];
  });
  await copy(pool, 'client_product_variants', ['client_id', 'ean13', 'product_id'], function* () {
    for (const shop of shops)
      for (let n = 0; n < shop.products; n++)
        for (let variant = 0; variant < VARIANTS_OF_PRODUCT; variant++)
          yield [shop.clientId, ean13(n, variant), `P-${n}`];
  });
  await makeIndexes();
  await copy(pool, 'client_catalogs', ['client_id', 'products', 'product_variants'], function* () {
    for (const { clientId, products: count } of shops) yield [clientId, count, count * VARIANTS_OF_PRODUCT];
  });
  await pool.query('update catalog_version set version = version + 1');
  await pool.query(
    `insert into client_carriers (client_id, carrier_id, is_default) values ($1, 'dhl-paket', true)`,
    [large.clientId],
  );
}

/** Fills in so many orders of the shops, oldest first, with a bar that tells how far it has come, and then what is counted of them. */
export async function fillOrders(pool: Pool, shops: readonly Shop[], size: number): Promise<void> {
  const bar = new SingleBar({
    format: 'filling {bar} {percentage} % of {total} orders, {eta_formatted} left',
    etaBuffer: 1_000,
  });
  bar.start(size, 0);
  const now = Date.now();
  const lines = new GrownLines(TABLES);
  // One transaction for each table, which it finds empty: so PostgreSQL writes no log, and no row must be vacuumed.
  const makeIndexes = await indexesDropped(pool, TABLES);
  const copies = await Promise.all(
    TABLES.map((table) => openCopy(pool, table, COLUMNS[table], `truncate ${table}`)),
  );
  try {
    for (let at = 0; at < size; at += CHUNK) {
      const texts = TABLES.map(() => '');
      for (let n = at; n < Math.min(size, at + CHUNK); n++) {
        const filled = lines.of(grownOrder(n, size, shops, now));
        for (let index = 0; index < texts.length; index++) texts[index] += filled[index] as string;
      }
      await Promise.all(copies.map(({ stream }, index) => send(stream, texts[index] as string)));
      bar.update(Math.min(size, at + CHUNK));
    }
    await Promise.all(copies.map(({ end }) => end()));
  } catch (error) {
    // Whoever ends the pool would wait for them for ever.
    for (const { giveUp } of copies) giveUp();
    throw error;
  } finally {
    bar.stop();
  }
  // How large a hash index begins is decided by the statistics.
  await pool.query('analyze');
  await makeIndexes();
  await countOrders(pool);
  await pool.query('vacuum analyze');
  await pool.query('checkpoint').catch(() => {});
}

/** How many there are by status and by day, which the program adds up as orders come. */
async function countOrders(pool: Pool): Promise<void> {
  await pool.query(
    `insert into order_counts (client_id, status, reason_code, orders)
     select client_id, status, coalesce(reason_code, ''), count(*) from orders group by 1, 2, 3`,
  );
  await pool.query(
    `insert into order_days (client_id, day, created, shipped, cancelled, open)
     select client_id, (created at time zone 'UTC')::date, count(*), count(*) filter (where status = 'SHIPPED'),
            count(*) filter (where status = 'CANCELLED'), count(*) filter (where status not in ('SHIPPED', 'CANCELLED'))
     from orders group by 1, 2`,
  );
  await pool.query(
    `insert into order_day_durations (client_id, day, bucket, orders)
     select client_id, (status_since at time zone 'UTC')::date, 94, count(*) from orders where status = 'SHIPPED' group by 1, 2`,
  );
  await recountSums(pool, 'UTC', new Date());
  for (const [table, key, kind] of [
    ['article_variants', 'sku', 'ARTICLE'],
    ['product_variants', 'ean13', 'PRODUCT'],
  ])
    await pool.query(
      `update ${table} set reserved = r.reserved
       from (select code, sum(quantity) as reserved from stock_reservations where kind = $1 group by code) r where ${key} = code`,
      [kind],
    );
}

async function copy(
  pool: Pool,
  table: string,
  columns: readonly string[],
  rows: () => Iterable<(string | number)[]>,
): Promise<void> {
  const { stream, end } = await openCopy(pool, table, columns);
  let lines: string[] = [];
  for (const row of rows()) {
    lines.push(lineOf(row));
    if (lines.length < CHUNK) continue;
    await send(stream, lines.join(''));
    lines = [];
  }
  await send(stream, lines.join(''));
  await end();
}

interface OpenCopy {
  stream: Writable;
  end: () => Promise<void>;
  giveUp: () => void;
}

async function openCopy(
  pool: Pool,
  table: string,
  columns: readonly string[],
  first?: string,
): Promise<OpenCopy> {
  const client: PoolClient = await pool.connect();
  await client.query('begin');
  if (first !== undefined) await client.query(first);
  const how = first === undefined ? '' : ' with (freeze)';
  const stream = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin${how}`));
  // A failure is told by what waits for the end.
  stream.on('error', () => {});
  let isReleased = false;
  const release = (error?: boolean) => {
    if (!isReleased) client.release(error);
    isReleased = true;
  };
  const end = async () => {
    try {
      stream.end();
      await finished(stream);
      await client.query('commit');
    } finally {
      release();
    }
  };
  return { stream, end, giveUp: () => release(true) };
}

async function send(stream: Writable, text: string): Promise<void> {
  if (stream.errored) throw stream.errored;
  if (text !== '' && !stream.write(text)) await once(stream, 'drain');
}
