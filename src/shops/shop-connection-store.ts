import { type DueQuery, ofAnyClient } from '../platform/database/due-query.ts';
import { type Connection, queryHasRow, queryRow, queryRows } from '../platform/database/transaction.ts';

export const SHOP_KINDS = ['shopify', 'woocommerce', 'shopware', 'orderdesk'] as const;
export type ShopKind = (typeof SHOP_KINDS)[number];

/** Settings of a connection, which staff choose. */
export interface ShopSettings {
  sendsStock: boolean;
  notifiesCustomer: boolean;
  takesTestOrders: boolean;
  /** Whether Shopify asks Platen for prices of shipping at its checkout. */
  offersRates: boolean;
  /** ISO 4217. Order Desk sends prices without a currency. */
  currency: string;
}

export interface ConnectionFields {
  connection: string;
  shop: ShopKind;
  /** Null: the usual address of the kind. */
  shopUrl: string | null;
  state: 'ACTIVE' | 'STOPPED';
  settings: ShopSettings;
}

/** A connection of the console. */
export interface StoredConnection extends ConnectionFields {
  clientId: string;
  credentialsEncrypted: Buffer;
  created: Date;
}

/** Parts of the work for a connection. */
export type ShopPart = 'look' | 'products' | 'stock';

/** A part that failed: how often in a row, and why. */
export interface PartFault {
  failures: number;
  problem: string | null;
  words: string | null;
}

/** A connection with the parts that a run must do. */
export interface DueConnection extends StoredConnection {
  faults: Partial<Record<ShopPart, PartFault>>;
  isFullDue: boolean;
  isLookDue: boolean;
  isProductsDue: boolean;
  isStockDue: boolean;
}

const COLUMNS = `c.client_id as "clientId", c.connection, c.shop, c.shop_url as "shopUrl", c.state, c.settings,
  c.credentials_encrypted as "credentialsEncrypted", c.created`;

export async function findConnection(
  connection: Connection,
  clientId: string,
  prefix: string,
): Promise<StoredConnection | undefined> {
  return queryRow<StoredConnection>(connection, {
    name: 'find-shop-connection',
    text: `select ${COLUMNS} from shop_connections c
           where c.client_id = $1 and c.connection = $2 and c.state is not null`,
    values: [clientId, prefix],
  });
}

export async function lockConnection(
  connection: Connection,
  clientId: string,
  prefix: string,
): Promise<StoredConnection | undefined> {
  return queryRow<StoredConnection>(connection, {
    text: `select ${COLUMNS} from shop_connections c
           where c.client_id = $1 and c.connection = $2 and c.state is not null for update`,
    values: [clientId, prefix],
  });
}

/** Lists the prefixes of a client's connections in the console and of `platen connect`. */
export async function listPrefixes(connection: Connection, clientId: string): Promise<string[]> {
  const rows = await queryRows<{ connection: string }>(connection, {
    text: 'select connection from shop_connections where client_id = $1',
    values: [clientId],
  });
  return rows.map((row) => row.connection);
}

/** Returns whether this run has inserted a connection. */
export async function hasRun(
  connection: Connection,
  clientId: string,
  { prefix, runId }: { prefix: string; runId: string },
): Promise<boolean> {
  return queryHasRow(connection, {
    text: 'select 1 from shop_connections where client_id = $1 and connection = $2 and run_id = $3',
    values: [clientId, prefix, runId],
  });
}

/** Returns whether there are orders with this prefix. */
export async function hasOrders(connection: Connection, clientId: string, prefix: string): Promise<boolean> {
  return queryHasRow(connection, {
    text: `select 1 from orders where client_id = $1 and order_id >= $2 and order_id < $2 || chr(1114111) limit 1`,
    values: [clientId, prefix],
  });
}

/**
 * Inserts a connection, which begins with the present events. Takes over one of `platen connect` that has
 * ended. Returns false if the prefix is taken. Citus allows only immutable functions after `on conflict`,
 * so the statement subtracts times and no interval.
 */
export async function insertConnection(
  connection: Connection,
  clientId: string,
  { now, runId, ...fields }: ConnectionFields & { credentialsEncrypted: Buffer; now: Date; runId: string },
): Promise<boolean> {
  const row = await queryRow(connection, {
    text: `insert into shop_connections
             (client_id, connection, shop, shop_url, state, settings, credentials_encrypted, run_id, seen, created, shop_compared,
              look_at, full_at, products_at, stock_at, events_tx, events_id)
           select $1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $9, $9, $9, $9, $9,
             (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + tx_offset)::text::xid8, '00000000-0000-0000-0000-000000000000'
           from event_feed
           on conflict (client_id, connection) do update
           set shop = excluded.shop, shop_url = excluded.shop_url, state = excluded.state, settings = excluded.settings,
             credentials_encrypted = excluded.credentials_encrypted, run_id = excluded.run_id, seen = excluded.seen,
             created = excluded.created, look_at = excluded.look_at, full_at = excluded.full_at,
             products_at = excluded.products_at, stock_at = excluded.stock_at, events_tx = excluded.events_tx,
             events_id = excluded.events_id
           where shop_connections.state is null and excluded.seen - shop_connections.seen > interval '10 minutes'
           returning connection`,
    values: [
      ...[clientId, fields.connection, fields.shop, fields.shopUrl, fields.state, JSON.stringify(fields.settings)],
      ...[fields.credentialsEncrypted, runId, now],
    ],
  });
  return row !== undefined;
}

