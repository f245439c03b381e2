import type { Connection } from '../../platform/database/transaction.ts';

/** A piece of a batch, in the order in which blanks are pulled. */
export interface PickPosition {
  sku: string;
  code: string;
}

const LIVING = `p.state not in ('REPLACED', 'SCRAPPED', 'CANCELLED')`;

/** Codes of the pieces of a batch that still count, in picking order, after the one that is given. */
export async function listPickPositions(
  connection: Connection,
  batchId: string,
  after: PickPosition | undefined,
  limit: number,
): Promise<PickPosition[]> {
  const { rows } = await connection.query<PickPosition>({
    text: `select p.sku, p.code from pieces p
           where p.batch_id = $1 and ${LIVING} ${after ? 'and (p.sku, p.code) > ($3, $4)' : ''}
           order by p.sku, p.code limit $2`,
    values: [batchId, limit, ...(after ? [after.sku, after.code] : [])],
  });
  return rows;
}

export interface PickLine {
  title: string;
  sku: string;
  color: string;
  size: string;
  needed: number;
  onShelf: number;
}

/** What is to be taken from the shelves for a batch: the blanks of pieces that are still to be made, what is applied to them, and products. */
export async function listPickLines(connection: Connection, batchId: string): Promise<PickLine[]> {
  const { rows } = await connection.query<PickLine>({
    name: 'list-pick-lines',
    text: `with open_pieces as (
             select p.sku, p.quantity, p.steps from pieces p join orders o using (client_id, order_id)
             where p.batch_id = $1 and p.state = 'TO_MAKE' and o.status = 'ACCEPTED'
           ), needed as (
             select 'ARTICLE' as kind, sku as code, sum(quantity)::int as needed from open_pieces group by sku
             union all
             select 'ARTICLE', step ->> 'sku', sum(quantity)::int from open_pieces, jsonb_array_elements(steps::jsonb) step
             where step ->> 'sku' is not null group by 2
             union all
             select 'PRODUCT', i.code, sum(i.quantity)::int
             from production_orders q join orders o using (client_id, order_id) join order_items i using (client_id, order_id)
             where q.batch_id = $1 and o.status = 'ACCEPTED' and i.kind = 'PRODUCT' group by i.code
           )
           select coalesce(a.title, d.name, n.code) as title, n.code as sku, coalesce(v.color, d.color, '') as color,
                  coalesce(v.size, d.size, '') as size, sum(n.needed)::int as needed,
                  coalesce(v.stock_level_quantity, d.stock_level_quantity, 0) as "onShelf"
           from needed n
           left join article_variants v on n.kind = 'ARTICLE' and v.sku = n.code
           left join articles a on a.manufacturer_code = v.manufacturer_code
           left join product_variants d on n.kind = 'PRODUCT' and d.ean13 = n.code
           group by n.kind, n.code, a.title, d.name, v.color, d.color, v.size, d.size, v.stock_level_quantity, d.stock_level_quantity
           order by n.kind, n.code`,
    values: [batchId],
  });
  return rows;
}

export interface CoverCount {
  title: string;
  technologies: string[];
  pieces: number;
}

/** Pieces of the batch by article and technologies. */
export async function listCoverCounts(connection: Connection, batchId: string): Promise<CoverCount[]> {
  const { rows } = await connection.query<CoverCount>({
    name: 'list-cover-counts',
    text: `select title, technologies, sum(quantity)::int as pieces from (
             select coalesce(a.title, p.sku) as title, p.quantity,
                    array(select distinct step ->> 'technology' from jsonb_array_elements(p.steps::jsonb) step order by 1) as technologies
             from pieces p left join article_variants v on v.sku = p.sku left join articles a on a.manufacturer_code = v.manufacturer_code
             where p.batch_id = $1 and ${LIVING}
           ) k group by title, technologies order by title, technologies`,
    values: [batchId],
  });
  return rows;
}

/** The batch as a whole: its clients, and how many lots are among its pieces. */
export async function findBatchSums(
  connection: Connection,
  batchId: string,
): Promise<{ clientNames: string[]; lots: number; pieces: number }> {
  const { rows } = await connection.query<{ clientNames: string[]; lots: number; pieces: number }>({
    name: 'find-batch-sums',
    text: `select array(select distinct c.name from production_orders q join clients c using (client_id) where q.batch_id = $1 order by 1)
                    as "clientNames",
                  (select count(*)::int from pieces p where p.batch_id = $1 and ${LIVING} and p.quantity > 1) as lots,
                  (select coalesce(sum(p.quantity), 0)::int from pieces p where p.batch_id = $1 and ${LIVING}) as pieces`,
    values: [batchId],
  });
  return rows[0] ?? { clientNames: [], lots: 0, pieces: 0 };
}

/** The small pictures of files, by their hashes; those that are not drawn yet are left out. */
export async function findSmallPictures(
  connection: Connection,
  sha256s: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await connection.query<{ sha256: string; small: string }>({
    name: 'find-small-pictures',
    text: 'select sha256, small from file_pictures where sha256 = any($1) and small is not null',
    values: [sha256s],
  });
  return new Map(rows.map(({ sha256, small }) => [sha256, small]));
}
