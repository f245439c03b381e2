import type { LockedOrder, OrderKey } from '../orders/rows/order-row-store.ts';
import { valuesOf } from '../platform/database/statement-parts.ts';
import { type Connection, queryHasRow, queryRow, queryRows } from '../platform/database/transaction.ts';
import type { Sentence } from '../production/floor-sentences.ts';
import { IS_COMING, releaseLabels } from './label-parts-store.ts';
import type { ParcelLabel } from './parcel-label-store.ts';
import type { PaperNames } from './parcel-paper-store.ts';

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
  /** JSON: the details with their codes. Null: recorded by an earlier version of Platen. */
  problemSentences: string | null;
}

export type ParcelLine = { itemId: string; quantity: number };

const COLUMNS = `p.client_id as "clientId", p.order_id as "orderId", p.parcel, p.code, p.state, p.opened, p.station, p.station_id as "stationId",
  p.opened_by_id as "openedById", p.opened_by_name as "openedByName", p.tracking_number as "trackingNumber", p.closed, p.packed, p.problem,
  p.problem_details as "problemDetails", p.problem_sentences as "problemSentences"`;

export async function findParcelByCode(connection: Connection, code: string): Promise<Parcel | undefined> {
  return queryRow<Parcel>(connection, {
    name: 'find-parcel-by-code',
    text: `select ${COLUMNS} from parcels p where code = $1`,
    values: [code],
  });
}

/** A parcel with its order, and the names that its papers show. */
interface ParcelWithOrder extends Parcel, PaperNames {
  document: string;
  status: string;
  /** The package that a packer chose, and the weight as typed or weighed. */
  packageId: string | null;
  weighedGrams: number | null;
  /** The latest label that was bought, or is to be bought. */
  label: ShownLabel | null;
  /** The latest label for the return. */
  returnLabel: (ShownLabel & Pick<ParcelLabel, 'trackingNumber' | 'problem' | 'lastError'>) | null;
}

export type ShownLabel = Pick<
  ParcelLabel,
  'state' | 'providerName' | 'service' | 'carrier' | 'trackingUrl' | 'cost' | 'currency' | 'isTest'
>;

/** Finds a parcel with its order. Without a carrier of the order, returns the client's default carrier. */
export async function findParcelWithOrder(connection: Connection, code: string): Promise<ParcelWithOrder | undefined> {
  return queryRow<ParcelWithOrder>(connection, {
    name: 'find-parcel-with-order',
    text: `select ${COLUMNS}, p.package_id as "packageId", p.weight_grams as "weighedGrams", o.document, o.status, c.name as "clientName", k.name as "carrierName", coalesce(k.customs_form, 'BY_VALUE') as "customsForm",
                  (select json_build_object('state', l.state, 'providerName', l.provider_name, 'service', l.service, 'carrier', l.carrier,
                                            'trackingUrl', l.tracking_url, 'cost', l.cost, 'currency', l.currency, 'isTest', l.is_test)
                   from parcel_labels l where l.client_id = p.client_id and l.order_id = p.order_id and l.parcel = p.parcel
                     and not l.is_return order by l.attempt desc limit 1) as label,
                  (select json_build_object('state', l.state, 'providerName', l.provider_name, 'service', l.service, 'carrier', l.carrier,
                                            'trackingUrl', l.tracking_url, 'cost', l.cost, 'currency', l.currency, 'isTest', l.is_test,
                                            'trackingNumber', l.tracking_number, 'problem', l.problem, 'lastError', l.last_error)
                   from parcel_labels l where l.client_id = p.client_id and l.order_id = p.order_id and l.parcel = p.parcel
                     and l.is_return order by l.attempt desc limit 1) as "returnLabel"
           from parcels p join orders o on o.client_id = p.client_id and o.order_id = p.order_id join clients c on c.client_id = p.client_id
           left join client_carriers d on d.client_id = p.client_id and d.is_default
           left join carriers k on k.carrier_id = coalesce(o.carrier, d.carrier_id)
           where p.code = $1`,
    values: [code],
  });
}

/** Finds an order with the name of its client. */
export async function findOrderWithClient(
  connection: Connection,
  { clientId, orderId }: OrderKey,
): Promise<{ document: string; clientName: string } | undefined> {
  const { rows } = await connection.query<{ document: string; clientName: string }>({
    name: 'find-order-with-client',
    text: `select o.document, c.name as "clientName" from orders o join clients c on c.client_id = o.client_id
           where o.client_id = $1 and o.order_id = $2`,
    values: [clientId, orderId],
  });
  return rows[0];
}

/** A parcel with the pieces and products in it. */
export interface FilledParcel extends Parcel {
  inside: ParcelLine[];
  /** Whether a label for it is being bought. */
  isLabelComing?: boolean;
}

export interface OrderParcels extends OrderKey {
  code: string;
  run: number;
  parcels: FilledParcel[];
}

