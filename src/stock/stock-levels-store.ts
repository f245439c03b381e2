import type { Actor, ActorKind } from '../platform/audit/actor.ts';
import { risingId } from '../platform/database/rising-ids.ts';
import type { Connection } from '../platform/database/transaction.ts';
import type { MovementReason, StockCode, StockKind, StockLevel } from './stock-store.ts';

export interface StockItem extends StockCode, StockLevel {
  /** Of the product variant, or the article's title. */
  name: string;
  color: string;
  size: string;
  /** Since when it is retired. */
  retired: Date | null;
}

export interface LedgerEntry {
  movementId: string;
  occurred: Date;
  /** carried_forward: all movements of a month together. */
  reason: MovementReason | 'carried_forward';
  onHandChange: number;
  reservedChange: number;
  /** How many were carried forward. */
  movements: number | null;
  clientId: string | null;
  orderId: string | null;
  note: string | null;
  /** Null: from before this was recorded. */
  actor: ActorKind | null;
  actorId: string | null;
  actorName: string | null;
}

/** What has the code: one at most of each kind. */
export async function findStockItems(connection: Connection, code: string): Promise<StockItem[]> {
  const { rows } = await connection.query<StockItem>({
    name: 'find-stock-items',
    text: `select 'ARTICLE' as kind, sku as code, title as name, color, size, stock_level_quantity as "onHand", article_variants.reserved, retired
           from article_variants join articles using (manufacturer_code) where sku = $1
           union all
           select 'PRODUCT', ean13, name, color, size, stock_level_quantity, reserved, retired
           from product_variants where ean13 = $1`,
    values: [code],
  });
  return rows;
}

/** Tells the ledger of an import: what it put on the shelf, or took off, by code. */
export async function insertImported(
  connection: Connection,
  kind: StockKind,
  changes: readonly { code: string; change: number; note?: string | undefined }[],
  { occurred, actor }: { occurred: Date; actor: Actor },
): Promise<void> {
  const rows = changes.map((one) => ({ id: risingId(), ...one }));
  await connection.query(
    `insert into stock_movements (movement_id, kind, code, on_hand_change, reserved_change, reason, occurred, actor, actor_id, actor_name, note)
     select id, $1, code, change, 0, 'imported', $2, $4, $5, $6, note
     from json_to_recordset($3::json) as given (id uuid, code text, change integer, note text)`,
    [kind, occurred, JSON.stringify(rows), actor.kind, actor.id, actor.name],
  );
}

/** How many orders wait for it; no more than `limit` are counted. */
export async function countWaits(
  connection: Connection,
  { kind, code }: StockCode,
  limit: number,
): Promise<number> {
  const { rows } = await connection.query<{ count: number }>({
    name: 'count-waits',
    text: `select count(*)::int as count
           from (select 1 from stock_waits where kind = $1 and code = $2 limit $3) counted`,
    values: [kind, code, limit],
  });
  return rows[0]?.count ?? 0;
}

/** The ledger of the code, latest first, from before the movement that is given. */
export async function listMovements(
  connection: Connection,
  { kind, code }: StockCode,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<LedgerEntry[]> {
  const { rows } = await connection.query<Omit<LedgerEntry, 'occurred'> & { occurred: Date | null }>(
    `select * from (
       (select movement_id as "movementId", occurred, reason, on_hand_change::float8 as "onHandChange",
               reserved_change::float8 as "reservedChange", null::float8 as movements, client_id as "clientId", order_id as "orderId", note,
               actor, actor_id as "actorId", actor_name as "actorName"
        from stock_movements
        where kind = $1 and code = $2 ${before === undefined ? '' : 'and movement_id < $4'}
        order by movement_id desc limit $3)
       union all
       (select last_movement_id, null, 'carried_forward', on_hand_change::float8,
               reserved_change::float8, movements::float8, null, null, null, null, null, null
        from stock_balances
        where kind = $1 and code = $2 ${before === undefined ? '' : 'and last_movement_id < $4'}
        order by month desc limit $3)
     ) ledger
     order by "movementId" desc limit $3`,
    [kind, code, limit, ...(before === undefined ? [] : [before])],
  );
  return rows.map((row) => ({ ...row, occurred: row.occurred ?? momentOf(row.movementId) }));
}

/** Of a UUIDv7 (RFC 9562, 5.7). */
function momentOf(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 13).replace('-', ''), 16));
}
