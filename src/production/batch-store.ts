import type { OrderKey } from '../orders/document/order-store.ts';
import type { Connection } from '../platform/database/transaction.ts';

export interface Batch {
  batchId: string;
  /** B and its number. */
  code: string;
  created: Date;
  createdById: string | null;
  createdByName: string | null;
  /** JSON: what was chosen by. */
  choice: string;
  /** When its most urgent order is due. */
  due: Date | null;
  /** When it was released. */
  orders: number;
  pieces: number;
  /** Pieces that have a place in it. */
  places: number | null;
  ended: Date | null;
}

const COLUMNS = `batch_id as "batchId", code, created, created_by_id as "createdById", created_by_name as "createdByName", choice, due, orders, pieces,
  places, ended`;

export async function insertBatch(connection: Connection, batch: Omit<Batch, 'ended'>): Promise<void> {
  await connection.query({
    text: `insert into batches (batch_id, code, created, created_by_id, created_by_name, choice, due, orders, pieces, places)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      batch.batchId,
      batch.code,
      batch.created,
      batch.createdById,
      batch.createdByName,
      batch.choice,
      batch.due,
      batch.orders,
      batch.pieces,
      batch.places,
    ],
  });
}

export async function findBatch(connection: Connection, batchId: string): Promise<Batch | undefined> {
  const { rows } = await connection.query<Batch>({
    name: 'find-batch',
    text: `select ${COLUMNS} from batches where batch_id = $1`,
    values: [batchId],
  });
  return rows[0];
}

/** Batches, latest first; those that are not ended only, if asked so. */
export async function listBatches(
  connection: Connection,
  {
    open,
    before,
    limit,
  }: { open: boolean; before: { created: Date; batchId: string } | undefined; limit: number },
): Promise<Batch[]> {
  const where = [
    ...(open ? ['ended is null'] : []),
    ...(before ? ['(created, batch_id) < ($2, $3::bigint)'] : []),
  ];
  const { rows } = await connection.query<Batch>(
    `select ${COLUMNS} from batches ${where.length > 0 ? `where ${where.join(' and ')}` : ''}
     order by created desc, batch_id desc limit $1`,
    [limit, ...(before ? [before.created, before.batchId] : [])],
  );
  return rows;
}

/** The batches that orders are in, by client and order; of those that are in none nothing. */
export async function findBatchesOf(
  connection: Connection,
  keys: readonly OrderKey[],
): Promise<(OrderKey & { batchId: string; code: string })[]> {
  const { rows } = await connection.query<OrderKey & { batchId: string; code: string }>({
    text: `select p.client_id as "clientId", p.order_id as "orderId", b.batch_id as "batchId", b.code
           from unnest($1::text[], $2::text[]) as k (client_id, order_id)
           join production_orders p on p.client_id = k.client_id and p.order_id = k.order_id
           join batches b on b.batch_id = p.batch_id`,
    values: [keys.map(({ clientId }) => clientId), keys.map(({ orderId }) => orderId)],
  });
  return rows;
}

/** Notes that the batch has ended, when none of its pieces is still to be made: those of orders that are no longer in production do not count. */
export async function markBatchEnded(connection: Connection, batchId: string, now: Date): Promise<void> {
  await connection.query({
    name: 'mark-batch-ended',
    text: `update batches set ended = $2 where batch_id = $1 and ended is null
             and not exists (
               select 1 from pieces p join orders o on o.client_id = p.client_id and o.order_id = p.order_id
               where p.batch_id = $1 and p.state = 'TO_MAKE' and o.status = 'ACCEPTED'
             )`,
    values: [batchId, now],
  });
}

/** One of its pieces is to be made again. */
export async function markBatchOpen(connection: Connection, batchId: string): Promise<void> {
  await connection.query({
    name: 'mark-batch-open',
    text: 'update batches set ended = null where batch_id = $1 and ended is not null',
    values: [batchId],
  });
}
