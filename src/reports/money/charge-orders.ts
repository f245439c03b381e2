import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import { type PostponeContext, postponeFailedOrder } from '../../orders/change/internal-failures.ts';
import { saveChanges } from '../../orders/change/save-changes.ts';
import type { Order } from '../../orders/document/order-schemas.ts';
import { type LockedOrder, lockOrders } from '../../orders/rows/order-row-store.ts';
import { SYSTEM } from '../../platform/audit/actor.ts';
import { risingId } from '../../platform/database/rising-ids.ts';
import { type Connection, inTransaction, withRetry } from '../../platform/database/transaction.ts';
import { type Charge, chargesOf, visibleCharges } from './charge-rules.ts';
import {
  countStoredPieces,
  deleteDue,
  findFreeReason,
  findGoods,
  findPrintSizes,
  insertCharges,
  listChargesOfOrder,
  listDueOrders,
  listMissingOfOrder,
  listPaidLabels,
  lockClientTerms,
  lockOpenStatement,
  postponeDue,
  replaceMissing,
} from './charge-store.ts';
import { listOn } from './price-list-rules.ts';
import { listPricedLists } from './price-list-store.ts';

const ORDERS_AT_ONCE = 100;

export interface ChargeContext extends PostponeContext {
  pool: Pool;
  timeZone: () => string;
}

/**
 * Makes the charges of the client's orders whose parcels left, or were withdrawn, since the last run. An
 * order that cannot be charged, such as one whose document is damaged, is tried again later.
 */
export async function chargeOrders(context: ChargeContext, clientId: string, signal: AbortSignal): Promise<void> {
  const { pool, clock } = context;
  for (;;) {
    const due = await listDueOrders(pool, clientId, { now: clock(), limit: ORDERS_AT_ONCE });
    for (const one of due) {
      if (signal.aborted) return;
      const { orderId, failures } = one;
      try {
        await inTransaction(pool, (connection) => chargeOrder(context, connection, clientId, orderId));
      } catch (error) {
        const postpone = (retryAt: Date) => withRetry(() => postponeDue(pool, clientId, one, retryAt));
        await postponeFailedOrder(context, { clientId, orderId, failures }, error, postpone);
      }
    }
    if (due.length < ORDERS_AT_ONCE) return;
  }
}

async function chargeOrder(
  { clock, timeZone }: Pick<ChargeContext, 'clock' | 'timeZone'>,
  connection: Connection,
  clientId: string,
  orderId: string,
): Promise<void> {
  const [order] = await lockOrders(connection, clientId, [orderId]);
  await deleteDue(connection, clientId, orderId);
  // An erased order has neither its files nor its tracking numbers.
  if (!order || order.content.personalDataErased !== undefined) return;
  const now = clock();
  const dayOf = dayIn(timeZone());
  const showsCharges = await lockClientTerms(connection, clientId);
  const charged = await listChargesOfOrder(connection, clientId, orderId);
  const goods = await findGoods(connection, codesOf(order.content));
  const codes = [...goods].flatMap(([code, { parent }]) => [code, parent]);
  const { charges, missing } = chargesOf({
    order: order.content,
    lists: await listPricedLists(connection, clientId, codes),
    ...{ dayOf, goods, charged },
    labels: await listPaidLabels(connection, clientId, orderId),
    sizes: await findPrintSizes(connection, clientId, orderId),
    freeReason: (await findFreeReason(connection, clientId, orderId)) ?? null,
    missing: await listMissingOfOrder(connection, clientId, orderId),
  });
  await bookCharges(
    connection,
    clientId,
    charges.map((charge) => ({ ...charge, orderId })),
    { now, dayOf },
  );
  // The month has a statement, also if it lists only missing prices.
  for (const month of new Set(missing.map(({ day }) => monthOf(day))))
    await lockOpenStatement(connection, clientId, month);
  await replaceMissing(connection, clientId, orderId, missing);
  if (showsCharges) await showInOrder(connection, clientId, order, [...charged, ...charges], now);
}

