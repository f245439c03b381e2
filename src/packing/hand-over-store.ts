import type { OrderKey } from '../orders/rows/order-row-store.ts';
import type { Actor } from '../platform/audit/actor.ts';
import { type Connection, queryHasRow, queryRow, queryRows } from '../platform/database/transaction.ts';

export interface HandOver {
  handOverId: string;
  /** Empty: only the client's label names the carrier. @address: no carrier, Platen's address label. */
  carrierId: string;
  /** Null: the carrier is unknown. */
  carrierName: string | null;
  opened: Date;
  openedById: string | null;
  openedByName: string | null;
  parcels: number;
  closed: Date | null;
  closedById: string | null;
  closedByName: string | null;
  /** Number of parcels that were missing when the list was closed. */
  missing: number | null;
}

const COLUMNS = `h.hand_over_id as "handOverId", h.carrier_id as "carrierId", c.name as "carrierName", h.opened, h.opened_by_id as "openedById",
  h.opened_by_name as "openedByName", h.parcels, h.closed, h.closed_by_id as "closedById", h.closed_by_name as "closedByName", h.missing`;
const FROM = 'hand_overs h left join carriers c on c.carrier_id = h.carrier_id';

export async function findHandOver(connection: Connection, handOverId: string): Promise<HandOver | undefined> {
  return queryRow<HandOver>(connection, {
    name: 'find-hand-over',
    text: `select ${COLUMNS} from ${FROM} where h.hand_over_id = $1`,
    values: [handOverId],
  });
}

/** Locks a hand-over list, so that scans of two people enter it one after the other. */
export async function lockHandOver(connection: Connection, handOverId: string): Promise<HandOver | undefined> {
  return queryRow<HandOver>(connection, {
    name: 'lock-hand-over',
    text: `select ${COLUMNS} from ${FROM} where h.hand_over_id = $1 for no key update of h`,
    values: [handOverId],
  });
}

export async function lockOpenHandOver(connection: Connection, carrierId: string): Promise<HandOver | undefined> {
  return queryRow<HandOver>(connection, {
    name: 'lock-open-hand-over',
    text: `select ${COLUMNS} from ${FROM} where h.carrier_id = $1 and h.closed is null for no key update of h`,
    values: [carrierId],
  });
}

/** Opens a list for a carrier without an open list. Waits for another transaction that opens one. */
export async function insertHandOver(
  connection: Connection,
  { handOverId, carrierId, by, now }: { handOverId: string; carrierId: string; by: Actor; now: Date },
): Promise<void> {
  await connection.query({
    name: 'insert-hand-over',
    text: `insert into hand_overs (hand_over_id, carrier_id, opened, opened_by_id, opened_by_name) values ($1, $2, $3, $4, $5)
           on conflict (carrier_id) where closed is null do nothing`,
    values: [handOverId, carrierId, now, by.id, by.name],
  });
}

export async function changeParcelCount(connection: Connection, handOverId: string, change: 1 | -1): Promise<void> {
  await connection.query({
    name: 'change-parcel-count',
    text: 'update hand_overs set parcels = parcels + $2 where hand_over_id = $1',
    values: [handOverId, change],
  });
}

export async function updateHandOverClosed(
  connection: Connection,
  handOverId: string,
  { missing, by, now }: { missing: number; by: Actor; now: Date },
): Promise<void> {
  await connection.query({
    name: 'update-hand-over-closed',
    text: 'update hand_overs set closed = $2, closed_by_id = $3, closed_by_name = $4, missing = $5 where hand_over_id = $1',
    values: [handOverId, now, by.id, by.name, missing],
  });
}

type HandOverFilter = { carrierId?: string | undefined; isOpen?: boolean | undefined };

/** Lists hand-over lists, latest first. */
export async function listHandOvers(
  connection: Connection,
  { carrierId, isOpen }: HandOverFilter,
  { before, limit }: { before: { opened: Date; handOverId: string } | undefined; limit: number },
): Promise<HandOver[]> {
  const values: unknown[] = [limit];
  const where: string[] = [];
  if (carrierId !== undefined) where.push(`h.carrier_id = $${values.push(carrierId)}`);
  if (isOpen !== undefined) where.push(`h.closed is ${isOpen ? '' : 'not '}null`);
  if (before)
    where.push(
      `(h.opened, h.hand_over_id) < ($${values.push(before.opened)}, $${values.push(before.handOverId)}::bigint)`,
    );
  return queryRows<HandOver>(
    connection,
    `select ${COLUMNS} from ${FROM} ${where.length > 0 ? `where ${where.join(' and ')}` : ''}
     order by h.opened desc, h.hand_over_id desc limit $1`,
    values,
  );
}

