import type { Connection } from '../../platform/database/transaction.ts';

/** A piece of an order that somebody has begun to make, and that has not left. */
export interface BegunPiece {
  /** The blank. */
  sku: string;
  /** 1, or the whole of a lot. */
  quantity: number;
  /** JSON: what is to be done with it. */
  steps: string;
  /** How many of the steps are done. */
  stepsDone: number;
  isMade: boolean;
}

/** Those of the order's present run. Those that were rejected have left the shelf already. The order must be locked. */
export async function listBegunPieces(
  connection: Connection,
  clientId: string,
  orderId: string,
): Promise<BegunPiece[]> {
  const { rows } = await connection.query<BegunPiece>({
    name: 'list-begun-pieces',
    text: `select sku, quantity, steps, steps_done as "stepsDone", state <> 'TO_MAKE' as "isMade"
           from pieces p join production_orders q using (client_id, order_id)
           where client_id = $1 and order_id = $2 and p.run = q.run
             and (state in ('MADE', 'CHECKED', 'PACKED') or (state = 'TO_MAKE' and steps_done > 0))
             and not exists (select 1 from parcels l where l.client_id = $1 and l.order_id = $2 and l.parcel = p.parcel and l.state = 'SHIPPED')`,
    values: [clientId, orderId],
  });
  return rows;
}