/** Returns the day of a moment in the time zone, as YYYY-MM-DD. */
export function dayIn(timeZone: string): (moment: Date) => string {
  return (moment) =>
    Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

export const monthOf = (day: string) => day.slice(0, 'YYYY-MM'.length);

interface Booked {
  now: Date;
  dayOf: (moment: Date) => string;
  by?: { id: string | null; name: string | null };
  /** Absent: the month of the shipment, or the present one. */
  month?: string | undefined;
}

/** Inserts charges into the statement of their month, or into the present one if that is closed. */
export async function bookCharges(
  connection: Connection,
  clientId: string,
  charges: readonly (Charge & { orderId: string })[],
  { now, dayOf, by, month }: Booked,
): Promise<void> {
  const present = monthOf(dayOf(now));
  const wanted = ({ shipped }: Charge) => month ?? (shipped === null ? present : monthOf(dayOf(shipped)));
  for (const [ofMonth, some] of Map.groupBy(charges, wanted)) {
    const booked = (await lockOpenStatement(connection, clientId, ofMonth)) ? ofMonth : present;
    if (booked !== ofMonth) await lockOpenStatement(connection, clientId, present);
    const rows = some.map((charge) => ({ ...charge, month: booked }));
    await insertCharges(connection, clientId, rows, { day: dayOf(now), created: now, ...(by && { by }) });
  }
}

/** Returns the month before the present one, and its last day. */
export function lastMonth(now: Date, timeZone: string): { month: string; lastDay: string } {
  const first = Temporal.PlainDate.from(`${monthOf(dayIn(timeZone)(now))}-01`);
  const lastDay = first.subtract({ days: 1 }).toString();
  return { month: monthOf(lastDay), lastDay };
}

/** Charges the client once for the storage of the last month. */
export async function chargeStorage(
  { pool, clock, timeZone }: Pick<ChargeContext, 'pool' | 'clock' | 'timeZone'>,
  clientId: string,
): Promise<void> {
  const now = clock();
  const { month, lastDay } = lastMonth(now, timeZone());
  await inTransaction(pool, async (connection) => {
    await lockClientTerms(connection, clientId);
    const list = listOn(await listPricedLists(connection, clientId, []), lastDay);
    const stored = await countStoredPieces(connection, clientId);
    const charges = (list?.prices ?? []).flatMap(({ kind, amount, cost }): (Charge & { orderId: string })[] => {
      if (!list || !kind.startsWith('STORAGE')) return [];
      const quantity = kind === 'STORAGE_PIECE' ? stored : 1;
      const unitAmount = amount ?? 0;
      return [
        {
          ...{ orderId: '', chargeKey: `storage/${month}/${kind}`, kind, title: '', code: null, technology: null },
          ...{
            quantity,
            unitAmount,
            amount: unitAmount * quantity,
            currency: list.currency,
            cause: null,
            reason: null,
          },
          ...{ cost: cost === null ? null : cost * quantity, shipped: null },
        },
      ];
    });
    await bookCharges(connection, clientId, charges, { now, dayOf: dayIn(timeZone()), month });
  });
}

/** Writes the charges into the document of a shipped order. */
export async function showInOrder(
  connection: Connection,
  clientId: string,
  order: LockedOrder,
  charges: readonly Charge[],
  now: Date,
): Promise<void> {
  if (order.status !== 'SHIPPED') return;
  const visible = visibleCharges(charges);
  if (isDeepStrictEqual(visible, order.content.charges ?? [])) return;
  const change = { event: 'order.updated', by: SYSTEM, isQuiet: true, extras: { charges: visible } } as const;
  await saveChanges(connection, clientId, [{ order, change, eventId: risingId() }], now);
}

/** Returns the codes of the goods that an order charges. */
export function codesOf({ items }: Pick<Order, 'items'>): string[] {
  const codes = items.flatMap(({ customProduct, existingProduct }) => [
    ...(existingProduct ? [existingProduct.ean13] : []),
    ...(customProduct ? [customProduct.sku, ...(customProduct.customizations ?? []).map(({ sku }) => sku)] : []),
  ]);
  return [...new Set(codes)];
}
