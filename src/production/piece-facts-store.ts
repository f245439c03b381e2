import type { OrderKey } from '../orders/document/order-store.ts';
import type { Connection } from '../platform/database/transaction.ts';

/** What a station shows of an order in production; nothing of whom it goes to. */
export interface OrderFacts {
  clientName: string;
  ordered: Date;
  /** Staff preferred it. Its claim to stock ended when it was filled; that it is urgent did not. */
  isPreferred: boolean;
  /** Its present run. */
  run: number;
  /** Its pieces, without those that were replaced, scrapped or cancelled. */
  pieces: number;
  bin: number | null;
}

export async function findOrderFacts(
  connection: Connection,
  { clientId, orderId }: OrderKey,
): Promise<OrderFacts | undefined> {
  const { rows } = await connection.query<OrderFacts>({
    name: 'find-order-facts',
    text: `select c.name as "clientName", o.created as ordered, q.run,
                  coalesce((select a.action = 'order.preferred' from audit a
                            where a.subject_id = $1 || '/' || $2 and a.subject_kind = 'order' and a.action in ('order.preferred', 'order.unpreferred')
                            order by a.occurred desc, a.entry_id desc limit 1), false) as "isPreferred",
                  (select count(*)::int from pieces p where p.client_id = $1 and p.order_id = $2 and p.run = q.run
                     and p.state not in ('REPLACED', 'SCRAPPED', 'CANCELLED')) as pieces,
                  (select bin from bins b where b.client_id = $1 and b.order_id = $2) as bin
           from orders o join clients c using (client_id) join production_orders q using (client_id, order_id)
           where client_id = $1 and order_id = $2`,
    values: [clientId, orderId],
  });
  return rows[0];
}

/** An article variant, as a station shows it. */
export interface VariantFacts {
  sku: string;
  title: string;
  color: string;
  size: string;
  dtgType: string | null;
  /** JSON: its locations, with how large a print may be there. */
  allowedLocations: string;
}

export async function findVariantFacts(
  connection: Connection,
  skus: readonly string[],
): Promise<Map<string, VariantFacts>> {
  const { rows } = await connection.query<VariantFacts>({
    name: 'find-variant-facts',
    text: `select sku, title, color, size, dtg_type as "dtgType", allowed_locations as "allowedLocations"
           from article_variants join articles using (manufacturer_code) where sku = any($1)`,
    values: [skus],
  });
  return new Map(rows.map((row) => [row.sku, row]));
}

/** A kept file that shows what is to be printed, or how the piece should look. */
export interface WorkFile {
  pointer: string;
  sha256: string;
  mediaType: string;
  width: number | null;
  height: number | null;
  widthMm: number | null;
  heightMm: number | null;
}

/** Of these places of the order the files that are kept: artwork and pictures for quality control, no others. */
export async function findWorkFiles(
  connection: Connection,
  { clientId, orderId }: OrderKey,
  pointers: readonly string[],
): Promise<Map<string, WorkFile>> {
  const { rows } = await connection.query<WorkFile>({
    name: 'find-work-files',
    text: `select pointer, sha256, media_type as "mediaType", width, height, width_mm as "widthMm", height_mm as "heightMm"
           from order_files where client_id = $1 and order_id = $2 and pointer = any($3) and role in ('artwork', 'quality_control_image')`,
    values: [clientId, orderId, pointers],
  });
  return new Map(rows.map((row) => [row.pointer, row]));
}

/** The artwork or picture for quality control of that content which the order keeps. */
export async function findWorkFileOfOrder(
  connection: Connection,
  { clientId, orderId }: OrderKey,
  sha256: string,
): Promise<Pick<WorkFile, 'sha256' | 'mediaType'> | undefined> {
  const { rows } = await connection.query<Pick<WorkFile, 'sha256' | 'mediaType'>>({
    name: 'find-work-file-of-order',
    text: `select sha256, media_type as "mediaType" from order_files
           where client_id = $1 and order_id = $2 and sha256 = $3 and role in ('artwork', 'quality_control_image') limit 1`,
    values: [clientId, orderId, sha256],
  });
  return rows[0];
}