export async function isCarrier(connection: Connection, carrierId: string): Promise<boolean> {
  return queryHasRow(connection, 'select 1 from carriers where carrier_id = $1', [carrierId]);
}

/** A parcel as the hand-over shows it, without personal data. */
export interface LeavingParcel extends OrderKey {
  clientName: string;
  parcel: number;
  code: string;
  /** SHIPPED: its order shows it as shipped. PACKED: it has no label. DROPPED: its order ended without it. */
  state: 'OPEN' | 'PACKED' | 'SHIPPED' | 'DROPPED';
  opened: Date;
  trackingNumber: string | null;
  /** As in `HandOver`. */
  carrierId: string;
  carrierName: string | null;
  handOverId: string | null;
  handedOver: Date | null;
}

const PARCEL_COLUMNS = `p.client_id as "clientId", c.name as "clientName", p.order_id as "orderId", p.parcel, p.code, p.state, p.opened,
  p.tracking_number as "trackingNumber", p.carrier_id as "carrierId", k.name as "carrierName", p.hand_over_id as "handOverId",
  p.handed_over as "handedOver"`;
const FROM_PARCELS = 'parcels p join clients c using (client_id) left join carriers k on k.carrier_id = p.carrier_id';
/** Packed, and on no list. */
const WAITS = `p.hand_over_id is null and p.state in ('PACKED', 'SHIPPED')`;

export async function findLeavingParcel(connection: Connection, code: string): Promise<LeavingParcel | undefined> {
  return queryRow<LeavingParcel>(connection, {
    name: 'find-leaving-parcel',
    text: `select ${PARCEL_COLUMNS} from ${FROM_PARCELS} where p.code = $1`,
    values: [code],
  });
}

/** Finds parcels with one of these tracking numbers. Parcels on no list come first. */
export async function findParcelsByTracking(
  connection: Connection,
  trackingNumbers: readonly string[],
  limit: number,
): Promise<LeavingParcel[]> {
  return queryRows<LeavingParcel>(connection, {
    name: 'find-parcels-by-tracking',
    text: `select ${PARCEL_COLUMNS} from ${FROM_PARCELS} where p.tracking_number = any($1)
           order by p.hand_over_id is not null, p.opened desc, p.client_id, p.order_id, p.parcel limit $2`,
    values: [trackingNumbers, limit],
  });
}

/** Puts a labelled parcel on a list. Returns false if the parcel is on a list already, or has no label. */
export async function putOnHandOver(
  connection: Connection,
  { clientId, orderId, parcel }: Pick<LeavingParcel, 'clientId' | 'orderId' | 'parcel'>,
  handOverId: string,
  now: Date,
): Promise<boolean> {
  return queryHasRow(connection, {
    name: 'put-on-hand-over',
    text: `update parcels set hand_over_id = $4, handed_over = $5
           where client_id = $1 and order_id = $2 and parcel = $3 and hand_over_id is null and state = 'SHIPPED'`,
    values: [clientId, orderId, parcel, handOverId, now],
  });
}

/** Takes the parcel off the list. Returns false if the parcel is not on this list. */
export async function takeOffHandOver(
  connection: Connection,
  { clientId, orderId, parcel }: Pick<LeavingParcel, 'clientId' | 'orderId' | 'parcel'>,
  handOverId: string,
): Promise<boolean> {
  return queryHasRow(connection, {
    name: 'take-off-hand-over',
    text: `update parcels set hand_over_id = null, handed_over = null
           where client_id = $1 and order_id = $2 and parcel = $3 and hand_over_id = $4`,
    values: [clientId, orderId, parcel, handOverId],
  });
}

/** Lists the carrier's packed parcels that are on no list and were opened from `since` on, oldest first. */
export async function listWaitingParcels(
  connection: Connection,
  carrierId: string,
  since: Date,
  { after, limit }: { after?: { opened: Date; code: string } | undefined; limit: number },
): Promise<LeavingParcel[]> {
  return queryRows<LeavingParcel>(connection, {
    text: `select ${PARCEL_COLUMNS} from ${FROM_PARCELS}
           where ${WAITS} and p.carrier_id = $1 and p.opened >= $2 ${after ? 'and (p.opened, p.code) > ($4, $5)' : ''}
           order by p.opened, p.code limit $3`,
    values: [carrierId, since, limit, ...(after ? [after.opened, after.code] : [])],
  });
}

