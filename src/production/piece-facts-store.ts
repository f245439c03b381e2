import type { PrintArea } from '../catalog/catalog-schemas.ts';
import type { StoredFitting } from '../catalog/printing/print-settings-store.ts';
import type { OrderKey } from '../orders/rows/order-row-store.ts';
import { type Connection, queryRow, queryRows } from '../platform/database/transaction.ts';
import type { PieceState } from './piece-states.ts';

/** An order in production as a station shows it, without personal data of the recipient. */
export interface OrderFacts {
  clientName: string;
  due: Date | null;
  isRush: boolean;
  run: number;
  /** Number of pieces, without replaced, scrapped and cancelled ones. */
  pieces: number;
  bin: number | null;
  /** The latest notes about the order and the articles of the piece, or of all its items. Oldest first. */
  notes: FloorNote[];
}

/** The data that a station shows of a piece, besides its order. */
export interface PieceFacts {
  variants: VariantFacts[];
  /** The fitting rules that may apply to the piece. */
  fittings: StoredFitting[];
  /** The print files of its item. */
  prints: StepPrint[];
  /** Stored artwork and quality control images. */
  files: WorkFile[];
  /** Number of pieces of its item. */
  of: number | null;
  /** Number of pieces of the order's earlier items, and of all its items. */
  before: number | null;
  ofOrder: number | null;
  batchPlaces: number | null;
}

/** A piece, with the SKUs of its blank and its customizations, and the JSON Pointers to its files. */
interface AskedPiece {
  run: number;
  position: number;
  batchId: string | null;
  skus: readonly string[];
  pointers: readonly string[];
}

/** Finds the data that a station shows of an order, and of one of its pieces. */
export async function findFloorFacts(
  connection: Connection,
  { clientId, orderId }: OrderKey,
  piece: AskedPiece | undefined,
  notesMax: number,
): Promise<(OrderFacts & PieceFacts) | undefined> {
  const { rows } = await connection.query<OrderFacts & PieceFacts>({
    name: 'find-floor-facts',
    text: `select c.name as "clientName", o.due, o.rush as "isRush", q.run,
                  (select count(*)::int from pieces p where p.client_id = $1 and p.order_id = $2 and p.run = q.run
                     and p.state not in ('REPLACED', 'SCRAPPED', 'CANCELLED')) as pieces,
                  (select bin from bins b where b.client_id = $1 and b.order_id = $2) as bin,
                  (select coalesce(json_agg(n order by n.created, n.note_id), '[]') from (
                     select text, created, author_name as author, null as "manufacturerCode", note_id
                     from order_notes where client_id = $1 and order_id = $2
                     union all
                     select text, created, author_name, manufacturer_code, note_id from article_notes where manufacturer_code in (
                       select manufacturer_code from article_variants where sku = any(coalesce($3::text[], array(
                         select code from order_items where client_id = $1 and order_id = $2 and kind = 'ARTICLE'))))
                     order by created desc, note_id desc limit $8) n) as notes,
                  (select coalesce(json_agg(v), '[]') from (
                     select ${VARIANT} from article_variants join articles using (manufacturer_code) where sku = any($3)) v) as variants,
                  (select coalesce(json_agg(r), '[]') from (
                     select manufacturer_code as "manufacturerCode", client_id as "clientId", fit, position from fitting_rules where client_id in ('', $1) and (manufacturer_code = '' or manufacturer_code in (
                       select manufacturer_code from article_variants where sku = any($3)))) r) as fittings,
                  (select coalesce(json_agg(p), '[]') from (
                     select print, state, kind, picture, version, error_code as "errorCode" from print_files
                     where client_id = $1 and order_id = $2 and position = $6 and q.run = $5) p) as prints,
                  (select coalesce(json_agg(f), '[]') from (
                     select pointer, sha256, media_type as "mediaType", width, height, dpi, width_mm as "widthMm", height_mm as "heightMm"
                     from order_files where client_id = $1 and order_id = $2 and pointer = any($4) and q.run = $5
                       and role in ('artwork', 'quality_control_image')) f) as files,
                  (select quantity from order_items where client_id = $1 and order_id = $2 and position = $6) as of,
                  (select coalesce(sum(quantity) filter (where position < $6), 0)::int from order_items
                   where client_id = $1 and order_id = $2 and kind = 'ARTICLE') as before,
                  (select sum(quantity)::int from order_items where client_id = $1 and order_id = $2 and kind = 'ARTICLE') as "ofOrder",
                  (select places from batches where batch_id = $7::bigint) as "batchPlaces"
           from orders o join clients c using (client_id) join production_orders q using (client_id, order_id)
           where client_id = $1 and order_id = $2`,
    values: [
      ...[clientId, orderId, piece?.skus ?? null, piece?.pointers ?? [], piece?.run ?? 0, piece?.position ?? 0],
      ...[piece?.batchId ?? null, notesMax],
    ],
  });
  const [facts] = rows;
  return facts && { ...facts, notes: facts.notes.map((note) => ({ ...note, created: new Date(note.created) })) };
}

