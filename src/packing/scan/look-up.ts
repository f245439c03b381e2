import type { OrderKey } from '../../orders/document/order-store.ts';
import type { Connection } from '../../platform/database/transaction.ts';
import { type ScanCode, scanCodeOf } from '../../platform/text/scan-codes.ts';
import { findPiecesOfBlank } from '../../production/open-pieces-store.ts';
import { findPieceByCode } from '../../production/piece-store.ts';
import { findProductionOrderByCode, findProductionOrders } from '../../production/production-order-store.ts';
import { findBin } from '../../production/scan/bin-store.ts';
import { refuse } from '../../production/scan/scan-rules.ts';
import { findParcelByCode } from '../parcel-store.ts';
import type { ScanAnswer, ScanContext, ScannedOrder } from './scan-answers.ts';

const NOTHING = {
  order: 'order_unknown',
  parcel: 'parcel_unknown',
  bin: 'bin_unknown',
} as const;

/** The order of a code that stands for no piece: its own, or that of its bin or parcel. Changes nothing. */
export async function lookUp(
  connection: Connection,
  { kind, number }: ScanCode,
  open: ScanContext,
): Promise<ScanAnswer> {
  if (kind !== 'order' && kind !== 'parcel' && kind !== 'bin') {
    return {
      meaning: kind === 'batch' ? 'BATCH' : 'UNKNOWN',
      refusal: refuse('UNKNOWN', 'code_means_nothing'),
      next: open,
    };
  }
  const meaning = ({ order: 'ORDER', parcel: 'PARCEL', bin: 'BIN' } as const)[kind];
  if (kind === 'order') {
    const order = await findProductionOrderByCode(connection, scanCodeOf('order', number));
    if (order) return { meaning, order: scannedOrder(order), next: open };
    return { meaning: 'UNKNOWN', refusal: refuse('UNKNOWN', NOTHING.order), next: open };
  }
  const found =
    kind === 'bin'
      ? await findBin(connection, number)
      : await findParcelByCode(connection, scanCodeOf('parcel', number));
  if (!found) return { meaning: 'UNKNOWN', refusal: refuse('UNKNOWN', NOTHING[kind]), next: open };
  const { clientId, orderId } = found;
  if (clientId === null || orderId === null)
    return { meaning, refusal: refuse('UNKNOWN', 'bin_free', { bin: number }), next: open };
  const order = await findOrder(connection, { clientId, orderId });
  return { meaning, ...(order && { order }), next: open };
}

async function findOrder(connection: Connection, key: OrderKey): Promise<ScannedOrder | undefined> {
  const [order] = await findProductionOrders(connection, key.clientId, [key.orderId]);
  return order && scannedOrder(order);
}

/** What of an order in production is told. */
export function scannedOrder({ clientId, orderId, code }: ScannedOrder): ScannedOrder {
  return { clientId, orderId, code };
}

/** What the label of a blank stands for: a piece, where only one can be meant. */
type Meant = { code: string } | 'several' | undefined;

/**
 * The piece that a blank is for whose own label was scanned, with its SKU: the one in hand, if it is made of it; else the only one on the floor (at MAKE, that is
 * still to be made).
 */
export async function findByBlank(
  connection: Connection,
  sku: string,
  { work, piece }: ScanContext,
): Promise<Meant> {
  const inHand = piece === undefined ? undefined : await findPieceByCode(connection, piece);
  if (inHand?.sku === sku) return { code: inHand.code };
  const [first, second] = await findPiecesOfBlank(connection, sku, { toMake: work !== 'FIND', limit: 2 });
  if (second !== undefined) return 'several';
  return first === undefined ? undefined : { code: first };
}