/**
 * Returns the order's code, run and parcels. `accepted` is the time at which a locked order was accepted. If
 * the pieces since then are still to be written, `run` is already their run.
 */
export async function findOrderParcels(
  connection: Connection,
  { clientId, orderId }: OrderKey,
  accepted: Date | undefined,
): Promise<OrderParcels | undefined> {
  type Row = Omit<FilledParcel, 'parcel'> & { orderCode: string; run: number; parcel: number | null };
  const { rows } = await connection.query<Row>({
    name: 'find-order-parcels',
    text: `select q.code as "orderCode", q.run, ${COLUMNS},
                  (select coalesce(json_agg(json_build_object('itemId', item_id, 'quantity', quantity) order by item_id), '[]') from (
                     select item_id, sum(quantity)::int as quantity from pieces i
                     where i.client_id = $1 and i.order_id = $2 and i.run = q.run and i.parcel = p.parcel and i.state = 'PACKED' group by item_id
                     union all
                     select item_id, quantity from parcel_lines l where l.client_id = $1 and l.order_id = $2 and l.parcel = p.parcel
                   ) packed) as inside,
                  exists (select 1 from parcel_labels l where l.client_id = $1 and l.order_id = $2 and l.parcel = p.parcel and not l.is_return and l.state in ${IS_COMING}) as "isLabelComing"
           from (select code, case when begun < $3 then run + 1 else run end as run from production_orders where client_id = $1 and order_id = $2) q
           left join parcels p on p.client_id = $1 and p.order_id = $2 order by p.parcel`,
    values: [clientId, orderId, accepted ?? null],
  });
  const [first] = rows;
  if (!first) return undefined;
  const parcels = rows.flatMap(({ orderCode: _, run: __, parcel, ...row }) =>
    parcel === null ? [] : [{ ...row, parcel }],
  );
  return { clientId, orderId, code: first.orderCode, run: first.run, parcels };
}

/**
 * Writes a parcel of a locked order, with the order's carrier. Without `order`, the carrier stays. Gives up
 * the label of the parcel.
 */
export async function upsertParcel(
  connection: Connection,
  parcel: Parcel,
  order: Pick<LockedOrder, 'carrier' | 'content'> | null,
): Promise<void> {
  await connection.query({
    name: 'upsert-parcel',
    text: `with released as (${releaseLabels('where l.client_id = $1 and l.order_id = $2 and l.parcel = $3')})
           insert into parcels (client_id, order_id, parcel, code, state, opened, station, station_id, opened_by_id, opened_by_name, tracking_number,
                                closed, packed, problem, problem_details, problem_sentences, carrier_id)
           select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, 
                  coalesce(max(carrier_id), case when $18 then '@address' else '' end) from carriers where carrier_id = $17
           on conflict (client_id, order_id, parcel) do update
           set state = excluded.state, station = excluded.station, station_id = excluded.station_id, opened_by_id = excluded.opened_by_id,
               opened_by_name = excluded.opened_by_name, tracking_number = excluded.tracking_number, closed = excluded.closed,
               packed = excluded.packed, problem = excluded.problem, problem_details = excluded.problem_details,
               problem_sentences = excluded.problem_sentences,
               carrier_id = coalesce(nullif(excluded.carrier_id, ''), parcels.carrier_id)`,
    values: [
      ...valuesOf(parcel, 'clientId', 'orderId', 'parcel', 'code', 'state', 'opened', 'station', 'stationId'),
      ...valuesOf(parcel, 'openedById', 'openedByName', 'trackingNumber', 'closed', 'packed', 'problem'),
      ...valuesOf(parcel, 'problemDetails', 'problemSentences'),
      order?.carrier,
      order !== null && order.content.shipping.shippingLabelUrl === undefined,
    ],
  });
}

/** Sets the package and the weight of a parcel. Returns false if no parcel has the code. */
export async function updateParcelPackage(
  connection: Connection,
  code: string,
  { packageId, weightGrams }: { packageId: string | null; weightGrams: number | null },
): Promise<boolean> {
  return queryHasRow(connection, {
    name: 'update-parcel-package',
    text: 'update parcels set package_id = $2, weight_grams = $3 where code = $1',
    values: [code, packageId, weightGrams],
  });
}

/** Returns whether a parcel other than `code` left with one of these tracking numbers. */
export async function isTrackingUsed(
  connection: Connection,
  trackingNumbers: readonly string[],
  code: string,
): Promise<boolean> {
  return queryHasRow(connection, {
    name: 'is-tracking-used',
    text: 'select 1 from parcels where tracking_number = any($1) and code <> $2 limit 1',
    values: [trackingNumbers, code],
  });
}

/** Closes a parcel that waits for its label. `problem` says why; null: the label can be made. */
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