/** How many pieces the item is, and how many pieces have a place in the batch. */
export interface PlaceFacts {
  of: number | null;
  batchPlaces: number | null;
}

export async function findPlaceFacts(
  connection: Connection,
  { clientId, orderId, position, batchId }: OrderKey & { position: number; batchId: string | null },
): Promise<PlaceFacts> {
  const { rows } = await connection.query<PlaceFacts>({
    name: 'find-place-facts',
    text: `select (select quantity from order_items where client_id = $1 and order_id = $2 and position = $3) as of,
                  (select places from batches where batch_id = $4::bigint) as "batchPlaces"`,
    values: [clientId, orderId, position, batchId],
  });
  return rows[0] ?? { of: null, batchPlaces: null };
}

/** What staff wrote about the order, or about an article of it. */
export interface FloorNote {
  text: string;
  created: Date;
  author: string | null;
  /** Null: it is about the order. */
  manufacturerCode: string | null;
}

/** The latest so many notes about the order and the articles of the variants, the oldest of them first; without variants of all its items. */
export async function listFloorNotes(
  connection: Connection,
  { clientId, orderId }: OrderKey,
  skus: readonly string[] | undefined,
  limit: number,
): Promise<FloorNote[]> {
  const { rows } = await connection.query<FloorNote>({
    name: 'list-floor-notes',
    text: `select text, created, author_name as author, null as "manufacturerCode", note_id as id
           from order_notes where client_id = $1 and order_id = $2
           union all
           select text, created, author_name, manufacturer_code, note_id from article_notes where manufacturer_code in (
             select manufacturer_code from article_variants where sku = any(coalesce($3::text[], array(
               select code from order_items where client_id = $1 and order_id = $2 and kind = 'ARTICLE'))))
           order by created desc, id desc limit $4`,
    values: [clientId, orderId, skus ?? null, limit],
  });
  return rows
    .map(({ text, created, author, manufacturerCode }) => ({ text, created, author, manufacturerCode }))
    .reverse();
}

/** An item of an order, as whoever packs it sees it. */
export interface ItemFacts {
  itemId: string;
  title: string | null;
  color: string | null;
  size: string | null;
  /** Of a custom item: a kept picture of it. */
  sha256: string | null;
  /** Of an existing product: where a picture of it is. */
  pictureUrl: string | null;
}

export async function listItemFacts(
  connection: Connection,
  { clientId, orderId }: OrderKey,
): Promise<Map<string, ItemFacts>> {
  const { rows } = await connection.query<ItemFacts>({
    name: 'list-item-facts',
    text: `select i.item_id as "itemId", coalesce(a.title, p.name) as title, coalesce(v.color, p.color) as color, coalesce(v.size, p.size) as size,
                  f.sha256, s.preview_image_urls[1] as "pictureUrl"
           from order_items i
           left join article_variants v on i.kind = 'ARTICLE' and v.sku = i.code
           left join articles a on a.manufacturer_code = v.manufacturer_code
           left join product_variants p on i.kind = 'PRODUCT' and p.ean13 = i.code
           left join products s on s.product_id = p.product_id
           left join lateral (
             select k.sha256
             from unnest(array['qualityControlImageUrl', 'prints/0/qualityControlImageUrl', 'customizations/0/qualityControlImageUrl', 'prints/0/dataUrl'])
                    with ordinality as shown (path, rank)
             join order_files k on k.client_id = i.client_id and k.order_id = i.order_id
               and k.pointer = '/items/' || (i.position - 1) || '/customProduct/' || shown.path
             where i.kind = 'ARTICLE' and k.role in ('artwork', 'quality_control_image') order by shown.rank limit 1
           ) f on true
           where i.client_id = $1 and i.order_id = $2`,
    values: [clientId, orderId],
  });
  return new Map(rows.map((row) => [row.itemId, row]));
}
