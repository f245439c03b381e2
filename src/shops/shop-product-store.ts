import { CONNECTED } from '../../connectors/message-store.ts';
import { columnsOf, textArray } from '../platform/database/statement-parts.ts';
import { type Connection, queryCount, queryHasRow, queryRows } from '../platform/database/transaction.ts';
import type { TextStyle } from './draw-text.ts';

/** The target of a product of the shop in Platen, in the form of the mapping file of `platen connect`. */
export type Target = { ean13: string } | { sku: string; prints?: readonly TargetPrint[] } | { ignore: true };

interface PrintPlace {
  location: string;
  technology: string;
  /** Template of the name on papers, such as `{item.values.Text}`. */
  designName?: string;
}

/** A print with the template of the artwork's address, such as `{item.values.Picture}`, or with a text. */
export type TargetPrint = PrintPlace & ({ dataUrl: string } | { text: TextStyle & { option: string } });

export interface ReadProduct {
  sku: string;
  name: string;
  variant: string;
  barcode: string;
  pictureUrl: string;
}

/**
 * Inserts the products of the shop, or replaces what the shop says about them. Their targets stay, and the
 * further variants of a SKU until `saveSharedSkus`.
 */
export async function upsertProducts(
  connection: Connection,
  clientId: string,
  { prefix, products, now }: { prefix: string; products: readonly ReadProduct[]; now: Date },
): Promise<void> {
  // One statement must not change a row twice.
  const rows = [...new Map(products.map((one) => [one.sku, one])).values()];
  const [skus, names, variants, barcodes, pictures] = columnsOf(
    rows,
    'sku',
    'name',
    'variant',
    'barcode',
    'pictureUrl',
  );
  await connection.query(
    `${CONNECTED}
     insert into shop_products as o (client_id, connection, sku, name, shop_variant, barcode, picture_url, seen)
     select $1, $2, p.sku, p.name, p.variant, nullif(p.barcode, ''), nullif(p.picture, ''), $3
     from unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[]) as p (sku, name, variant, barcode, picture)
     where exists (select 1 from connected)
     on conflict (client_id, connection, sku) do update
     set name = excluded.name, barcode = excluded.barcode,
         picture_url = excluded.picture_url, seen = excluded.seen,
         shop_variant = case when starts_with(o.shop_variant, excluded.shop_variant || ' ') then o.shop_variant
                             else excluded.shop_variant end`,
    [clientId, prefix, now, ...[skus, names, variants, barcodes, pictures].map((column) => textArray(column ?? []))],
  );
}

/**
 * Saves the variants of SKUs that several have, and the number of products without any. All variants of a SKU
 * get its stock, so a new one makes it due.
 */
export async function saveSharedSkus(
  connection: Connection,
  clientId: string,
  { prefix, shared, withoutSku }: { prefix: string; shared: ReadonlyMap<string, string>; withoutSku: number },
): Promise<void> {
  const rows = [...shared].map(([sku, variants]) => ({ sku, variants }));
  await connection.query(
    `update shop_products p set shop_variant = s.variants, told_stock = null
     from unnest($3::text[], $4::text[]) as s (sku, variants)
     where p.client_id = $1 and p.connection = $2 and p.sku = s.sku and p.shop_variant is distinct from s.variants`,
    [clientId, prefix, ...columnsOf(rows, 'sku', 'variants')],
  );
  await connection.query(
    `update shop_products set shop_variant = split_part(shop_variant, ' ', 1)
     where client_id = $1 and connection = $2 and position(' ' in shop_variant) > 0 and sku <> all ($3)`,
    [clientId, prefix, rows.map(({ sku }) => sku)],
  );
  await connection.query('update shop_connections set without_sku = $3 where client_id = $1 and connection = $2', [
    clientId,
    prefix,
    withoutSku,
  ]);
}

