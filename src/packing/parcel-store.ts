import type { OrderKey } from '../orders/document/order-store.ts';
import type { Actor } from '../platform/audit/actor.ts';
import type { Connection } from '../platform/database/transaction.ts';
import type { Sentence } from '../production/floor-sentences.ts';

export interface Parcel extends OrderKey {
  /** Its number within the order, from 1. */
  parcel: number;
  /** T and a number. */
  code: string;
  /** PACKED: closed, and waits for its label. DROPPED: its order ended, or was changed, without it. */
  state: 'OPEN' | 'PACKED' | 'SHIPPED' | 'DROPPED';
  opened: Date;
  station: string;
  /** Null: what a program calls so. */
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
  /** The same as JSON: with codes. Null: of before there were any. */
  problemSentences: string | null;
}

/** Pieces of a counted item in a parcel. */
export interface ParcelLine {
  itemId: string;
  quantity: number;
}

const COLUMNS = `client_id as "clientId", order_id as "orderId", parcel, code, state, opened, station, station_id as "stationId", opened_by_id as "openedById",
  opened_by_name as "openedByName", tracking_number as "trackingNumber", closed, packed, problem, problem_details as "problemDetails",
  problem_sentences as "problemSentences"`;

/** Whether the parcel is packed at this station. */
export function isPackedAt(
  parcel: Pick<Parcel, 'station' | 'stationId'>,
  { station, stationId }: { station: string; stationId: string | null },
): boolean {
  // A station may have been given another name since.
  return stationId ? parcel.stationId === stationId : parcel.station === station;
}

/** The parcel of the code that is scanned. */
export async function findParcelByCode(connection: Connection, code: string): Promise<Parcel | undefined> {
  const { rows } = await connection.query<Parcel>({
    name: 'find-parcel-by-code',
    text: `select ${COLUMNS} from parcels where code = $1`,
    values: [code],
  });
  return rows[0];
}

/** The parcel of the order that is being packed. */
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

/** Where a parcel is packed, and by whom. */
interface PackedAt extends Pick<Parcel, 'station' | 'stationId'> {
  by: Actor;
}

/** Begins the next parcel of an order that is locked and has none open. */
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
    /** Who carries the order; null where only the label says so that its client sent. */
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

/** Somebody goes on with it at another station. */
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
  now: Date,
): Promise<void> {
  await connection.query({
    name: 'close-parcel',
    text: `update parcels set state = 'SHIPPED', tracking_number = $4, closed = $5, packed = null, problem = null, problem_details = null, problem_sentences = null
           where client_id = $1 and order_id = $2 and parcel = $3`,
    values: [clientId, orderId, parcel, trackingNumber, now],
  });
}

/** The parcel is closed and waits for its label; `problem` null: nothing keeps it from one any more. */
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
    values: [
      clientId,
      orderId,
      parcel,
      now,
      problem?.code,
      texts,
      problem && JSON.stringify(problem.details),
    ],
  });
}

/** A PACKED parcel is at a station again. */
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

/** The parcels of the order that wait for their labels, the first one first. */
export async function listPackedParcels(
  connection: Connection,
  { clientId, orderId }: OrderKey,
): Promise<Parcel[]> {
  const { rows } = await connection.query<Parcel>({
    name: 'list-packed-parcels',
    text: `select ${COLUMNS} from parcels where client_id = $1 and order_id = $2 and state = 'PACKED' order by parcel`,
    values: [clientId, orderId],
  });
  return rows;
}

/** What of each item lies in parcels of the order that wait for their labels, but for this one. */
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

/** The parcel that left this station last. */
export async function findLastOfStation(
  connection: Connection,
  station: string,
): Promise<Parcel | undefined> {
  const { rows } = await connection.query<Parcel>({
    name: 'find-last-parcel-of-station',
    text: `select ${COLUMNS} from parcels where station = $1 and closed is not null order by closed desc limit 1`,
    values: [station],
  });
  return rows[0];
}

/** What the parcel holds of counted items. */
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

/** Whether the catalogue has a product of this EAN-13. */
export async function isProduct(connection: Connection, ean13: string): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: 'is-product',
    text: 'select 1 from product_variants where ean13 = $1',
    values: [ean13],
  });
  return rowCount === 1;
}

/** One piece more of a counted item is in the parcel. */
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

/** Nobody packs or labels these parcels of the client's orders any more. */
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

/** The parcels of the order that wait for their labels have left: it was shipped elsewhere, whole. */
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

/** Nothing counted is any more in the parcels of the client's orders that are being packed. */
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
