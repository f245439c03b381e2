import type { Connection } from '../platform/database/transaction.ts';
import type { PieceState } from './piece-states.ts';

/** Which of the pieces that are still on the floor. Absent: any. */
export interface PieceSearch {
  sku?: string | undefined;
  manufacturerCode?: string | undefined;
  color?: string | undefined;
  size?: string | undefined;
  technology?: string | undefined;
  state?: PieceState | undefined;
  batchId?: string | undefined;
  /** false: no blank is reserved for it. */
  hasBlank?: boolean | undefined;
}

/** A piece on the floor, as whoever found one without its ticket compares it. */
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
  ordered: Date;
  /** Of its artwork, where it is kept. */
  artwork: string | null;
  /** Of the picture of how it should look. */
  qualityControl: string | null;
}

/** Pieces of orders in production that are in no parcel, by SKU and code, after the one that is given. */
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
  const { rows } = await connection.query<FoundPiece>(
    `select p.code, p.client_id as "clientId", c.name as "clientName", p.order_id as "orderId", p.item_id as "itemId", p.copy as number, p.attempt, p.quantity,
            p.sku, a.title, v.color, v.size, p.technology, p.state, p.batch_id as "batchId", p.has_blank as "hasBlank", o.created as ordered,
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
  return rows;
}

/** Codes of pieces of orders in production that are made of this blank, and in no parcel. */
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
