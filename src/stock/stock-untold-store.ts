import type { DueQuery } from '../platform/database/due-query.ts';
import type { Connection } from '../platform/database/transaction.ts';
import type { StockCode } from './stock-store.ts';

/** An order that is to be told of what it waits for. */
export interface UntoldWait {
  orderId: string;
  /** Another one when there is something else to tell since. */
  markId: string;
  /** False: it has ended, goes on, or is taken in anew, and needs to be told nothing. */
  isWaiting: boolean;
}

/** Notes for all who wait for the codes that they are to be told anew why. The codes' rows must be locked. */
export async function markUntold(
  connection: Connection,
  codes: readonly StockCode[],
  markId: string,
): Promise<void> {
  await connection.query(
    `insert into stock_waits_untold (client_id, order_id, mark_id)
     select distinct client_id, order_id, $3::uuid
     from stock_waits join unnest($1::text[], $2::text[]) as given (kind, code) using (kind, code)
     on conflict (client_id, order_id) do update set mark_id = excluded.mark_id`,
    [codes.map(({ kind }) => kind), codes.map(({ code }) => code), markId],
  );
}

export function dueUntoldWaits(): DueQuery {
  return { text: 'select distinct client_id as key from stock_waits_untold', values: [] };
}

export async function findUntold(
  connection: Connection,
  clientId: string,
  limit: number,
): Promise<UntoldWait[]> {
  const { rows } = await connection.query<UntoldWait>(
    `select order_id as "orderId", mark_id as "markId",
            exists (select 1 from stock_waits w where w.client_id = u.client_id and w.order_id = u.order_id) as "isWaiting"
     from stock_waits_untold u where client_id = $1 order by order_id limit $2`,
    [clientId, limit],
  );
  return rows;
}

/** They have been told; what came since is still to be told. */
export async function deleteUntold(
  connection: Connection,
  clientId: string,
  told: readonly UntoldWait[],
): Promise<void> {
  await connection.query(
    `delete from stock_waits_untold u using unnest($2::text[], $3::uuid[]) as told (order_id, mark_id)
     where u.client_id = $1 and u.order_id = told.order_id and u.mark_id = told.mark_id`,
    [clientId, told.map(({ orderId }) => orderId), told.map(({ markId }) => markId)],
  );
}
