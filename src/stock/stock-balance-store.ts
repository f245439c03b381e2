import type { DueQuery } from '../platform/database/due-query.ts';
import type { Connection } from '../platform/database/transaction.ts';

export function dueMovementsBefore(firstKept: string): DueQuery {
  return {
    text: `select 'old' as key from stock_movements where movement_id < $1 order by movement_id limit 1`,
    values: [firstKept],
  };
}

/**
 * Takes the oldest movements before the id given out of the ledger and adds them to the balances of their months, in one statement: whoever reads the
 * ledger finds each movement once, by itself or in its month. Answers how many.
 */
export async function foldMovements(
  connection: Connection,
  firstKept: string,
  limit: number,
): Promise<number> {
  const { rows } = await connection.query<{ folded: number }>({
    name: 'fold-movements',
    text: `with old as (
             select movement_id from stock_movements where movement_id < $1 order by movement_id limit $2
           ), gone as (
             delete from stock_movements m using old where m.movement_id = old.movement_id
             returning m.movement_id, m.kind, m.code, m.on_hand_change, m.reserved_change, m.occurred
           ), kept as (
             insert into stock_balances as b (kind, code, month, last_movement_id, on_hand_change, reserved_change, movements)
             select kind, code, date_trunc('month', occurred at time zone 'UTC')::date, (array_agg(movement_id order by movement_id desc))[1],
                    sum(on_hand_change), sum(reserved_change), count(*)
             from gone group by 1, 2, 3 order by 1, 2, 3
             on conflict (kind, code, month) do update
               set last_movement_id = greatest(b.last_movement_id, excluded.last_movement_id),
                   on_hand_change = b.on_hand_change + excluded.on_hand_change,
                   reserved_change = b.reserved_change + excluded.reserved_change, movements = b.movements + excluded.movements
           )
           select count(*)::int as folded from gone`,
    values: [firstKept, limit],
  });
  return rows[0]?.folded ?? 0;
}

/** Forgets what people wrote where pieces of the order left the shelf. */
export async function eraseMovementNotes(
  connection: Connection,
  clientId: string,
  orderId: string,
): Promise<void> {
  await connection.query({
    name: 'erase-movement-notes',
    text: 'update stock_movements set note = null where client_id = $1 and order_id = $2 and note is not null',
    values: [clientId, orderId],
  });
}
