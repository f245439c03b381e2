import type { Static } from 'typebox';
import type { Actor } from '../../platform/audit/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { type Connection, withRetry } from '../../platform/database/transaction.ts';
import { invalidRequest, orderNotFound, type Violation } from '../../platform/errors/errors.ts';
import { violation } from '../create/body-rules.ts';
import { type ValidatedOrder, validateOrder } from '../create/validate-order.ts';
import type { OrderCorrectionSchema } from '../document/order-request-schemas.ts';
import type { Order } from '../document/order-schemas.ts';
import { findOrders, type OrderKey } from '../document/order-store.ts';
import { type AmendContext, changeDestination, decideAmendment, isSameBut } from './amend-order.ts';
import type { OrderChange } from './apply-change.ts';
import { type ChangedOrder, changeOrder, type Decision, type OperateInput } from './change-order.ts';
import { type LockedOrder, listBegunPieces } from './order-change-store.ts';
import { listNonEmpty, type Pieces, remainingPieces } from './shipment-rules.ts';
import { notPossible, preconditionFailed, refuseSandbox } from './staff-verb-rules.ts';

/** The parts of an order that staff correct. Absent fields stay. */
export type OrderCorrection = Omit<Static<typeof OrderCorrectionSchema>, 'reason'>;

interface CorrectContext extends AmendContext {
  /** Cancels unbegun pieces of each item, by these quantities. Returns false if there are too few. */
  cancelPieces: (connection: Connection, key: OrderKey, fewer: readonly Pieces[], now: Date) => Promise<boolean>;
}

interface Correcting extends OperateInput {
  correction: OrderCorrection;
  reason: string;
}

/**
 * Corrects parts of an order for its customer, under the rules of creation. In production the order keeps its
 * pieces if only its address or carrier changes, or quantities fall by pieces that nobody has begun. Other
 * parts can change until a piece is begun. In other statuses its intake starts again.
 * Throws `order_not_changeable`, and `precondition_failed` if the order changed since it was read.
 */
export async function correctOrder(
  context: CorrectContext,
  key: OrderKey,
  { by, correction, reason, isExpected }: Correcting,
): Promise<ChangedOrder> {
  const { pool, clock, onWork } = context;
  const { clientId, orderId } = key;
  const [stored] = await withRetry(() => findOrders(pool, [key]));
  if (!stored) throw orderNotFound();
  const accepted: Order = JSON.parse(stored.document);
  const unknown = unknownItems(accepted, correction);
  const validated = await validateOrder(context, clientId, correctedOrder(accepted, correction), unknown, { accepted });
  if (validated.violations.length > 0) throw invalidRequest(validated.violations);
  const now = clock();
  const changed = await changeOrder(pool, key, now, async (order, connection) => {
    refuseSandbox(order);
    if (order.requestHash.equals(validated.requestHash)) return undefined;
    const isRead = isExpected?.(order.version) ?? true;
    if (!isRead || !order.requestHash.equals(stored.requestHash)) throw preconditionFailed(order);
    const doing = { by, now, reason: CORRECTED };
    const change = await decideCorrection(context, connection, clientId, order, validated, doing);
    const subject = ['order', `${clientId}/${orderId}`] as const;
    await recordAudit(connection, by, now, { action: 'order.corrected', subject, detail: { reason } });
    return change;
  });
  if (changed.changed) onWork(clientId, 'live');
  return changed;
}

const CORRECTED = 'corrected';

async function decideCorrection(
  context: CorrectContext,
  connection: Connection,
  clientId: string,
  order: LockedOrder,
  validated: ValidatedOrder,
  doing: { by: Actor; now: Date; reason: string },
): Promise<Decision | undefined> {
  const { status, content } = order;
  if (content.personalDataErased !== undefined || status === 'CANCELLED')
    throw notPossible(order, 'it has ended, so it cannot be corrected');
  if (status === 'SHIPPED') throw notPossible(order, 'withdraw a shipment that has not left, then correct the order');
  if (status === 'ACCEPTED') {
    if (isSameBut(order, validated, ['address', 'carrierId']))
      return changeDestination(context, connection, clientId, order, validated, doing);
    const fewer = fewerPieces(order, validated);
    if (fewer) {
      const left = remainingPieces({ ...content, items: validated.order.items as Order['items'] });
      const isEnough = [...left.values()].every((quantity) => quantity >= 0) && listNonEmpty(left).length > 0;
      if (
        !isEnough ||
        !(await context.cancelPieces(connection, { clientId, orderId: order.orderId }, fewer, doing.now))
      )
        throw notPossible(order, 'more pieces are made or have left than the new quantities');
      return { ...(await changeDestination(context, connection, clientId, order, validated, doing)), trims: true };
    }
    const begun = await listBegunPieces(connection, clientId, order.orderId);
    if (begun.length > 0 || content.shipments !== undefined || content.cancellation?.status === 'REQUESTED')
      throw notPossible(
        order,
        'its production has begun, so only its address and carrier can change, and its quantities can fall',
      );
  }
  const change = decideAmendment({ ...order, status: 'NEW' }, validated, doing.by, doing.now);
  return change && { ...(change as OrderChange), reason: doing.reason };
}

/** Returns the pieces that items lose. Undefined if more than destination and quantities differ. */
function fewerPieces(order: LockedOrder, validated: ValidatedOrder): Pieces[] | undefined {
  const after = new Map(validated.order.items.map(({ id, quantity }) => [id, quantity]));
  const items = order.content.items.map((item) => ({ ...item, quantity: after.get(item.id) ?? item.quantity }));
  const lost = order.content.items.map((item) => ({ ...item, quantity: item.quantity - (after.get(item.id) ?? 0) }));
  if (!isSameBut({ content: { ...order.content, items } }, validated, ['address', 'carrierId'])) return undefined;
  if (lost.some(({ quantity }) => quantity < 0)) return undefined;
  // Existing products have no pieces.
  return lost.filter(({ customProduct, quantity }) => customProduct && quantity > 0);
}

/** Returns the order with the corrected parts. An empty field of the address is removed. */
function correctedOrder(
  order: Order,
  { shipping: { address, ...shipping } = {}, items = [], ...rest }: OrderCorrection,
) {
  const corrected = new Map(items.map((item) => [item.id, item]));
  return {
    ...order,
    ...rest,
    shipping: {
      ...order.shipping,
      ...shipping,
      ...(address && { address: { ...order.shipping.address, ...address } }),
    },
    items: order.items.map((item) => {
      const { existingProduct, customProduct } = corrected.get(item.id) ?? {};
      const product = existingProduct || customProduct ? { existingProduct, customProduct } : {};
      return { ...item, ...corrected.get(item.id), ...product };
    }),
  };
}

function unknownItems({ items: known }: Order, { items = [] }: OrderCorrection): Violation[] {
  const allowed = known.map(({ id }) => id);
  const message = 'The order has no item with this id.';
  return items.flatMap(({ id }, index) =>
    allowed.includes(id) ? [] : violation(`/items/${index}/id`, 'unknown_item', message, allowed),
  );
}