/** Replaces what staff entered, and makes everything due. */
export async function updateConnection(
  connection: Connection,
  clientId: string,
  { now, ...fields }: ConnectionFields & { credentialsEncrypted: Buffer; now: Date },
): Promise<void> {
  await connection.query(
    `update shop_connections
     set shop_url = $3, state = $4, settings = $5, credentials_encrypted = $6, faults = '{}', problem = null, problem_words = null,
         look_at = $7, full_at = $7, products_at = $7, stock_at = $7
     where client_id = $1 and connection = $2`,
    [
      ...[clientId, fields.connection, fields.shopUrl, fields.state, JSON.stringify(fields.settings)],
      ...[fields.credentialsEncrypted, now],
    ],
  );
}

/** Deletes a connection with its products and messages. Orders stay. */
export async function deleteConnection(connection: Connection, clientId: string, prefix: string): Promise<void> {
  for (const table of ['shop_products', 'shop_messages', 'shop_connections'])
    await connection.query(`delete from ${table} where client_id = $1 and connection = $2`, [clientId, prefix]);
}

/**
 * Makes the next look, or the reading of products, due at once. Returns false without such a connection, or
 * if it was not created at `created`.
 */
export async function askSoon(
  connection: Connection,
  clientId: string,
  { prefix, now, products, created }: { prefix: string; now: Date; products: boolean; created?: Date },
): Promise<boolean> {
  return queryHasRow(connection, {
    text: `update shop_connections
           set look_at = least(look_at, $3), products_at = case when $4 then $3 else products_at end
           where client_id = $1 and connection = $2 and state is not null
             and ($5::timestamptz is null or created = $5)`,
    values: [clientId, prefix, now, products, created ?? null],
  });
}

/**
 * Also finds events that the feed does not show yet: on Citus this part runs on workers, and transactions are
 * numbered by the coordinator. A run that finds no shown event ends at once, and is repeated after a pause.
 */
const EVENTS = `from order_events e
  where e.client_id = c.client_id and e.tx is not null and (e.tx, e.event_id) > (c.events_tx, c.events_id)`;
const MESSAGES = `from shop_messages m
  where m.client_id = c.client_id and m.connection = c.connection and m.state = 'waiting'
    and (m.direction = 'from_shop' or not exists (select 1 from restore_pause))`;

const IS_ACTIVE = `c.state = 'ACTIVE'
  and exists (select 1 from clients k where k.client_id = c.client_id and k.status = 'active')`;
const KEY = "c.client_id || ' ' || c.connection as key";

/** Finds active connections with something to do: a look, a message, an event, or stock to tell. */
export function dueConnections(now: Date): DueQuery {
  return {
    text: `select ${KEY} from shop_connections c
           where ${ofAnyClient('c.client_id')} and ${IS_ACTIVE}
             and (least(c.look_at, c.full_at, c.stock_at) <= $1
                  or (c.faults -> 'look' ->> 'problem' is distinct from 'shop_credentials_lost'
                      and (exists (select 1 ${MESSAGES} and m.next_at <= $1) or exists (select 1 ${EVENTS}))))`,
    values: [now],
  };
}

/** Finds active connections whose products are to be read. */
export function dueShopProducts(now: Date): DueQuery {
  return {
    text: `select ${KEY} from shop_connections c
           where ${ofAnyClient('c.client_id')} and ${IS_ACTIVE} and c.products_at <= $1`,
    values: [now],
  };
}

/**
 * Returns the due parts of an active connection. With `runId`, the run takes the connection over. Undefined:
 * it was stopped or deleted.
 */
export async function beginRun(
  connection: Connection,
  clientId: string,
  { prefix, runId, now }: { prefix: string; runId: string | null; now: Date },
): Promise<DueConnection | undefined> {
  return queryRow<DueConnection>(connection, {
    text: `update shop_connections c set run_id = coalesce($3, run_id), seen = $4
           where c.client_id = $1 and c.connection = $2 and ${IS_ACTIVE}
           returning ${COLUMNS}, c.faults, c.full_at <= $4 as "isFullDue", c.look_at <= $4 as "isLookDue",
             c.products_at <= $4 as "isProductsDue", c.stock_at <= $4 as "isStockDue"`,
    values: [clientId, prefix, runId, now],
  });
}

export type RunEnd = Partial<Record<'lookAt' | 'fullAt' | 'productsAt' | 'stockAt', Date>>;

const FAULTS = "(faults - $4::text || coalesce($5::jsonb, '{}'))";
const faultText = (name: string) => `jsonb_path_query_first(${FAULTS}, '$.* ? (@.problem != null).${name}') #>> '{}'`;

/**
 * Records the result of a part, and when it is due next. Without a fault, the shop has answered. A look that
 * was asked for meanwhile stays.
 */
