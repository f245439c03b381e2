import { type Doing, recordAudit } from '../platform/audit/record-audit.ts';
import type { Connection } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { changePlaced } from './change-places.ts';
import {
  type Delivery,
  type DeliveryLine,
  endDelivery,
  findDelivery,
  findDeliveryByReference,
  insertDelivery,
  insertExpected,
  listDeliveryLines,
  lockDelivery,
  saveCounted,
} from './delivery-store.ts';
import { addReceived, averageCosts, listPurchaseLines, lockPurchase, updatePurchaseState } from './purchase-store.ts';
import { ON_HAND_MAX } from './stock-change-rules.ts';
import { type StockCode, stockKey } from './stock-rules.ts';
import { lockStock } from './stock-store.ts';

interface NewDelivery {
  deliveryId: string;
  /** Absent: without a purchase order. */
  purchaseId?: string | undefined;
  sender?: string | undefined;
  reference: string;
  lines: readonly (StockCode & { expected: number })[];
}

/**
 * Opens a delivery, with the lines of its note or what the purchase order still lacks. The same note of a
 * sender opens the same delivery, also when it was booked. Throws `purchase_not_found`, `stock_not_found`.
 */
export async function openDelivery(connection: Connection, given: NewDelivery, doing: Doing): Promise<Delivery> {
  const { deliveryId, purchaseId = null, reference } = given;
  const purchase = purchaseId === null ? undefined : await lockPurchase(connection, purchaseId);
  if (purchaseId !== null && !purchase) throw purchaseNotFound();
  const sender = purchase?.supplierName ?? given.sender ?? '';
  if (!(await insertDelivery(connection, { deliveryId, purchaseId, sender, reference }, doing)))
    return (await findDeliveryByReference(connection, sender, reference)) as Delivery;
  const lines = given.lines.length > 0 || !purchase ? given.lines : await listMissing(connection, purchase.purchaseId);
  const known = new Set((await lockStock(connection, lines)).map(stockKey));
  const unknown = lines.find((line) => !known.has(stockKey(line)));
  if (unknown) throw new ApiError('stock_not_found', `There is no variant with the code ${unknown.code}.`);
  await insertExpected(connection, deliveryId, lines);
  return (await findDelivery(connection, deliveryId)) as Delivery;
}

async function listMissing(connection: Connection, purchaseId: string) {
  const lines = await listPurchaseLines(connection, purchaseId);
  return lines
    .map(({ kind, code, ordered, received }) => ({ kind, code, expected: ordered - received }))
    .filter(({ expected }) => expected > 0);
}

type Counted = StockCode & { counted: number; damaged: number; place?: string | undefined };

/**
 * Adds counted pieces to an open delivery; negative numbers correct. Throws `delivery_ended`,
 * `stock_not_found`.
 */
export async function countDelivered(
  connection: Connection,
  deliveryId: string,
  { kind, code, counted, damaged, place }: Counted,
): Promise<DeliveryLine> {
  await requireOpen(connection, deliveryId);
  const [known] = await lockStock(connection, [{ kind, code }]);
  if (!known) throw new ApiError('stock_not_found', `There is no variant with the code ${code}.`);
  const before = (await listDeliveryLines(connection, deliveryId)).find(
    (one) => one.kind === kind && one.code === code,
  );
  const line = {
    ...{ kind, code, expected: before?.expected ?? 0, place: place ?? before?.place ?? null },
    ...{ counted: (before?.counted ?? 0) + counted, damaged: (before?.damaged ?? 0) + damaged },
  };
  if (line.counted < 0 || line.damaged < 0)
    throw new ApiError(
      'not_enough_stock',
      `Counted so far: ${before?.counted ?? 0}, damaged: ${before?.damaged ?? 0}.`,
    );
  if (line.counted + line.damaged > ON_HAND_MAX)
    throw new ApiError('too_much_stock', `There can be at most ${ON_HAND_MAX} pieces.`);
  await saveCounted(connection, deliveryId, line);
  return line;
}