/** Inserts products that an order has and the shop has not listed. */
export async function insertOrdered(
  connection: Connection,
  clientId: string,
  { prefix, products, now }: { prefix: string; products: readonly { sku: string; name: string }[]; now: Date },
): Promise<void> {
  const rows = [...new Map(products.map((one) => [one.sku, one])).values()];
  await connection.query(
    `${CONNECTED}
     insert into shop_products (client_id, connection, sku, name, seen)
     select $1, $2, p.sku, p.name, $3 from unnest($4::text[], $5::text[]) as p (sku, name)
     where exists (select 1 from connected)
     on conflict (client_id, connection, sku) do nothing`,
    [clientId, prefix, now, ...columnsOf(rows, 'sku', 'name')],
  );
}

/**
 * Forgets the products that the shop no longer lists. One with a target stays, without telling its stock.
 * Open orders may need a target for their products, which then stay too.
 */
export async function deleteUnlisted(
  connection: Connection,
  clientId: string,
  { prefix, before }: { prefix: string; before: Date },
): Promise<void> {
  const unlisted = 'client_id = $1 and connection = $2 and seen < $3';
  await connection.query(
    `delete from shop_products where ${unlisted} and target is null
       and not exists (select 1 from shop_messages m where m.client_id = $1 and m.connection = $2
                         and m.direction = 'from_shop' and m.state <> 'done')`,
    [clientId, prefix, before],
  );
  await connection.query(
    `update shop_products set shop_variant = null where ${unlisted} and shop_variant is not null`,
    [clientId, prefix, before],
  );
}

export async function findTargets(
  connection: Connection,
  clientId: string,
  { prefix, skus }: { prefix: string; skus: readonly string[] },
): Promise<{ sku: string; target: Target | null }[]> {
  return queryRows(connection, {
    name: 'find-shop-targets',
    text: 'select sku, target from shop_products where client_id = $1 and connection = $2 and sku = any($3)',
    values: [clientId, prefix, skus],
  });
}

/**
 * Builds two CTEs. `found` has products of the shop, with the client's product whose EAN is their EAN or SKU.
 * `proposed` adds the target to propose: this product, or else the blank with their SKU. Both are
 * materialized, because Citus does not join split tables with tables in one place.
 */
const proposalsOf = (where: string) => `found as materialized (
    select p.sku, p.name, p.barcode, p.picture_url, p.target, coalesce(b.ean13, s.ean13) as ean13
    from shop_products p
    left join client_product_variants b on b.client_id = p.client_id and b.ean13 = p.barcode
    left join client_product_variants s on s.client_id = p.client_id and s.ean13 = p.sku
    where p.client_id = $1 and p.connection = $2 and ${where}
  ),
  proposed as materialized (
    select f.*, case
      when f.target is not null then null
      when f.ean13 is not null then jsonb_build_object('ean13', f.ean13)
      else (select jsonb_build_object('sku', a.sku) from article_variants a
            where a.sku = f.sku and a.retired is null and (a.owner_id is null or a.owner_id = $1)) end as proposal
    from found f
  )`;

export interface ListedProduct {
  sku: string;
  name: string;
  barcode: string | null;
  pictureUrl: string | null;
  target: Target | null;
  proposal: Target | null;
  targetName: string | null;
  proposalName: string | null;
}

export const PRODUCT_FILTERS = ['all', 'unmapped', 'proposed'] as const;
export type ProductFilter = (typeof PRODUCT_FILTERS)[number];

const nameOf = (target: string) => `coalesce(
    (select concat_ws(', ', q.name, nullif(w.color, ''), nullif(w.size, '')) from product_variants w join products q using (product_id)
     where w.ean13 = ${target} ->> 'ean13'),
    (select concat_ws(', ', r.title, nullif(w.color, ''), nullif(w.size, '')) from article_variants w join articles r using (manufacturer_code)
     where w.sku = ${target} ->> 'sku'))`;