/** The print file of a step. */
export interface StepPrint {
  /** Index of the print in the item, from 0. */
  print: number;
  state: 'waiting' | 'ready' | 'failed';
  kind: string | null;
  /** Blob name of the picture of the print on the product. */
  picture: string | null;
  version: number;
  errorCode: string | null;
}

export interface VariantFacts {
  sku: string;
  manufacturerCode: string;
  title: string;
  color: string;
  size: string;
  dtgType: string | null;
  /** JSON: the locations, with the print areas of the variant. */
  allowedLocations: string;
  /** The print areas of its article. The areas of its size come last. They replace its own. */
  areas: { location: string; area: PrintArea }[] | null;
}

const VARIANT = `sku, manufacturer_code as "manufacturerCode", title, color, size, dtg_type as "dtgType", allowed_locations as "allowedLocations",
                  (select json_agg(json_build_object('location', a.location, 'area', a.area::json) order by a.size) from print_areas a
                   where a.manufacturer_code = article_variants.manufacturer_code and a.size in ('', article_variants.size)) as areas`;

export async function findVariantFacts(
  connection: Connection,
  skus: readonly string[],
): Promise<Map<string, VariantFacts>> {
  const { rows } = await connection.query<VariantFacts>({
    name: 'find-variant-facts',
    text: `select ${VARIANT} from article_variants join articles using (manufacturer_code) where sku = any($1)`,
    values: [skus],
  });
  return new Map(rows.map((row) => [row.sku, row]));
}

/** A stored file: artwork, or a picture of how the piece should look. */
export interface WorkFile {
  pointer: string;
  sha256: string;
  mediaType: string;
  width: number | null;
  height: number | null;
  dpi: number | null;
  widthMm: number | null;
  heightMm: number | null;
}

/** Finds the stored artwork and quality control images at these JSON Pointers of the order. */
export async function findWorkFiles(
  connection: Connection,
  { clientId, orderId }: OrderKey,
  pointers: readonly string[],
): Promise<Map<string, WorkFile>> {
  const { rows } = await connection.query<WorkFile>({
    name: 'find-work-files',
    text: `select pointer, sha256, media_type as "mediaType", width, height, dpi, width_mm as "widthMm", height_mm as "heightMm"
           from order_files where client_id = $1 and order_id = $2 and pointer = any($3) and role in ('artwork', 'quality_control_image')`,
    values: [clientId, orderId, pointers],
  });
  return new Map(rows.map((row) => [row.pointer, row]));
}

export async function findWorkFileOfOrder(
  connection: Connection,
  { clientId, orderId }: OrderKey,
  sha256: string,
): Promise<Pick<WorkFile, 'sha256' | 'mediaType'> | undefined> {
  return queryRow<Pick<WorkFile, 'sha256' | 'mediaType'>>(connection, {
    name: 'find-work-file-of-order',
    text: `select sha256, media_type as "mediaType" from order_files
           where client_id = $1 and order_id = $2 and sha256 = $3 and role in ('artwork', 'quality_control_image') limit 1`,
    values: [clientId, orderId, sha256],
  });
}

/** A note of staff about the order, or about an article in it. */
export interface FloorNote {
  text: string;
  created: Date;
  author: string | null;
  /** Null: the note is about the order. */
  manufacturerCode: string | null;
}