/** Books the counted pieces into stock, once. A delivery that is booked already stays as it is. */
export async function bookDelivery(
  connection: Connection,
  deliveryId: string,
  doing: Doing,
  centerCurrency: string | undefined,
): Promise<Delivery> {
  const delivery = await lockDelivery(connection, deliveryId);
  if (!delivery) throw deliveryNotFound();
  if (delivery.state === 'BOOKED') return delivery;
  if (delivery.state !== 'OPEN') throw deliveryEnded();
  const lines = await listDeliveryLines(connection, deliveryId);
  const good = lines.filter(({ counted }) => counted > 0);
  const document = [delivery.sender, delivery.reference].filter(Boolean).join(' ');
  const levels = new Map((await lockStock(connection, good)).map((level) => [stockKey(level), level.onHand]));
  await changePlaced(
    connection,
    good.map(({ kind, code, counted, place }) => {
      return { kind, code, onHandChange: counted, reason: 'received', document, place: place ?? undefined };
    }),
    doing,
  );
  const received = good.map(({ kind, code, counted: quantity }) => ({ kind, code, quantity }));
  if (delivery.purchaseId !== null) {
    const { purchaseId } = delivery;
    const purchase = await lockPurchase(connection, purchaseId);
    const prices = new Map((await listPurchaseLines(connection, purchaseId)).map((one) => [stockKey(one), one.price]));
    const isComplete = await addReceived(connection, purchaseId, received);
    if (isComplete && purchase?.state !== 'CANCELLED')
      await updatePurchaseState(connection, purchaseId, 'DONE', doing.now);
    const priced = received.flatMap((one) => {
      const price = prices.get(stockKey(one)) ?? null;
      return price === null ? [] : [{ ...one, price, onHand: levels.get(stockKey(one)) ?? 0 }];
    });
    // Costs are in the currency of the center.
    if (!isForeignCurrency(purchase?.currency, centerCurrency)) await averageCosts(connection, priced);
  }
  await endDelivery(connection, deliveryId, 'BOOKED', doing);
  await recordAudit(connection, doing.by, doing.now, {
    action: 'delivery.booked',
    subject: ['stock'],
    detail: { document, pieces: good.reduce((sum, { counted }) => sum + counted, 0) },
  });
  return (await findDelivery(connection, deliveryId)) as Delivery;
}

/** Cancels an open delivery. Nothing is booked, and its number may be used again. */
export async function cancelDelivery(connection: Connection, deliveryId: string, doing: Doing): Promise<Delivery> {
  const delivery = await lockDelivery(connection, deliveryId);
  if (!delivery) throw deliveryNotFound();
  if (delivery.state === 'BOOKED') throw deliveryEnded();
  if (delivery.state === 'OPEN') await endDelivery(connection, deliveryId, 'CANCELLED', doing);
  return (await findDelivery(connection, deliveryId)) as Delivery;
}

async function requireOpen(connection: Connection, deliveryId: string): Promise<void> {
  const delivery = await lockDelivery(connection, deliveryId);
  if (!delivery) throw deliveryNotFound();
  if (delivery.state !== 'OPEN') throw deliveryEnded();
}

export function deliveryNotFound(): ApiError {
  return new ApiError('delivery_not_found', 'There is no delivery with this deliveryId.');
}

export function purchaseNotFound(): ApiError {
  return new ApiError('purchase_not_found', 'There is no purchase order with this purchaseId.');
}

function deliveryEnded(): ApiError {
  return new ApiError('delivery_ended', 'The delivery was booked or cancelled.');
}

/** Returns whether a currency differs from the currency of the center. No currency counts as the center's. */
export function isForeignCurrency(currency: string | null | undefined, centerCurrency: string | undefined): boolean {
  return centerCurrency !== undefined && (currency ?? centerCurrency) !== centerCurrency;
}
