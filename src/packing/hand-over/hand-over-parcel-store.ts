import { isDistributed } from '../../platform/database/distribution.ts';
import type { Connection } from '../../platform/database/transaction.ts';
import type { OrderKey } from '../../production/production-keys.ts';

/** A parcel as those who hand it over see it: nobody's name or address. */
export interface LeavingParcel extends OrderKey {
  clientName: string;
  /** Its number within the order, from 1. */
  parcel: number;
  /** T and a number. */
  code: string;
  /** SHIPPED: it has left as its order says. PACKED: it has no label yet. DROPPED: its order ended without it. */
  state: 'OPEN' | 'PACKED' | 'SHIPPED' | 'DROPPED';
  opened: Date;
  trackingNumber: string | null;
  /** Empty: not known. */
  carrierId: string;
  carrierName: string | null;
  /** The list that it is on. */
  handOverId: string | null;
  handedOver: Date | null;
}

const COLUMNS = `p.client_id as "clientId", c.name as "clientName", p.order_id as "orderId", p.parcel, p.code, p.state, p.opened,
  p.tracking_number as "trackingNumber", p.carrier_id as "carrierId", k.name as "carrierName", p.hand_over_id as "handOverId",
  p.handed_over as "handedOver"`;
const FROM = 'parcels p join clients c using (client_id) left join carriers k on k.carrier_id = p.carrier_id';
/** It has been packed and is on no list. */
const WAITS = `p.hand_over_id is null and p.state in ('PACKED', 'SHIPPED')`;

/** The parcel of the code. */
export async function findLeavingParcel(
  connection: Connection,
  code: string,
): Promise<LeavingParcel | undefined> {
  const { rows } = await connection.query<LeavingParcel>({
    name: 'find-leaving-parcel',
    text: `select ${COLUMNS} from ${FROM} where p.code = $1`,
    values: [code],
  });
  return rows[0];
}

/** Those with the tracking number, whatever its case: what waits comes first, the first parcel of an order first. */
export async function findParcelsByTracking(
  connection: Connection,
  trackingNumber: string,
  limit: number,
): Promise<LeavingParcel[]> {
  const { rows } = await connection.query<LeavingParcel>({
    name: 'find-parcels-by-tracking',
    text: `select ${COLUMNS} from ${FROM} where p.tracking_number = any($1)
           order by p.hand_over_id is not null, p.opened desc, p.client_id, p.order_id, p.parcel limit $2`,
    values: [
      [...new Set([trackingNumber, trackingNumber.toUpperCase(), trackingNumber.toLowerCase()])],
      limit,
    ],
  });
  return rows;
}

/** Puts a parcel that has its label on the list; false: somebody has put it on one, or it has none any more. */
export async function putOnHandOver(
  connection: Connection,
  { clientId, orderId, parcel }: Pick<LeavingParcel, 'clientId' | 'orderId' | 'parcel'>,
  handOverId: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: 'put-on-hand-over',
    text: `update parcels set hand_over_id = $4, handed_over = $5
           where client_id = $1 and order_id = $2 and parcel = $3 and hand_over_id is null and state = 'SHIPPED'`,
    values: [clientId, orderId, parcel, handOverId, now],
  });
  return rowCount === 1;
}

/** Takes the parcel off the list; false: it is not on it. */
export async function takeOffHandOver(
  connection: Connection,
  { clientId, orderId, parcel }: Pick<LeavingParcel, 'clientId' | 'orderId' | 'parcel'>,
  handOverId: string,
): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: 'take-off-hand-over',
    text: `update parcels set hand_over_id = null, handed_over = null
           where client_id = $1 and order_id = $2 and parcel = $3 and hand_over_id = $4`,
    values: [clientId, orderId, parcel, handOverId],
  });
  return rowCount === 1;
}

/** The carrier's parcels that were packed since the moment given and are on no list, the oldest first. */
export async function listWaitingParcels(
  connection: Connection,
  carrierId: string,
  since: Date,
  { after, limit }: { after?: { opened: Date; code: string } | undefined; limit: number },
): Promise<LeavingParcel[]> {
  const { rows } = await connection.query<LeavingParcel>({
    text: `select ${COLUMNS} from ${FROM}
           where ${WAITS} and p.carrier_id = $1 and p.opened >= $2 ${after ? 'and (p.opened, p.code) > ($4, $5)' : ''}
           order by p.opened, p.code limit $3`,
    values: [carrierId, since, limit, ...(after ? [after.opened, after.code] : [])],
  });
  return rows;
}

