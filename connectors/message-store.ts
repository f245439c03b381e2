import type { Pool, PoolClient } from 'pg';

/** A connected shop. */
export interface ConnectionKey {
  clientId: string;
  /** The prefix of its orderIds. */
  connection: string;
}

export type Direction = 'from_shop' | 'to_shop';

/** The data about an order that the receiver of a message, the shop or Platen, has already got. */
export interface Known {
  /** Parcels that the shop has, by shipmentId: a hash of the tracking, and the parcel's id in the shop. */
  parcels?: Readonly<Record<string, { hash: string; id: string }>>;
  /** True if the shop knows that no parcel will follow. */
  isComplete?: boolean;
  /** Hashes of the notes that the shop has, by kind. */
  notes?: Readonly<Record<string, string>>;
  /** Reason of the last cancellation that was sent to Platen. */
  cancelled?: string;
}

/** An order whose changes are to be passed on, from the shop to Platen or from Platen to the shop. */
export interface Message {
  orderId: string;
  direction: Direction;
  asked: number;
  attempts: number;
  /** Milliseconds since the last arrival for this order. */
  ageMs: number;
  /** The shop's order as JSON, for a shop whose API cannot be asked. */
  content: string | null;
  known: Known;
}

export interface Arrival {
  orderId: string;
  /** The version of the order. An arrival without a version is always handled. */
  version?: string | undefined;
  content?: string | undefined;
}

export interface ArrivalRules {
  direction: Direction;
  /** Which versions are handled: any other than the last one, or any that is not older. */
  versions: 'other' | 'not older';
}

export interface Ending {
  state: 'waiting' | 'done' | 'refused';
  outcome?: string | undefined;
  error?: string | undefined;
  version?: string | undefined;
  /** Time until the next attempt in milliseconds, if the message waits. */
  delayMs?: number;
  /** Whether this was a failed attempt. */
  isFailure?: boolean;
}

/** Identifies a shop, however its address is written. All stores of Order Desk share one address. */
export function shopKeyOf(shop: string, shopUrl: string, storeId: string): string {
  if (shop === 'orderdesk') return `orderdesk ${storeId}`;
  const { host, pathname } = new URL(shopUrl);
  return `${shop} ${host.replace(/^www\./, '')}${pathname.replace(/\/+$/, '')}`.toLowerCase();
}

/** Returns the prefix of a shop that is or was connected. */
export async function findPrefix(
  database: Pick<PoolClient, 'query'>,
  clientId: string,
  shopKey: string,
): Promise<string | undefined> {
  const { rows } = await database.query<{ connection: string }>(
    'select connection from shop_prefixes where client_id = $1 and shop_key = $2',
    [clientId, shopKey],
  );
  return rows[0]?.connection;
}

/** Stores the prefix of a shop. Returns false if the shop has another one. */
export async function keepPrefix(
  database: Pick<PoolClient, 'query'>,
  clientId: string,
  { shopKey, prefix }: { shopKey: string; prefix: string },
): Promise<boolean> {
  const { rowCount } = await database.query(
    `insert into shop_prefixes as p (client_id, shop_key, connection) values ($1, $2, $3)
     on conflict (client_id, shop_key) do update set connection = excluded.connection
     where p.connection = excluded.connection`,
    [clientId, shopKey, prefix],
  );
  return rowCount === 1;
}

/** Returns whether the console has the shop, or a shop with this prefix. */
export async function isOfConsole(
  pool: Pool,
  clientId: string,
  { shopKey, prefix }: { shopKey: string; prefix: string },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select 1 from shop_connections c where c.client_id = $1 and c.state is not null
       and (c.connection = $2
            or c.connection = (select p.connection from shop_prefixes p where p.client_id = $1 and p.shop_key = $3))`,
    [clientId, prefix, shopKey],
  );
  return rowCount !== 0;
}

/**
 * Inserts the connection of a shop, or takes the connection over from an earlier process. Returns false if
 * the console has this prefix.
 */
export async function upsertConnection(
  pool: Pool,
  clientId: string,
  { connection, shop, shopUrl, runId }: { connection: string; shop: string; shopUrl: string | null; runId: string },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into shop_connections (client_id, connection, shop, shop_url, run_id, seen, shop_compared)
     values ($1, $2, $3, $4, $5, now(), now())
     on conflict (client_id, connection) do update
     set shop = excluded.shop, shop_url = excluded.shop_url, run_id = excluded.run_id, seen = excluded.seen
     where shop_connections.state is null`,
    [clientId, connection, shop, shopUrl, runId],
  );
  return rowCount === 1;
}

