import { isStorable } from '../../platform/database/statement-parts.ts';
import { ApiError, orderNotFound } from '../../platform/errors/errors.ts';
import type { OperateContext, OperateInput } from '../change/change-by-staff.ts';
import type { ChangedOrder } from '../change/change-order.ts';
import { PARCELS_MAX, shipOrder } from '../change/operate-order.ts';
import type { Parcel } from '../change/shipment-rules.ts';
import type { OrderStatus } from '../document/order-fields.ts';
import type { OrderKey } from '../document/order-store.ts';
import type { ShipRow } from './bulk-ship-rows.ts';

/** Orders worked on at once; the rest of the connections stay for others. */
const ORDERS_AT_ONCE = 4;

/** What became of one order: its status now, or why not. */
type Outcome = { status: OrderStatus } | { error: string; message: string };

/** An order of a list, and whether a version is the one that staff have seen of it; absent: any is. */
export interface BulkRow extends OrderKey {
  isExpected?: NonNullable<OperateInput['isExpected']>;
}

/** Does the same to each order for itself, as the verb for one does. One result for each, in the same order. */
export async function changeAll(
  rows: readonly BulkRow[],
  change: (key: OrderKey, seen: Pick<OperateInput, 'isExpected'>) => Promise<Pick<ChangedOrder, 'status'>>,
): Promise<(OrderKey & Outcome)[]> {
  return inParallel(rows, async ({ clientId, orderId, isExpected }) => {
    const key = { clientId, orderId };
    return { ...key, ...(await outcomeOf(key, () => change(key, isExpected ? { isExpected } : {}))) };
  });
}

/** What is shipped of an order of a list. */
export interface ParcelsRow extends BulkRow {
  parcels: readonly Parcel[];
}

/** Ships of each order for itself the parcels that are given; rows of one order one after the other. One result for each row, in the same order. */
export async function shipParcels(
  context: OperateContext,
  rows: readonly ParcelsRow[],
  { by }: OperateInput,
): Promise<(OrderKey & Outcome)[]> {
  const outcomes = new Map<ParcelsRow, Outcome>();
  await inParallel(ordersOf(rows), async (ofOrder) => {
    for (const row of ofOrder) {
      const { clientId, orderId, parcels, isExpected } = row;
      const input = { by, parcels, ...(isExpected && { isExpected }) };
      const ship = () => shipOrder(context, { clientId, orderId }, input);
      outcomes.set(row, await outcomeOf({ clientId, orderId }, ship));
    }
  });
  return rows.map((row) => ({
    clientId: row.clientId,
    orderId: row.orderId,
    ...(outcomes.get(row) as Outcome),
  }));
}

/** Ships of each order for itself what its rows hold; nothing when one of them is faulty. One result for each row. */
export async function shipAll(
  context: OperateContext,
  rows: readonly ShipRow[],
  input: OperateInput,
): Promise<(OrderKey & { line: number } & Outcome)[]> {
  const outcomes = new Map<ShipRow, Outcome>();
  await inParallel(ordersOf(rows), async (ofOrder) => {
    const outcome = await shipRows(context, ofOrder, input);
    for (const row of ofOrder) outcomes.set(row, row.fault ? invalid(row.fault) : outcome);
  });
  return rows.map((row) => {
    const { line, clientId, orderId } = row;
    return { line, clientId, orderId, ...(outcomes.get(row) as Outcome) };
  });
}

/** The rows of each order together. */
function ordersOf<Row extends OrderKey>(rows: readonly Row[]): Row[][] {
  return [...Map.groupBy(rows, ({ clientId, orderId }) => `${clientId}\0${orderId}`).values()];
}

async function shipRows(
  context: OperateContext,
  rows: readonly ShipRow[],
  { by }: OperateInput,
): Promise<Outcome> {
  const faulty = rows.find(({ fault }) => fault !== undefined);
  if (faulty) return invalid(`Line ${faulty.line}, of the same order, is faulty; nothing of it was shipped.`);
  const { parcels, fault } = parcelsOf(rows);
  if (fault) return invalid(fault);
  if (parcels.length > PARCELS_MAX)
    return invalid(`At most ${PARCELS_MAX} parcels of an order can be reported at once.`);
  const { clientId, orderId } = rows[0] as ShipRow;
  return outcomeOf({ clientId, orderId }, () => shipOrder(context, { clientId, orderId }, { by, parcels }));
}

async function outcomeOf(
  { clientId, orderId }: OrderKey,
  change: () => Promise<Pick<ChangedOrder, 'status'>>,
): Promise<Outcome> {
  try {
    if (!isStorable(clientId) || !isStorable(orderId)) throw orderNotFound();
    const { status } = await change();
    return { status };
  } catch (error) {
    // What is no fault of the order is a failure of the whole request, which can be sent again.
    if (!(error instanceof ApiError)) throw error;
    const { error: name, message } = error.error === 'order_not_found' ? orderNotFound() : error;
    return { error: name, message };
  }
}

function invalid(message: string): Outcome {
  const { error } = new ApiError('invalid_request', message);
  return { error, message };
}

/** In the order of `all`. After a failure nothing more is begun, and it is thrown when what was under way has ended. */
async function inParallel<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = all.entries();
  const failures: unknown[] = [];
  const takeNext = async () => {
    for (const [index, one] of waiting) {
      if (failures.length > 0) return;
      try {
        results[index] = await work(one);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: ORDERS_AT_ONCE }, takeNext));
  if (failures.length > 0) throw failures[0];
  return results;
}

/**
 * The parcels of one order that its rows are: rows that name items and have one tracking number and carrier are one parcel, and the same row again is
 * that row. `fault`: an item is in a parcel twice, in different numbers.
 */
function parcelsOf(rows: readonly ShipRow[]): { parcels: Parcel[]; fault?: string } {
  const parcels: Parcel[] = [];
  const byTracking = new Map<string, { parcel: Parcel; quantities: Map<string, number> }>();
  for (const { line, tracking, pieces } of rows) {
    if (!pieces) {
      parcels.push({ ...tracking });
      continue;
    }
    const { trackingNumber = '', trackingCarrier = '' } = tracking;
    const key = JSON.stringify([trackingNumber, trackingCarrier]);
    let known = byTracking.get(key);
    if (!known) {
      known = { parcel: { ...tracking, items: [] }, quantities: new Map() };
      byTracking.set(key, known);
      parcels.push(known.parcel);
    }
    const { parcel, quantities } = known;
    if (tracking.trackingUrl !== undefined) parcel.trackingUrl ??= tracking.trackingUrl;
    const before = quantities.get(pieces.id);
    if (before !== undefined && before !== pieces.quantity) {
      const item = JSON.stringify(pieces.id);
      return { parcels, fault: `Line ${line} names item ${item} of a parcel again, with another quantity.` };
    }
    if (before === undefined) parcel.items?.push(pieces);
    quantities.set(pieces.id, pieces.quantity);
  }
  return { parcels };
}