/** How many those are; counted up to a limit. */
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

/** The parcels of a list in the order in which they were scanned, after the one that is given. */
export async function listHandedOver(
  connection: Connection,
  handOverId: string,
  { after, limit }: { after?: { handedOver: Date; code: string } | undefined; limit: number },
): Promise<LeavingParcel[]> {
  const { rows } = await connection.query<LeavingParcel>({
    text: `select ${COLUMNS} from ${FROM}
           where p.hand_over_id = $1 ${after ? 'and (p.handed_over, p.code) > ($3, $4)' : ''}
           order by p.handed_over, p.code limit $2`,
    values: [handOverId, limit, ...(after ? [after.handedOver, after.code] : [])],
  });
  return rows;
}

/** What waits for a carrier's driver. */
export interface CarrierWaiting {
  /** Empty: of parcels whose carrier is not known. */
  carrierId: string;
  carrierName: string | null;
  /** Parcels on no list; counted up to a limit. */
  waiting: number;
  /** Of these, those without a label, which cannot leave. */
  unlabelled: number;
  /** The list that is open, and how many are on it. */
  handOverId: string | null;
  parcels: number | null;
}

/** Every carrier for which something waits, or a list is open. Of each at most `limit` parcels are counted. */
export async function listCarriersWaiting(
  connection: Connection,
  since: Date,
  limit: number,
): Promise<CarrierWaiting[]> {
  const listed = (counted: string) => `
     select k.carrier_id as "carrierId", k.name as "carrierName", coalesce(w.waiting, 0) as waiting, coalesce(w.unlabelled, 0) as unlabelled,
            h.hand_over_id as "handOverId", h.parcels
     from (select carrier_id, name from carriers union all select '', null) k
     left join ${counted}
     left join hand_overs h on h.carrier_id = k.carrier_id and h.closed is null
     where w.waiting > 0 or h.hand_over_id is not null
     order by k.name nulls last, k.carrier_id`;
  const counts = `count(*)::int as waiting, count(*) filter (where counted.state = 'PACKED')::int as unlabelled`;
  const { rows } = await connection.query<CarrierWaiting>(
    isDistributed()
      ? `with counted as materialized (
           select counted.carrier_id, least(count(*), $2)::int as waiting, least(count(*) filter (where counted.state = 'PACKED'), $2)::int as unlabelled
           from (select p.carrier_id, p.state from parcels p where ${WAITS} and p.opened >= $1) counted group by counted.carrier_id
         ) ${listed('counted w on w.carrier_id = k.carrier_id')}`
      : listed(`lateral (
         select ${counts}
         from (select p.state from parcels p where ${WAITS} and p.carrier_id = k.carrier_id and p.opened >= $1 limit $2) counted
       ) w on true`),
    [since, limit],
  );
  return rows;
}

/** A parcel of a list with what is in it. */
export interface HandedOverContent extends LeavingParcel {
  /** JSON, as the order is answered. */
  document: string;
  /** JSON: pairs of an item's id and how many pieces of it. */
  pieces: string;
}

/** The same with their orders, and what is in each: its pieces, and what is counted. */
export async function listHandedOverContents(
  connection: Connection,
  handOverId: string,
  { after, limit }: { after?: { handedOver: Date; code: string } | undefined; limit: number },
): Promise<HandedOverContent[]> {
  const { rows } = await connection.query<HandedOverContent>({
    text: `select ${COLUMNS}, o.document,
                  (select coalesce(json_agg(json_build_array(item_id, quantity)), '[]')::text from (
                     select item_id, sum(quantity)::int as quantity from (
                       select q.item_id, q.quantity, q.run, max(q.run) over () as latest from pieces q
                       where q.client_id = p.client_id and q.order_id = p.order_id and q.parcel = p.parcel and q.state = 'PACKED'
                     ) packed where run = latest group by item_id
                     union all
                     select item_id, quantity from parcel_lines l
                     where l.client_id = p.client_id and l.order_id = p.order_id and l.parcel = p.parcel
                   ) inside) as pieces
           from ${FROM} join orders o on o.client_id = p.client_id and o.order_id = p.order_id
           where p.hand_over_id = $1 ${after ? 'and (p.handed_over, p.code) > ($3, $4)' : ''}
           order by p.handed_over, p.code limit $2`,
    values: [handOverId, limit, ...(after ? [after.handedOver, after.code] : [])],
  });
  return rows;
}
