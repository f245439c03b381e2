import type { OrderKey } from '../orders/document/order-store.ts';
import type { Actor } from '../platform/audit/actor.ts';
import type { Connection } from '../platform/database/transaction.ts';
import type { Sentence } from '../production/floor-sentences.ts';

export interface Parcel extends OrderKey {
  /** Number within the order, from 1. */
  parcel: number;
  /** T and a number. */
  code: string;
  /** PACKED: closed, and waits for its label. DROPPED: its order ended or was changed without it. */
  state: 'OPEN' | 'PACKED' | 'SHIPPED' | 'DROPPED';
  opened: Date;
  station: string;
  /** Null if a program names a station that staff have not set up. */
  stationId: string | null;
  openedById: string | null;
  openedByName: string | null;
  trackingNumber: string | null;
  closed: Date | null;
  /** Since when it is PACKED. */
  packed: Date | null;
  /** Why it has no label. */
  problem: string | null;
  problemDetails: string[] | null;
  /** JSON: the details with their codes. Null: recorded by an earlier release. */
  problemSentences: string | null;
}

export interface ParcelLine {
  itemId: string;
  quantity: number;
}

const COLUMNS = `client_id as "clientId", order_id as "orderId", parcel, code, state, opened, station, station_id as "stationId", opened_by_id as "openedById",
  opened_by_name as "openedByName", tracking_number as "trackingNumber", closed, packed, problem, problem_details as "problemDetails",
  problem_sentences as "problemSentences"`;

/** Returns whether the parcel is packed at this station. */
export function isPackedAt(
  parcel: Pick<Parcel, 'station' | 'stationId'>,
  { station, stationId }: { station: string; stationId: string | null },
): boolean {
  // The station may have been renamed.
  return stationId ? parcel.stationId === stationId : parcel.station === station;
}

export async function findParcelByCode(connection: Connection, code: string): Promise<Parcel | undefined> {
  const { rows } = await connection.query<Parcel>({
    name: 'find-parcel-by-code',
    text: `select ${COLUMNS} from parcels where code = $1`,
    values: [code],
  });
  return rows[0];
}

export async function findOpenParcel(
  connection: Connection,
  { clientId, orderId }: OrderKey,
): Promise<Parcel | undefined> {
  const { rows } = await connection.query<Parcel>({
    name: 'find-open-parcel',
    text: `select ${COLUMNS} from parcels where client_id = $1 and order_id = $2 and state = 'OPEN'`,
    values: [clientId, orderId],
  });
  return rows[0];
}

interface PackedAt extends Pick<Parcel, 'station' | 'stationId'> {
  by: Actor;
}

/** Inserts the next parcel of a locked order that has none open. */
export async function insertParcel(
  connection: Connection,
  { clientId, orderId }: OrderKey,
  {
    code,
    carrier,
    station,
    stationId,
    by,
    now,
  }: PackedAt & {
    code: string;
    /** The carrier of the order. Null: only the client's label says it. */
    carrier: string | null;
    now: Date;
  },
): Promise<Parcel> {
  const { rows } = await connection.query<Parcel>({
    name: 'insert-parcel',
    text: `insert into parcels (client_id, order_id, parcel, code, state, opened, station, station_id, opened_by_id, opened_by_name, carrier_id)
           select $1, $2, coalesce(max(parcel), 0) + 1, $3, 'OPEN', $4, $5, $6, $7, $8,
                  coalesce((select carrier_id from carriers where carrier_id = $9), '')
           from parcels where client_id = $1 and order_id = $2
           returning ${COLUMNS}`,
    values: [clientId, orderId, code, now, station, stationId, by.id, by.name, carrier],
  });
  return rows[0] as Parcel;
}

export async function updateParcelStation(
  connection: Connection,
  { clientId, orderId, parcel }: Parcel,
  { station, stationId, by }: PackedAt,
): Promise<void> {
  await connection.query({
    name: 'update-parcel-station',
    text: `update parcels set station = $4, station_id = $5, opened_by_id = $6, opened_by_name = $7 where client_id = $1 and order_id = $2 and parcel = $3`,
    values: [clientId, orderId, parcel, station, stationId, by.id, by.name],
  });
}

