import type { OrderKey } from '../../orders/document/order-store.ts';
import type { Connection } from '../../platform/database/transaction.ts';

export interface Bin {
  bin: number;
  clientId: string | null;
  orderId: string | null;
  /** Since when its order has it. */
  taken: Date | null;
}

const COLUMNS = `bin, client_id as "clientId", order_id as "orderId", taken`;

/** The bin that the order has. */
export async function findBinOf(
  connection: Connection,
  { clientId, orderId }: OrderKey,
): Promise<number | undefined> {
  const { rows } = await connection.query<{ bin: number }>({
    name: 'find-bin-of',
    text: 'select bin from bins where client_id = $1 and order_id = $2',
    values: [clientId, orderId],
  });
  return rows[0]?.bin;
}

/** The bin of the number. */
export async function findBin(connection: Connection, bin: number): Promise<Bin | undefined> {
  const { rows } = await connection.query<Bin>({
    name: 'find-bin',
    text: `select ${COLUMNS} from bins where bin = $1`,
    values: [bin],
  });
  return rows[0];
}

/** Searches for a free bin: another station may take the one that was found. */
const TRIES_MAX = 20;

/**
 * Gives the free bin with the lowest number to the order, which must be locked and have none. A bin whose order was shipped without
 * being packed here is free too. Returns undefined when all are taken.
 */
export async function takeBin(
  connection: Connection,
  { clientId, orderId }: OrderKey,
  now: Date,
): Promise<number | undefined> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const { rows } = await connection.query<Bin>({
      name: 'find-free-bin',
      // The status is an expression, so that no index leads through all shipped orders: orders are read by the keys in the bins.
      text: `select ${COLUMNS} from (
               (select ${COLUMNS} from bins where order_id is null order by bin limit 1)
               union all
               (select b.bin, b.client_id, b.order_id, b.taken
                from bins b join orders o on o.client_id = b.client_id and o.order_id = b.order_id
                where o.status || '' = 'SHIPPED' order by b.bin limit 1)
             ) free (bin, client_id, order_id, taken) order by bin limit 1`,
    });
    const [found] = rows;
    if (!found) return undefined;
    // No row is locked above: in a distributed database no statement locks rows of a copied table together with orders.
    const { rowCount } = await connection.query({
      name: 'take-bin',
      text: `update bins set client_id = $1, order_id = $2, taken = $3
             where bin = $4 and client_id is not distinct from $5 and order_id is not distinct from $6`,
      values: [clientId, orderId, now, found.bin, found.clientId, found.orderId],
    });
    if (rowCount === 1) return found.bin;
  }
  return undefined;
}

/** The bin that has been taken the longest. */
export async function findOldestBin(connection: Connection): Promise<Bin | undefined> {
  const { rows } = await connection.query<Bin>({
    name: 'find-oldest-bin',
    text: `select ${COLUMNS} from bins where order_id is not null order by taken, bin limit 1`,
  });
  return rows[0];
}

/** The order's bin is free again. */
export async function freeBin(connection: Connection, { clientId, orderId }: OrderKey): Promise<void> {
  await connection.query({
    name: 'free-bin',
    text: 'update bins set client_id = null, order_id = null, taken = null where client_id = $1 and order_id = $2',
    values: [clientId, orderId],
  });
}

/** All bins by their numbers. */
export async function listBins(connection: Connection): Promise<Bin[]> {
  const { rows } = await connection.query<Bin>(`select ${COLUMNS} from bins order by bin`);
  return rows;
}

/** Bins up to this number there are from now on; of those above it the free ones go. Answers how many there are. */
export async function setBins(connection: Connection, count: number): Promise<number> {
  await connection.query(
    'insert into bins (bin) select generate_series(1, $1::int) on conflict (bin) do nothing',
    [count],
  );
  await connection.query('delete from bins where bin > $1 and order_id is null', [count]);
  const { rows } = await connection.query<{ count: number }>('select count(*)::int as count from bins');
  return rows[0]?.count ?? 0;
}