/** Makes all waiting and refused messages due now, with their full number of attempts. */
export async function wakeMessages(pool: Pool, clientId: string, connection: string): Promise<void> {
  await pool.query(
    `update shop_messages set state = 'waiting', attempts = 0, next_at = now(), changed = now()
     where client_id = $1 and connection = $2 and state <> 'done'`,
    [clientId, connection],
  );
}

/** Records that this process is alive. Returns false if a later process has taken the connection over. */
export async function touchConnection(
  pool: Pool,
  clientId: string,
  { connection, runId }: { connection: string; runId: string },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    'update shop_connections set seen = now() where client_id = $1 and connection = $2 and run_id = $3',
    [clientId, connection, runId],
  );
  return rowCount === 1;
}

/** Returns the times up to which shop and Platen were compared. `shop` begins with the first start. */
export async function readCursors(
  pool: Pool,
  clientId: string,
  connection: string,
): Promise<{ shop: Date | null; orders: Date | null }> {
  const { rows } = await pool.query<{ shop: Date | null; orders: Date | null }>(
    `select shop_compared as shop, orders_compared as orders from shop_connections
     where client_id = $1 and connection = $2`,
    [clientId, connection],
  );
  return rows[0] ?? { shop: null, orders: null };
}

export async function saveCursors(
  pool: Pool,
  clientId: string,
  { connection, shop, orders }: { connection: string; shop?: Date; orders?: Date },
): Promise<void> {
  await pool.query(
    `update shop_connections
     set shop_compared = coalesce($3, shop_compared), orders_compared = coalesce($4, orders_compared)
     where client_id = $1 and connection = $2`,
    [clientId, connection, shop ?? null, orders ?? null],
  );
}

/** Stores a problem that staff should look into. */
export async function raiseAlert(
  pool: Pool,
  clientId: string,
  { connection, alert }: { connection: string; alert: string },
): Promise<void> {
  await pool.query('update shop_connections set alert = $3, alerted = now() where client_id = $1 and connection = $2', [
    clientId,
    connection,
    alert,
  ]);
}

/**
 * A CTE that locks the connection until the end of an insert. A deletion at the same time waits for the rows
 * and deletes them, or the insert waits for the deletion and inserts none.
 */
export const CONNECTED =
  'with connected as (select 1 from shop_connections where client_id = $1 and connection = $2 for key share)';

/** Whether an arrival is handled. Not a parameter, because Citus allows none in this place. */
const IS_HANDLED = {
  other: 'm.version is distinct from excluded.version',
  'not older': `coalesce(m.version, '') <= excluded.version`,
};

/**
 * Stores a message for each order of a connection that still exists, and makes it due at once. `versions`
 * says which arrivals are ignored.
 */
export async function storeMessages(
  pool: Pool,
  clientId: string,
  { connection, direction, versions, arrivals }: { connection: string; arrivals: readonly Arrival[] } & ArrivalRules,
): Promise<void> {
  // One statement must not change a row twice.
  const rows = [...new Map(arrivals.map((arrival) => [arrival.orderId, arrival])).values()];
  if (rows.length === 0) return;
  await pool.query(
    `${CONNECTED}
     insert into shop_messages as m
       (client_id, connection, order_id, direction, version, content, next_at, received, changed)
     select $1, $2, a.order_id, $3, a.version, a.content, now(), now(), now()
     from unnest($4::text[], $5::text[], $6::text[]) as a (order_id, version, content)
     where exists (select 1 from connected)
     on conflict (client_id, connection, order_id, direction) do update
     set asked = m.asked + 1, version = coalesce(excluded.version, m.version), content = excluded.content,
         state = 'waiting', attempts = 0, next_at = excluded.next_at, received = excluded.received,
         changed = excluded.changed
     where excluded.version is null or ${IS_HANDLED[versions]}`,
    [
      ...[clientId, connection, direction],
      rows.map(({ orderId }) => orderId),
      rows.map(({ version }) => version ?? null),
      rows.map(({ content }) => content ?? null),
    ],
  );
}