export async function savePart(
  connection: Connection,
  clientId: string,
  {
    prefix,
    begun,
    part,
    fault,
    next,
  }: { prefix: string; begun: Date; part: ShopPart; fault: PartFault | null; next: RunEnd },
): Promise<void> {
  await connection.query(
    `update shop_connections
     set faults = ${FAULTS}, problem = ${faultText('problem')}, problem_words = ${faultText('words')},
         contacted = case when $5::jsonb is null then $3 else contacted end,
         look_at = case when look_at > $3 then look_at else coalesce($6, look_at) end, full_at = coalesce($7, full_at),
         products_at = case when products_at > $3 then products_at else coalesce($8, products_at) end,
         stock_at = coalesce($9, stock_at)
     where client_id = $1 and connection = $2`,
    [
      ...[clientId, prefix, begun, part, fault && JSON.stringify({ [part]: fault })],
      ...[next.lookAt ?? null, next.fullAt ?? null, next.productsAt ?? null, next.stockAt ?? null],
    ],
  );
}

export interface NextEvent {
  tx: string;
  eventId: string;
  orderId: string;
  type: string;
}

/** Lists the next events of orders before the transaction `end`, oldest first. */
export async function listNextEvents(
  connection: Connection,
  clientId: string,
  { prefix, end, limit }: { prefix: string; end: string; limit: number },
): Promise<NextEvent[]> {
  return queryRows<NextEvent>(connection, {
    name: 'list-shop-events',
    text: `select e.tx::text, e.event_id as "eventId", e.order_id as "orderId", e.type
           from shop_connections c join order_events e on e.client_id = c.client_id
           where c.client_id = $1 and c.connection = $2 and e.tx is not null
             and (e.tx, e.event_id) > (c.events_tx, c.events_id) and e.tx < $3::xid8
           order by e.tx, e.event_id limit $4`,
    values: [clientId, prefix, end, limit],
  });
}

export async function saveEventPlace(
  connection: Connection,
  clientId: string,
  { prefix, tx, eventId }: { prefix: string } & Pick<NextEvent, 'tx' | 'eventId'>,
): Promise<void> {
  await connection.query(
    `update shop_connections set events_tx = $3::xid8, events_id = $4 where client_id = $1 and connection = $2`,
    [clientId, prefix, tx, eventId],
  );
}

/** Makes the refused orders of a connection due, because their products may be mapped now. */
export async function retryRefusedOrders(
  connection: Connection,
  clientId: string,
  { prefix, now }: { prefix: string; now: Date },
): Promise<void> {
  await connection.query(
    `update shop_messages set state = 'waiting', attempts = 0, next_at = $3, changed = $3
     where client_id = $1 and connection = $2 and direction = 'from_shop' and state = 'refused'`,
    [clientId, prefix, now],
  );
}

/** Open products that are counted. */
export const COUNTED_MAX = 1_000;
const utc = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const OF_IT = 'where x.client_id = c.client_id and x.connection = c.connection';
const numberOf = (table: string, condition: string) =>
  `(select count(*)::int from (select 1 from ${table} x ${OF_IT} and ${condition} limit ${COUNTED_MAX + 1}) counted)`;
const last = (direction: string) =>
  `(select jsonb_build_object('orderId', x.order_id, 'at', ${utc('x.changed')}) from shop_messages x ${OF_IT}
    and x.direction = '${direction}' and x.state = 'done' order by x.changed desc limit 1)`;

export interface ShownConnection extends Omit<StoredConnection, 'credentialsEncrypted'> {
  clientName: string;
  problem: string | null;
  problemWords: string | null;
  created: Date;
  contacted: Date | null;
  products: number;
  unmapped: number;
  withoutSku: number;
  waiting: number;
  refused: number;
  lastOrder: { orderId: string; at: string } | null;
  lastReport: { orderId: string; at: string } | null;
}

/** Lists the connections of the console, newest first; of one client, or of all. */
export async function listConnections(
  connection: Connection,
  { clientId, prefix, limit }: { clientId: string | undefined; prefix: string | undefined; limit: number },
): Promise<ShownConnection[]> {
  return queryRows<ShownConnection>(connection, {
    text: `select c.client_id as "clientId", c.connection, c.shop, c.shop_url as "shopUrl", c.state, c.settings,
             k.name as "clientName", c.problem, c.problem_words as "problemWords", c.created, c.contacted,
             c.without_sku as "withoutSku", ${numberOf('shop_products', 'true')} as products,
             ${numberOf('shop_products', 'x.target is null')} as unmapped,
             ${numberOf('shop_messages', "x.state = 'waiting'")} as waiting,
             ${numberOf('shop_messages', "x.state = 'refused'")} as refused,
             ${last('from_shop')} as "lastOrder", ${last('to_shop')} as "lastReport"
           from shop_connections c join clients k on k.client_id = c.client_id
           where c.state is not null and ($1::text is null or c.client_id = $1) and ($2::text is null or c.connection = $2)
           order by c.created desc, c.connection limit $3`,
    values: [clientId ?? null, prefix ?? null, limit],
  });
}