export async function closeParcel(
  connection: Connection,
  { clientId, orderId, parcel }: Parcel,
  trackingNumber: string | null,
  /** The time of its shipment. */
  closed: Date,
): Promise<void> {
  await connection.query({
    name: 'close-parcel',
    text: `update parcels set state = 'SHIPPED', tracking_number = $4, closed = $5, packed = null, problem = null, problem_details = null, problem_sentences = null
           where client_id = $1 and order_id = $2 and parcel = $3`,
    values: [clientId, orderId, parcel, trackingNumber, closed],
  });
}

/** Closes the parcel, which waits for its label. With `problem` null, the label can be made. */
export async function markPacked(
  connection: Connection,
  { clientId, orderId, parcel }: Pick<Parcel, 'clientId' | 'orderId' | 'parcel'>,
  problem: { code: string; details: readonly Sentence[] } | null,
  now: Date,
): Promise<void> {
  const texts = problem?.details.map(({ message }) => message);
  await connection.query({
    name: 'mark-parcel-packed',
    text: `update parcels set state = 'PACKED', packed = coalesce(packed, $4), problem = $5, problem_details = $6, problem_sentences = $7
           where client_id = $1 and order_id = $2 and parcel = $3 and state <> 'SHIPPED'`,
    values: [clientId, orderId, parcel, now, problem?.code, texts, problem && JSON.stringify(problem.details)],
  });
}

/** Opens a PACKED parcel again at a station. */
export async function reopenParcel(
  connection: Connection,
  { clientId, orderId, parcel }: Parcel,
  { station, stationId, by }: { station: string; stationId: string | null; by: Actor },
): Promise<Parcel> {
  const { rows } = await connection.query<Parcel>({
    name: 'reopen-parcel',
    text: `update parcels set state = 'OPEN', packed = null, problem = null, problem_details = null, problem_sentences = null, station = $4, opened_by_id = $5,
             opened_by_name = $6, station_id = $7
           where client_id = $1 and order_id = $2 and parcel = $3 returning ${COLUMNS}`,
    values: [clientId, orderId, parcel, station, by.id, by.name, stationId],
  });
  return rows[0] as Parcel;
}

/** Lists the order's parcels that left at this time, with their hand-over lists. */
export async function listParcelsClosedAt(
  connection: Connection,
  { clientId, orderId }: OrderKey,
  closed: Date,
): Promise<(Parcel & { handOverId: string | null })[]> {
  const { rows } = await connection.query<Parcel & { handOverId: string | null }>({
    name: 'list-parcels-closed-at',
    text: `select ${COLUMNS}, hand_over_id as "handOverId" from parcels
           where client_id = $1 and order_id = $2 and state = 'SHIPPED' and closed = $3 order by parcel`,
    values: [clientId, orderId, closed],
  });
  return rows;
}

/** Takes back a parcel that left. Returns false if it was put on a hand-over list. */
export async function takeParcelBack(
  connection: Connection,
  { clientId, orderId, parcel }: Parcel,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: 'take-parcel-back',
    text: `update parcels set state = 'PACKED', packed = $4, closed = null, tracking_number = null
           where client_id = $1 and order_id = $2 and parcel = $3 and state = 'SHIPPED' and hand_over_id is null`,
    values: [clientId, orderId, parcel, now],
  });
  return rowCount === 1;
}

/** Lists the codes of the order's parcels, except for dropped ones. */
export async function listParcelCodes(
  connection: Connection,
  { clientId, orderId }: OrderKey,
  limit: number,
): Promise<string[]> {
  const { rows } = await connection.query<{ code: string }>({
    name: 'list-parcel-codes',
    text: `select code from parcels where client_id = $1 and order_id = $2 and state <> 'DROPPED' order by parcel limit $3`,
    values: [clientId, orderId, limit],
  });
  return rows.map(({ code }) => code);
}

/** Lists the order's parcels that wait for their labels. */
export async function listPackedParcels(connection: Connection, { clientId, orderId }: OrderKey): Promise<Parcel[]> {
  const { rows } = await connection.query<Parcel>({
    name: 'list-packed-parcels',
    text: `select ${COLUMNS} from parcels where client_id = $1 and order_id = $2 and state = 'PACKED' order by parcel`,
    values: [clientId, orderId],
  });
  return rows;
}