/** Makes a message due again if its stored version differs from the arrival. Ignores orders without one. */
export async function renewMessages(
  pool: Pool,
  clientId: string,
  { connection, direction, arrivals }: { connection: string; direction: Direction; arrivals: readonly Arrival[] },
): Promise<void> {
  await pool.query(
    `update shop_messages m
     set asked = m.asked + 1, version = a.version, state = 'waiting', attempts = 0, next_at = now(),
         received = now(), changed = now()
     from unnest($4::text[], $5::text[]) as a (order_id, version)
     where m.client_id = $1 and m.connection = $2 and m.direction = $3 and m.order_id = a.order_id
       and m.version is distinct from a.version`,
    [
      ...[clientId, connection, direction],
      arrivals.map(({ orderId }) => orderId),
      arrivals.map(({ version }) => version ?? null),
    ],
  );
}

/**
 * Returns due messages, oldest first. Returns none if a later process has taken the connection over, and none
 * to the shop while Platen is paused after a restore.
 */
export async function findDueMessages(
  pool: Pool,
  clientId: string,
  { connection, runId, limit }: { connection: string; runId: string; limit: number },
): Promise<Message[]> {
  const { rows } = await pool.query<Message>(
    `select order_id as "orderId", direction, asked, attempts, content, known,
            1000 * extract(epoch from now() - received)::float8 as "ageMs"
     from shop_messages
     where client_id = $1 and connection = $2 and state = 'waiting' and next_at <= now()
       and (direction = 'from_shop' or not exists (select 1 from restore_pause))
       and exists (
         select 1 from shop_connections where client_id = $1 and connection = $2 and run_id = $4)
     order by next_at limit $3`,
    [clientId, connection, limit, runId],
  );
  return rows;
}

/** Stores what the receiver of a message has got now. */
export async function saveKnown(
  pool: Pool,
  clientId: string,
  {
    connection,
    orderId,
    direction,
    known,
  }: { connection: string; known: Known } & Pick<Message, 'orderId' | 'direction'>,
): Promise<void> {
  await pool.query(
    `update shop_messages set known = $5
     where client_id = $1 and connection = $2 and order_id = $3 and direction = $4`,
    [clientId, connection, orderId, direction, JSON.stringify(known)],
  );
}

/** Stores the result of an attempt. Does nothing if the order arrived again, so its message stays due. */
export async function endAttempt(
  pool: Pool,
  clientId: string,
  { connection, orderId, direction, asked, ending }: { connection: string; ending: Ending } & Message,
): Promise<void> {
  const { state, outcome, error, version, delayMs = 0, isFailure = false } = ending;
  await pool.query(
    `update shop_messages
     set state = $6, outcome = coalesce($7, outcome), last_error = $8, version = coalesce($9, version),
         next_at = now() + $10 * interval '1 millisecond', attempts = case when $11 then attempts + 1 else 0 end,
         content = case when $6 = 'done' then null else content end, changed = now()
     where client_id = $1 and connection = $2 and order_id = $3 and direction = $4 and asked = $5`,
    [
      ...[clientId, connection, orderId, direction, asked],
      ...[state, outcome ?? null, error ?? null, version ?? null, delayMs, isFailure],
    ],
  );
}

/** Counts waiting and refused messages by direction and state, with the age of the oldest in seconds. */
export async function countMessages(
  pool: Pool,
  clientId: string,
  connection: string,
): Promise<{ direction: Direction; state: 'waiting' | 'refused'; count: number; ageSeconds: number }[]> {
  const { rows } = await pool.query(
    `select direction, state, count(*)::int as count,
            extract(epoch from now() - min(received))::float8 as "ageSeconds"
     from shop_messages where client_id = $1 and connection = $2 and state <> 'done' group by direction, state`,
    [clientId, connection],
  );
  return rows;
}

/** Deletes the ended messages that have not changed since `before`. */
export async function deleteOldMessages(
  pool: Pool,
  clientId: string,
  { connection, before }: { connection: string; before: Date },
): Promise<void> {
  await pool.query(
    `delete from shop_messages where client_id = $1 and connection = $2 and changed < $3 and state <> 'waiting'`,
    [clientId, connection, before],
  );
}