export interface ItemFacts {
  itemId: string;
  title: string | null;
  color: string | null;
  size: string | null;
  /** A kept picture of a custom item. */
  sha256: string | null;
  /** URL of a picture of an existing product. */
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

/** Filters of pieces on the floor. */
interface PieceSearch {
  sku?: string | undefined;
  manufacturerCode?: string | undefined;
  color?: string | undefined;
  size?: string | undefined;
  technology?: string | undefined;
  state?: PieceState | undefined;
  batchId?: string | undefined;
  hasBlank?: boolean | undefined;
}

/** A piece on the floor, with everything that identifies it without its ticket. */
export interface FoundPiece {
  code: string;
  clientId: string;
  clientName: string;
  orderId: string;
  itemId: string;
  number: number;
  attempt: number;
  quantity: number;
  sku: string;
  title: string | null;
  color: string | null;
  size: string | null;
  technology: string;
  state: PieceState;
  batchId: string | null;
  hasBlank: boolean;
  due: Date;
  isRush: boolean;
  /** SHA-256 of the artwork. */
  artwork: string | null;
  /** SHA-256 of the picture of how it should look. */
  qualityControl: string | null;
}

/** Lists pieces that are in production and in no parcel, by SKU and code. */
export async function findOpenPieces(
  connection: Connection,
  search: PieceSearch,
  { after, limit }: { after: { sku: string; code: string } | undefined; limit: number },
): Promise<FoundPiece[]> {
  const values: unknown[] = [limit];
  const value = (one: unknown) => `$${values.push(one)}`;
  const { sku, manufacturerCode, color, size, technology, state, batchId, hasBlank } = search;
  const where = [`p.state in ('TO_MAKE', 'MADE', 'CHECKED')`, `o.status = 'ACCEPTED'`, 'q.run = p.run'];
  if (sku !== undefined) where.push(`p.sku = ${value(sku)}`);
  const ofArticle = [
    manufacturerCode !== undefined && `manufacturer_code = ${value(manufacturerCode)}`,
    color !== undefined && `lower(color) = lower(${value(color)})`,
    size !== undefined && `lower(size) = lower(${value(size)})`,
  ].filter((one) => one !== false);
  if (ofArticle.length > 0)
    where.push(`p.sku = any(array(select sku from article_variants where ${ofArticle.join(' and ')}))`);
  if (technology !== undefined) where.push(`p.technology = ${value(technology)}`);
  if (state !== undefined) where.push(`p.state = ${value(state)}`);
  if (batchId !== undefined) where.push(`p.batch_id = ${value(batchId)}::bigint`);
  if (hasBlank !== undefined) where.push(`p.has_blank = ${value(hasBlank)}`);
  if (after) where.push(`(p.sku, p.code) > (${value(after.sku)}, ${value(after.code)})`);
  const fileAt = (...paths: string[]) =>
    `(select f.sha256 from unnest(array[${paths.map((path) => `'${path}'`).join(', ')}]) with ordinality as shown (path, rank)
      join order_files f on f.client_id = p.client_id and f.order_id = p.order_id
        and f.pointer = '/items/' || (p.position - 1) || '/customProduct/' || shown.path
      where f.role in ('artwork', 'quality_control_image') order by shown.rank limit 1)`;
  return queryRows<FoundPiece>(
    connection,
    `select p.code, p.client_id as "clientId", c.name as "clientName", p.order_id as "orderId", p.item_id as "itemId", p.copy as number, p.attempt, p.quantity,
            p.sku, a.title, v.color, v.size, p.technology, p.state, p.batch_id as "batchId", p.has_blank as "hasBlank", coalesce(o.due, o.created) as due, o.rush as "isRush",
            ${fileAt('prints/0/dataUrl', 'prints/1/dataUrl')} as artwork,
            ${fileAt('qualityControlImageUrl', 'prints/0/qualityControlImageUrl', 'customizations/0/qualityControlImageUrl')} as "qualityControl"
     from pieces p
     join orders o on o.client_id = p.client_id and o.order_id = p.order_id
     join production_orders q on q.client_id = p.client_id and q.order_id = p.order_id
     join clients c on c.client_id = p.client_id
     left join article_variants v on v.sku = p.sku
     left join articles a on a.manufacturer_code = v.manufacturer_code
     where ${where.join(' and ')} order by p.sku, p.code limit $1`,
    values,
  );
}

/** The tickets that wait at MAKE (`TO_MAKE`) or CHECK (`MADE`). */
export interface StationQueue {
  tickets: number;
  pieces: number;
  /** Tickets of late orders. */
  late: number;
  /** The pieces that are due first. */
  next: (Pick<
    FoundPiece,
    'code' | 'quantity' | 'sku' | 'technology' | 'title' | 'color' | 'size' | 'batchId' | 'isRush'
  > & {
    due: string;
  })[];
}

/** Counts at most `limit` waiting tickets, in picking order. Orders that are due by `now` are late. */
export async function readStationQueue(
  connection: Connection,
  { state, now, limit, listMax }: { state: 'TO_MAKE' | 'MADE'; now: Date; limit: number; listMax: number },
): Promise<StationQueue> {
  const { rows } = await connection.query<StationQueue>({
    name: 'read-station-queue',
    text: `with waiting as materialized (
             select p.code, p.quantity, p.sku, p.technology, p.batch_id, o.rush, coalesce(o.due, o.created) as due
             from pieces p
             join orders o on o.client_id = p.client_id and o.order_id = p.order_id
             join production_orders q on q.client_id = p.client_id and q.order_id = p.order_id
             where p.state = $1 and p.state in ('TO_MAKE', 'MADE') and p.batch_id is not null and p.has_blank
               and o.status = 'ACCEPTED' and q.run = p.run
             order by p.batch_id, p.batch_place limit $3
           ), shown as (
             select w.code, w.quantity, w.sku, w.technology, w.batch_id::text as "batchId", w.due, w.rush as "isRush", a.title, v.color, v.size
             from (select * from waiting order by rush desc, due, code limit $4) w
             left join article_variants v on v.sku = w.sku
             left join articles a on a.manufacturer_code = v.manufacturer_code
           )
           select count(*)::int as tickets, coalesce(sum(quantity), 0)::int as pieces,
                  count(*) filter (where due <= $2)::int as late,
                  (select coalesce(json_agg(s order by s."isRush" desc, s.due, s.code), '[]') from shown s) as next
           from waiting`,
    values: [state, now, limit, listMax],
  });
  return rows[0] ?? { tickets: 0, pieces: 0, late: 0, next: [] };
}

/** The orders that PACK can pack now. */
export interface ReadyOrders extends Pick<StationQueue, 'tickets' | 'pieces' | 'late'> {
  ready: { code: string; orderId: string; bin: number | null; pieces: number; due: string; isRush: boolean }[];
}

/**
 * Finds the orders to pack among the first `limit` accepted ones, rush orders first, then by due time. Their
 * pieces are all checked, or they have no pieces, or their parcel was put aside. Leaves out orders on a
 * table. Orders that are due by `now` are late.
 */
export async function readReadyOrders(
  connection: Connection,
  { now, limit, listMax }: { now: Date; limit: number; listMax: number },
): Promise<ReadyOrders> {
  const { rows } = await connection.query<ReadyOrders>({
    name: 'read-ready-orders',
    text: `with accepted as materialized (
             select o.client_id, o.order_id, o.rush, coalesce(o.due, o.created) as due, q.code, q.run, q.begun >= coalesce(o.status_since, o.updated) as has_begun
             from orders o join production_orders q on q.client_id = o.client_id and q.order_id = o.order_id
             where o.status = 'ACCEPTED' and o.cancellation is distinct from 'REQUESTED' and o.reason_code is distinct from 'on_hold'
             order by o.rush desc, o.due limit $2
           ), counted as materialized (
             select w.client_id, w.order_id, count(p.code) as living,
                    count(*) filter (where p.state in ('TO_MAKE', 'MADE')) as unready,
                    coalesce(sum(p.quantity) filter (where p.state = 'CHECKED'), 0)::int as checked,
                    min(p.code) filter (where p.state = 'CHECKED') as first
             from accepted w left join pieces p on p.client_id = w.client_id and p.order_id = w.order_id
               and p.run = w.run and p.state not in ('REPLACED', 'SCRAPPED', 'CANCELLED')
             group by w.client_id, w.order_id
           ), parceled as materialized (
             select w.client_id, w.order_id, min(t.code) filter (where t.state = 'OPEN') as code,
                    bool_or(t.state = 'OPEN' and t.station = '') as is_aside
             from accepted w join parcels t on t.client_id = w.client_id and t.order_id = w.order_id
             where t.state <> 'DROPPED' group by w.client_id, w.order_id
           ), ready as materialized (
             select coalesce(t.code, s.first, w.code) as code, w.order_id as "orderId", b.bin, s.checked as pieces, w.due, w.rush as "isRush"
             from accepted w join counted s on s.client_id = w.client_id and s.order_id = w.order_id
             left join parceled t on t.client_id = w.client_id and t.order_id = w.order_id
             left join bins b on b.client_id = w.client_id and b.order_id = w.order_id
             where w.has_begun and case
               when t.code is not null then t.is_aside
               when s.unready > 0 then false
               when s.living = 0 then t.order_id is null
               else s.checked > 0 end
           )
           select count(*)::int as tickets, coalesce(sum(pieces), 0)::int as pieces, count(*) filter (where due <= $1)::int as late,
                  (select coalesce(json_agg(r order by r."isRush" desc, r.due, r.code), '[]') from (select * from ready order by "isRush" desc, due, code limit $3) r) as ready
           from ready`,
    values: [now, limit, listMax],
  });
  return rows[0] ?? { tickets: 0, pieces: 0, late: 0, ready: [] };
}

/** Lists codes of pieces of this blank, in production and in no parcel. `toMake`: only unmade pieces. */
export async function findPiecesOfBlank(
  connection: Connection,
  sku: string,
  { toMake, limit }: { toMake: boolean; limit: number },
): Promise<string[]> {
  const { rows } = await connection.query<{ code: string }>({
    name: 'find-pieces-of-blank',
    text: `select p.code from pieces p
           join orders o on o.client_id = p.client_id and o.order_id = p.order_id
           join production_orders q on q.client_id = p.client_id and q.order_id = p.order_id
           where p.sku = $1 and p.state in ('TO_MAKE', 'MADE', 'CHECKED') and (p.state = 'TO_MAKE' or not $2)
             and o.status = 'ACCEPTED' and q.run = p.run
           order by p.code limit $3`,
    values: [sku, toMake, limit],
  });
  return rows.map(({ code }) => code);
}
