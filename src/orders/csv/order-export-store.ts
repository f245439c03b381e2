import type { Connection } from '../../platform/database/transaction.ts';
import { ANY_STATUS, type OrderFilter } from '../document/list-filters-store.ts';

/** Documents read at once; one has 2 KB as a rule, and some MB at most. */
const ORDERS_PER_PAGE = 50;

export type ExportFilter = Omit<OrderFilter, 'after'>;

export interface ExportedOrder {
  orderId: string;
  created: Date;
  document: string;
}

/**
 * The next orders of the client after that one, oldest first. What changed lately an index has by status, and PostgreSQL before 18 finds it there only where the statuses are
 * named; it would walk through all orders of the client.
 */
export async function readOrdersAfter(
  connection: Connection,
  clientId: string,
  { status, createdFrom, createdTo, updatedFrom, updatedTo }: ExportFilter,
  after: Pick<ExportedOrder, 'created' | 'orderId'> | undefined,
): Promise<ExportedOrder[]> {
  const { rows } = await connection.query<ExportedOrder>({
    text: `select order_id as "orderId", created, document from orders
           where client_id = $1
             and ($2::text is null or status = $2)
             and ($3::timestamptz is null or created > $3) and ($4::timestamptz is null or created <= $4)
             and ($5::timestamptz is null or updated > $5) and ($5::timestamptz is null or $2::text is not null or ${ANY_STATUS})
             and ($6::timestamptz is null or updated <= $6)
             and ($7::timestamptz is null or created >= $7)
             and ($7::timestamptz is null or created > $7 or order_id < $8)
           order by created, order_id desc limit $9`,
    values: [
      clientId,
      status,
      createdFrom,
      createdTo,
      updatedFrom,
      updatedTo,
      after?.created,
      after?.orderId,
      ORDERS_PER_PAGE,
    ],
  });
  return rows;
}