/** Lists the order's parcels that left at this time, with their hand-over lists. */
export async function listParcelsClosedAt(
  connection: Connection,
  { clientId, orderId }: OrderKey,
  closed: Date,
): Promise<(Parcel & { handOverId: string | null })[]> {
  return queryRows<Parcel & { handOverId: string | null }>(connection, {
    name: 'list-parcels-closed-at',
    text: `select ${COLUMNS}, p.hand_over_id as "handOverId" from parcels p
           where client_id = $1 and order_id = $2 and state = 'SHIPPED' and closed = $3 order by parcel`,
    values: [clientId, orderId, closed],
  });
}

/** Takes back a parcel that left. Returns false if the parcel is on a hand-over list. */
export async function takeParcelBack(
  connection: Connection,
  { clientId, orderId, parcel }: Parcel,
  now: Date,
): Promise<boolean> {
  return queryHasRow(connection, {
    name: 'take-parcel-back',
    text: `with released as (${releaseLabels(`where l.client_id = $1 and l.order_id = $2 and l.parcel = $3 and exists (
             select 1 from parcels where client_id = $1 and order_id = $2 and parcel = $3 and state = 'SHIPPED' and hand_over_id is null)`)})
           update parcels set state = 'PACKED', packed = $4, closed = null, tracking_number = null
           where client_id = $1 and order_id = $2 and parcel = $3 and state = 'SHIPPED' and hand_over_id is null`,
    values: [clientId, orderId, parcel, now],
  });
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

/** Finds the parcel that was shipped last at a station. `station` is its id, or its name if it has no id. */
export async function findLastParcelAt(connection: Connection, station: string): Promise<Parcel | undefined> {
  return queryRow<Parcel>(connection, {
    name: 'find-last-parcel-of-station',
    text: `select ${COLUMNS} from parcels p where coalesce(station_id, station) = $1 and closed is not null order by closed desc limit 1`,
    values: [station],
  });
}

/** Returns the quantity of products in parcels that have not left, by itemId. The order must be locked. */
export async function sumPackedProducts(connection: Connection, key: OrderKey): Promise<Map<string, number>> {
  const { rows } = await connection.query<{ itemId: string; quantity: number }>({
    name: 'sum-packed-products',
    text: `select item_id as "itemId", sum(quantity)::int as quantity from parcel_lines join parcels using (client_id, order_id, parcel)
           where client_id = $1 and order_id = $2 and state in ('OPEN', 'PACKED') group by item_id`,
    values: [key.clientId, key.orderId],
  });
  return new Map(rows.map(({ itemId, quantity }) => [itemId, quantity]));
}

/** Returns whether a parcel of the order is closed: it has left, or waits for its label. */
export async function hasClosedParcel(connection: Connection, clientId: string, orderId: string): Promise<boolean> {
  return queryHasRow(connection, {
    name: 'has-closed-parcel',
    text: `select 1 from parcels where client_id = $1 and order_id = $2 and state in ('PACKED', 'SHIPPED') limit 1`,
    values: [clientId, orderId],
  });
}

/** Adds one unit of an item of an existing product to the parcel. */
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

/** Takes one unit of an item of an existing product out of the parcel. */
export async function takeFromParcel(
  connection: Connection,
  { clientId, orderId, parcel }: Parcel,
  itemId: string,
): Promise<void> {
  await connection.query({
    name: 'take-from-parcel',
    text: `with less as (
             update parcel_lines set quantity = quantity - 1
             where client_id = $1 and order_id = $2 and parcel = $3 and item_id = $4 and quantity > 1
           )
           delete from parcel_lines where client_id = $1 and order_id = $2 and parcel = $3 and item_id = $4 and quantity = 1`,
    values: [clientId, orderId, parcel, itemId],
  });
}

/** Drops the parcels of the client's orders in these states. Nobody packs or labels a dropped parcel. */
export async function dropParcels(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
  states: readonly ('OPEN' | 'PACKED')[],
): Promise<void> {
  await connection.query({
    name: 'drop-parcels',
    text: `with dropped as (
             update parcels set state = 'DROPPED', packed = null, problem = null, problem_details = null, problem_sentences = null
             where client_id = $1 and order_id = any($2) and state = any($3) returning order_id, parcel
           )
           ${releaseLabels('from dropped d where l.client_id = $1 and l.order_id = d.order_id and l.parcel = d.parcel')}`,
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
    text: `with closed as (
             update parcels set state = 'SHIPPED', closed = $3, packed = null, problem = null, problem_details = null, problem_sentences = null
             where client_id = $1 and order_id = $2 and state = 'PACKED' returning parcel
           )
           ${releaseLabels('from closed d where l.client_id = $1 and l.order_id = $2 and l.parcel = d.parcel')}`,
    values: [clientId, orderId, closed],
  });
}

/** Takes all existing products out of the open parcels of the client's orders. */
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