/** Sums the items in other parcels of the order that wait for their labels. */
export async function sumWaiting(
  connection: Connection,
  { clientId, orderId }: OrderKey,
  run: number,
  parcel: number,
): Promise<ParcelLine[]> {
  const { rows } = await connection.query<ParcelLine>({
    name: 'sum-waiting',
    text: `with waiting as (
             select parcel from parcels where client_id = $1 and order_id = $2 and state = 'PACKED' and parcel <> $4
           )
           select item_id as "itemId", sum(quantity)::int as quantity from (
             select item_id, quantity from pieces
             where client_id = $1 and order_id = $2 and run = $3 and state = 'PACKED' and parcel in (select parcel from waiting)
             union all
             select item_id, quantity from parcel_lines where client_id = $1 and order_id = $2 and parcel in (select parcel from waiting)
           ) inside group by item_id`,
    values: [clientId, orderId, run, parcel],
  });
  return rows;
}

/** Finds the last parcel that left this station. */
export async function findLastOfStation(connection: Connection, station: string): Promise<Parcel | undefined> {
  const { rows } = await connection.query<Parcel>({
    name: 'find-last-parcel-of-station',
    text: `select ${COLUMNS} from parcels where station = $1 and closed is not null order by closed desc limit 1`,
    values: [station],
  });
  return rows[0];
}

/** Lists the counted items in the parcel. */
export async function listParcelLines(
  connection: Connection,
  { clientId, orderId, parcel }: Parcel,
): Promise<ParcelLine[]> {
  const { rows } = await connection.query<ParcelLine>({
    name: 'list-parcel-lines',
    text: `select item_id as "itemId", quantity from parcel_lines where client_id = $1 and order_id = $2 and parcel = $3 order by item_id`,
    values: [clientId, orderId, parcel],
  });
  return rows;
}

/** Returns whether the catalogue has a product with this EAN-13. */
export async function isProduct(connection: Connection, ean13: string): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: 'is-product',
    text: 'select 1 from product_variants where ean13 = $1',
    values: [ean13],
  });
  return rowCount === 1;
}

/** Adds one piece of a counted item. */
export async function addToParcel(
  connection: Connection,
  { clientId, orderId, parcel }: Parcel,
  itemId: string,
): Promise<void> {
  await connection.query({
    name: 'add-to-parcel',
    text: `insert into parcel_lines (client_id, order_id, parcel, item_id, quantity) values ($1, $2, $3, $4, 1)
           on conflict (client_id, order_id, parcel, item_id) do update set quantity = parcel_lines.quantity + 1`,
    values: [clientId, orderId, parcel, itemId],
  });
}

/** Drops parcels of the client's orders: nobody packs or labels them. */
export async function dropParcels(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
  states: readonly ('OPEN' | 'PACKED')[],
): Promise<void> {
  await connection.query({
    name: 'drop-parcels',
    text: `update parcels set state = 'DROPPED', packed = null, problem = null, problem_details = null, problem_sentences = null
           where client_id = $1 and order_id = any($2) and state = any($3)`,
    values: [clientId, orderIds, states],
  });
}

/** Ships the parcels that wait for their labels, because the whole order was shipped without them. */
export async function closePackedParcels(
  connection: Connection,
  clientId: string,
  orderId: string,
  closed: Date,
): Promise<void> {
  await connection.query({
    name: 'close-packed-parcels',
    text: `update parcels set state = 'SHIPPED', closed = $3, packed = null, problem = null, problem_details = null, problem_sentences = null
           where client_id = $1 and order_id = $2 and state = 'PACKED'`,
    values: [clientId, orderId, closed],
  });
}

/** Removes the counted items from the open parcels of the client's orders. */
export async function emptyOpenParcels(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
): Promise<void> {
  await connection.query({
    text: `delete from parcel_lines l using parcels p
           where p.client_id = $1 and p.order_id = any($2) and p.state = 'OPEN'
             and l.client_id = p.client_id and l.order_id = p.order_id and l.parcel = p.parcel`,
    values: [clientId, orderIds],
  });
}