/** Lists products by SKU, after `after`. `search` is a part of the SKU, the name or the EAN. */
export async function listProducts(
  connection: Connection,
  clientId: string,
  {
    prefix,
    filter,
    search,
    after,
    limit,
  }: { prefix: string; filter: ProductFilter; search: string; after: string; limit: number },
): Promise<ListedProduct[]> {
  return queryRows<ListedProduct>(connection, {
    text: `with ${proposalsOf(`p.sku > $3 and ($4 = 'all' or p.target is null)
             and ($5 = '' or position(lower($5) in lower(concat_ws(' ', p.sku, p.name, p.barcode))) > 0)
             order by p.sku limit case when $4 <> 'proposed' then $6::bigint end`)}
           select l.sku, l.name, l.barcode, l.picture_url as "pictureUrl", l.target, l.proposal,
                  ${nameOf('l.target')} as "targetName", ${nameOf('l.proposal')} as "proposalName"
           from (select * from proposed where $4 <> 'proposed' or proposal is not null order by sku limit $6) l
           order by l.sku`,
    values: [clientId, prefix, after, filter, search, limit],
  });
}

/** Sets the target of one product; null removes it. Returns false without such a product. */
export async function updateTarget(
  connection: Connection,
  clientId: string,
  { prefix, sku, target }: { prefix: string; sku: string; target: Target | null },
): Promise<boolean> {
  return queryHasRow(connection, {
    text: `update shop_products set target = $4, told_stock = null
           where client_id = $1 and connection = $2 and sku = $3`,
    values: [clientId, prefix, sku, target && JSON.stringify(target)],
  });
}

/** Maps all products without a target as proposed. Returns their number. */
export async function acceptProposals(connection: Connection, clientId: string, prefix: string): Promise<number> {
  return queryCount(connection, {
    text: `with ${proposalsOf('p.target is null')}
           update shop_products o set target = f.proposal from proposed f
           where o.client_id = $1 and o.connection = $2 and o.sku = f.sku and f.proposal is not null`,
    values: [clientId, prefix],
  });
}

/** The free pieces of a variant. A retired one, and one of another client, has none for this client. */
const FREE = `case when v.retired is null and (v.owner_id is null or v.owner_id = $1)
  then greatest(v.stock_level_quantity - v.reserved, 0) else 0 end`;

/**
 * Finds products after a SKU whose stock differs from what the shop has got. Finds none while Platen is
 * paused after a restore.
 */
export async function findStockToTell(
  connection: Connection,
  clientId: string,
  { prefix, after, limit }: { prefix: string; after: string; limit: number },
): Promise<{ sku: string; variant: string; quantity: number }[]> {
  return queryRows(connection, {
    text: `with mapped as materialized (
             select p.sku, p.shop_variant as variant, p.told_stock, p.target
             from shop_products p
             where p.client_id = $1 and p.connection = $2 and p.target is not null and p.shop_variant is not null
               and p.sku > $4 and not exists (select 1 from restore_pause)
           )
           select sku, variant, quantity from (
             select m.sku, m.variant, m.told_stock,
               coalesce(
                 (select ${FREE} from product_variants v where v.ean13 = m.target ->> 'ean13'),
                 (select ${FREE} from article_variants v where v.sku = m.target ->> 'sku')) as quantity
             from mapped m
           ) found
           where quantity is not null and quantity is distinct from told_stock order by sku limit $3`,
    values: [clientId, prefix, limit, after],
  });
}

export async function saveToldStock(
  connection: Connection,
  clientId: string,
  { prefix, told }: { prefix: string; told: readonly { sku: string; quantity: number }[] },
): Promise<void> {
  await connection.query(
    `update shop_products p set told_stock = t.quantity
     from unnest($3::text[], $4::int[]) as t (sku, quantity)
     where p.client_id = $1 and p.connection = $2 and p.sku = t.sku`,
    [clientId, prefix, ...columnsOf(told, 'sku', 'quantity')],
  );
}

/** Returns whether the EAN is of an available variant of the client, or the SKU of an available blank. */
export async function hasTarget(connection: Connection, clientId: string, target: Target): Promise<boolean> {
  if ('ean13' in target)
    return queryHasRow(connection, {
      text: 'select 1 from client_product_variants where client_id = $1 and ean13 = $2',
      values: [clientId, target.ean13],
    });
  if ('ignore' in target) return true;
  return queryHasRow(connection, {
    text: `select 1 from article_variants
           where sku = $1 and retired is null and (owner_id is null or owner_id = $2)`,
    values: [target.sku, clientId],
  });
}