/** Counts the parcels of `listWaitingParcels`, at most `limit`. */
export async function countWaitingParcels(
  connection: Connection,
  carrierId: string,
  since: Date,
  limit: number,
): Promise<number> {
  const { rows } = await connection.query<{ count: number }>({
    name: 'count-waiting-parcels',
    text: `select count(*)::int as count
           from (select 1 from parcels p where ${WAITS} and p.carrier_id = $1 and p.opened >= $2 limit $3) counted`,
    values: [carrierId, since, limit],
  });
  return rows[0]?.count ?? 0;
}

/** Lists the parcels of a hand-over list in the order of their scans. */
export async function listHandedOver(
  connection: Connection,
  handOverId: string,
  { after, limit }: { after?: { handedOver: Date; code: string } | undefined; limit: number },
): Promise<LeavingParcel[]> {
  return queryRows<LeavingParcel>(connection, {
    text: `select ${PARCEL_COLUMNS} from ${FROM_PARCELS}
           where p.hand_over_id = $1 ${after ? 'and (p.handed_over, p.code) > ($3, $4)' : ''}
           order by p.handed_over, p.code limit $2`,
    values: [handOverId, limit, ...(after ? [after.handedOver, after.code] : [])],
  });
}

interface CarrierWaiting {
  /** As in `HandOver`. */
  carrierId: string;
  carrierName: string | null;
  /** Parcels on no list, up to the limit. */
  waiting: number;
  /** Waiting parcels without a label, which cannot leave. */
  unlabelled: number;
  /** The open list, and the parcels on it. */
  handOverId: string | null;
  parcels: number | null;
}

/** Lists the carriers with waiting parcels or an open list. At most `limit` parcels of each are counted. */
export async function listCarriersWaiting(
  connection: Connection,
  since: Date,
  limit: number,
): Promise<CarrierWaiting[]> {
  return queryRows<CarrierWaiting>(connection, {
    text: `with counted as materialized (
             select carrier_id, least(count(*), $2)::int as waiting,
                    least(count(*) filter (where state = 'PACKED'), $2)::int as unlabelled
             from parcels p where ${WAITS} and p.opened >= $1 group by carrier_id
           )
           select k.carrier_id as "carrierId", k.name as "carrierName", coalesce(w.waiting, 0) as waiting, coalesce(w.unlabelled, 0) as unlabelled,
                  h.hand_over_id as "handOverId", h.parcels
           from (select carrier_id, name from carriers union all select '', null union all select '@address', null) k
           left join counted w on w.carrier_id = k.carrier_id
           left join hand_overs h on h.carrier_id = k.carrier_id and h.closed is null
           where w.waiting > 0 or h.hand_over_id is not null
           order by k.name nulls last, k.carrier_id`,
    values: [since, limit],
  });
}

interface HandedOverContent extends LeavingParcel {
  /** JSON of the order. */
  document: string;
  /** JSON: pairs of item id and quantity. */
  pieces: string;
}

/** Lists the parcels of a hand-over list with their orders and contents. */
export async function listHandedOverContents(
  connection: Connection,
  handOverId: string,
  { after, limit }: { after?: { handedOver: Date; code: string } | undefined; limit: number },
): Promise<HandedOverContent[]> {
  return queryRows<HandedOverContent>(connection, {
    text: `select ${PARCEL_COLUMNS}, o.document,
                  (select coalesce(json_agg(json_build_array(item_id, quantity)), '[]')::text from (
                     select item_id, sum(quantity)::int as quantity from (
                       select q.item_id, q.quantity, q.run, max(q.run) over () as latest from pieces q
                       where q.client_id = p.client_id and q.order_id = p.order_id and q.parcel = p.parcel and q.state = 'PACKED'
                     ) packed where run = latest group by item_id
                     union all
                     select item_id, quantity from parcel_lines l
                     where l.client_id = p.client_id and l.order_id = p.order_id and l.parcel = p.parcel
                   ) inside) as pieces
           from ${FROM_PARCELS} join orders o on o.client_id = p.client_id and o.order_id = p.order_id
           where p.hand_over_id = $1 ${after ? 'and (p.handed_over, p.code) > ($3, $4)' : ''}
           order by p.handed_over, p.code limit $2`,
    values: [handOverId, limit, ...(after ? [after.handedOver, after.code] : [])],
  });
}
