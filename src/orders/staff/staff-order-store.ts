import type { Connection } from '../../database/transaction.ts';

type Mode = 'live' | 'sandbox';
type FileRole = 'artwork' | 'quality_control_image' | 'packing_slip' | 'label';

interface StockOfOrder {
  kind: 'ARTICLE' | 'PRODUCT';
  code: string;
}

export interface OperatorOrderFilter {
  mode: Mode;
  clientId?: string | undefined;
  status?: string | undefined;
  /** Exclusive. */
  createdFrom?: Date | undefined;
  /** Inclusive. */
  createdTo?: Date | undefined;
  /** Only orders whose cancellation is to be decided. */
  cancellationRequested?: boolean | undefined;
  /** The text of a tsquery. */
  search?: string | undefined;
  /** Only what comes after this order in the list. */
  after?: OrderPosition | undefined;
}

export interface OrderPosition {
  created: Date;
  clientId: string;
  orderId: string;
}

export interface ListedOrder extends OrderPosition {
  clientName: string;
  status: string;
  updated: Date;
  reasonCode: string | null;
  items: number;
}

/**
 * Orders of all clients newest first, then by client and orderId in code-point order. The newest of each client are found in
 * that client's index and then merged, so no index spans the clients: what a page costs grows with clients, not with orders.
 */
export async function listOrdersOfClients(
  connection: Connection,
  filter: OperatorOrderFilter,
  limit: number,
): Promise<ListedOrder[]> {
  const values: unknown[] = [filter.mode, limit];
  const value = (one: unknown) => `$${values.push(one)}`;
  const ofClients = ['c.mode = $1'];
  if (filter.clientId !== undefined) ofClients.push(`c.client_id = ${value(filter.clientId)}`);
  const created = createdConditions(filter.search === undefined ? 'o' : 's', filter, value);
  const ofOrders: string[] = [];
  if (filter.status) ofOrders.push(`o.status = ${value(filter.status)}`);
  if (filter.cancellationRequested) {
    // In the words of the index orders_cancellation_requested.
    ofOrders.push(`o.status = 'ACCEPTED' and o.document like '%"cancellation":{"status":"REQUESTED"%'`);
  }
  const found =
    filter.search === undefined
      ? `select newest.* from clients c
         cross join lateral (
           select o.client_id, o.order_id, o.created from orders o
           where ${['o.client_id = c.client_id', ...created, ...ofOrders].join(' and ')}
           order by o.created desc, o.order_id limit $2
         ) newest
         where ${ofClients.join(' and ')}`
      : `select s.client_id, s.order_id, s.created from order_search s
         join clients c on c.client_id = s.client_id
         ${ofOrders.length > 0 ? 'join orders o on o.client_id = s.client_id and o.order_id = s.order_id' : ''}
         where ${[`s.terms @@ ${value(filter.search)}::tsquery`, ...created, ...ofClients, ...ofOrders].join(
           ' and ',
         )}`;
  const inOrder = (table: string, id: string) =>
    `order by ${table}.created desc, ${id}.client_id collate "C", ${table}.order_id`;
  const { rows } = await connection.query<ListedOrder>(
    `select o.client_id as "clientId", c.name as "clientName", o.order_id as "orderId", o.status, o.created, o.updated,
            o.document::json #>> '{statusReason,code}' as "reasonCode", json_array_length(o.document::json -> 'items') as items
     from (select * from (${found}) found ${inOrder('found', 'found')} limit $2) page
     join orders o on o.client_id = page.client_id and o.order_id = page.order_id
     join clients c on c.client_id = page.client_id
     ${inOrder('o', 'o')}`,
    values,
  );
  return rows;
}

function createdConditions(
  table: string,
  { createdFrom, createdTo, after }: OperatorOrderFilter,
  value: (one: unknown) => string,
): string[] {
  const conditions: string[] = [];
  if (createdFrom) conditions.push(`${table}.created > ${value(createdFrom)}`);
  if (createdTo) conditions.push(`${table}.created <= ${value(createdTo)}`);
  if (after) {
    const created = value(after.created);
    const clientId = `${value(after.clientId)}::text`;
    conditions.push(
      `${table}.created <= ${created}`,
      `(${table}.created < ${created} or (${table}.client_id collate "C", ${table}.order_id) > (${clientId} collate "C", ${value(after.orderId)}))`,
    );
  }
  return conditions;
}

export interface FoundOrder {
  clientId: string;
  clientName: string;
  mode: Mode;
  version: number;
  document: string;
}

export async function findOrderOfClient(
  connection: Connection,
  clientId: string,
  orderId: string,
): Promise<FoundOrder | undefined> {
  const { rows } = await connection.query<FoundOrder>({
    name: 'find-order-of-client',
    text: `select client_id as "clientId", name as "clientName", c.mode, version, document
           from orders o join clients c using (client_id) where client_id = $1 and order_id = $2`,
    values: [clientId, orderId],
  });
  return rows[0];
}

export interface FileOfOrder {
  role: FileRole;
  mediaType: string;
  bytes: number;
}

/** The file of that content that the order keeps; the first by pointer, where it has it at several places. */
export async function findFileOfOrder(
  connection: Connection,
  clientId: string,
  orderId: string,
  sha256: string,
): Promise<FileOfOrder | undefined> {
  const { rows } = await connection.query<FileOfOrder>({
    name: 'find-file-of-order',
    text: `select role, media_type as "mediaType", bytes::float8 as bytes from order_files
           where client_id = $1 and order_id = $2 and sha256 = $3 order by pointer limit 1`,
    values: [clientId, orderId, sha256],
  });
  return rows[0];
}

/** What is reserved for the order. */
export async function listReservations(
  connection: Connection,
  clientId: string,
  orderId: string,
): Promise<(StockOfOrder & { quantity: number })[]> {
  const { rows } = await connection.query<StockOfOrder & { quantity: number }>({
    name: 'list-reservations',
    text: `select kind, code, quantity from stock_reservations
           where client_id = $1 and order_id = $2 order by kind, code`,
    values: [clientId, orderId],
  });
  return rows;
}

/** What the order waits for, with the number of older orders that wait for it too; at most `limit` of them are counted. */
export async function listWaits(
  connection: Connection,
  clientId: string,
  orderId: string,
  limit: number,
): Promise<(StockOfOrder & { quantity: number; ahead: number })[]> {
  const { rows } = await connection.query<StockOfOrder & { quantity: number; ahead: number }>({
    name: 'list-waits',
    text: `select kind, code, quantity,
                  (select count(*)::int from (
                     select from stock_waits earlier
                     where earlier.kind = w.kind and earlier.code = w.code
                       and (earlier.created, earlier.client_id, earlier.order_id) < (w.created, w.client_id, w.order_id)
                     limit $3) counted) as ahead
           from stock_waits w where client_id = $1 and order_id = $2 order by kind, code`,
    values: [clientId, orderId, limit],
  });
  return rows;
}
