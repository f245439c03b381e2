// Parts of statements that several stores of the stock share.
import { risingId } from '../platform/database/rising-ids.ts';
import { columnsOf, unnest } from '../platform/database/statement-parts.ts';
import type { StockMovement } from './stock-change-rules.ts';
import type { StockCode } from './stock-rules.ts';

/** Returns SQL for the available pieces of the code in the row. */
export const availableOf = (row: string) => `coalesce(case ${row}.kind
  when 'ARTICLE' then (select stock_level_quantity - reserved from article_variants where sku = ${row}.code)
  else (select stock_level_quantity - reserved from product_variants where ean13 = ${row}.code) end, 0)`;

/** Returns the statement that inserts the movements. Adds its parameters to `values`. */
export function insertOfMovements(values: unknown[], movements: readonly StockMovement[]): string {
  const types = 'uuid text text int int text text text timestamptz text text text text';
  const rows = unnest(values, types, [
    movements.map(({ movementId }) => movementId ?? risingId()),
    ...columnsOf(movements, 'kind', 'code', 'onHandChange', 'reservedChange', 'reason', 'clientId', 'orderId'),
    ...columnsOf(movements, 'occurred', 'note'),
    movements.map(({ actor }) => actor.kind),
    movements.map(({ actor }) => actor.id),
    movements.map(({ actor }) => actor.name),
  ]);
  return `insert into stock_movements (movement_id, kind, code, on_hand_change, reserved_change, reason, client_id, order_id, occurred, note,
                                       actor, actor_id, actor_name)
          select * from ${rows}`;
}

/**
 * Returns the statement that marks each code that has enough pieces for an order that waits for it, and adds
 * its values. `levels` names a preceding part of a `with` that changes the levels in the same statement.
 */
export function insertOfWakes(values: unknown[], codes: readonly StockCode[], wakeId: string, levels?: string): string {
  const change = `coalesce((select sum(on_hand_change - reserved_change) from ${levels} l where l.kind = given.kind and l.code = given.code), 0)`;
  return `insert into stock_wakes (kind, code, wake_id)
          select kind, code, $${values.push(wakeId)}
          from (select distinct kind, code from ${unnest(values, 'text text', columnsOf(codes, 'kind', 'code'))} as given (kind, code)) given
          cross join lateral (select ${availableOf('given')}${levels ? ` + ${change}` : ''} as pieces) available
          where exists (
            select 1 from stock_waits w where w.kind = given.kind and w.code = given.code and w.quantity <= available.pieces)
          order by kind, code on conflict (kind, code) do update set wake_id = excluded.wake_id`;
}
