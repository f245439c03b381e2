import type { Pool } from 'pg';
import type { Static } from 'typebox';
import type { Actor } from '../../platform/audit/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { type Connection, withRetry } from '../../platform/database/transaction.ts';
import { ApiError, invalidRequest, orderNotFound, type Violation } from '../../platform/errors/errors.ts';
import type { CreateOrderContext } from '../create/create-order.ts';
import { type ValidatedOrder, validateOrder } from '../create/validate-order.ts';
import { carrierOf, hashOrder, type NormalisedOrder, normaliseOrder } from '../document/order-document.ts';
import { WAITING_FOR_FILE } from '../document/order-fields.ts';
import type { OrderCorrectionSchema } from '../document/order-request-schemas.ts';
import type { Order } from '../document/order-schemas.ts';
import { findOrders, type OrderKey } from '../document/order-store.ts';
import type { OrderChange } from './apply-change.ts';
import { type ChangedOrder, changeOrder, type Decision, type OperateInput } from './change-order.ts';
import { hasClosedParcel, type LockedOrder, listBegunPieces } from './order-change-store.ts';
import { TRANSITIONS } from './order-states.ts';
import { isHeld, notPossible, preconditionFailed, refuseSandbox } from './staff-verb-rules.ts';

const CHANGEABLE = TRANSITIONS.filter(({ to, by }) => to === 'NEW' && by.includes('client')).map(({ from }) => from);

/** Voids the printed papers of the order's parcels that have not left, and sets their carrier. */
export type VoidPapers = (connection: Connection, key: OrderKey, carrier: string | null) => Promise<void>;

export interface AmendContext extends Omit<CreateOrderContext, 'batches'> {
  pool: Pool;
  /** Packing provides it, because it is above orders. */
  voidPapers: VoidPapers;
}

interface Amendment {
  by: Actor;
  body: unknown;
  schemaViolations: readonly Violation[];
  isExpected: (version: number) => boolean;
}

/**
 * Replaces the order with the request body, under the rules of creation. The status becomes NEW and intake
 * starts again. In ACCEPTED only the address can change, until the first parcel is closed; the pieces stay.
 * The same body changes nothing, except in ERROR or while the order waits for a file: then it starts another
 * attempt.
 * Throws `order_not_changeable` once production has begun, and `precondition_failed` if `isExpected` refuses
 * the version.
 */
export async function amendOrder(
  context: AmendContext,
  { clientId, orderId }: OrderKey,
  { by, body, schemaViolations, isExpected }: Amendment,
): Promise<ChangedOrder> {
  const { pool, clock, onWork } = context;
  const { validated, base } = await validateAmendment(context, { clientId, orderId }, body, schemaViolations);
  const violations = [...validated.violations];
  if (validated.order.orderId !== orderId) {
    const message = 'The orderId in the body must equal the orderId in the path. It cannot be changed.';
    violations.push({ pointer: '/orderId', code: 'order_id_mismatch', message });
  }
  if (violations.length > 0) throw invalidRequest(violations);
  const now = clock();
  const changed = await changeOrder(pool, { clientId, orderId }, now, async (order, connection) => {
    if (!isExpected(order.version)) {
      throw new ApiError('precondition_failed', 'The order has changed since you read it. Read it again.');
    }
    // The stored order that excused some violations has been replaced since.
    if (base && !base.requestHash.equals(order.requestHash)) throw invalidRequest(base.violations);
    if (order.status !== 'ACCEPTED' || !isOtherAddress(order, validated))
      return decideAmendment(order, validated, by, now);
    if (await hasClosedParcel(connection, clientId, orderId))
      throw notChangeable(order, 'and its first parcel is packed');
    return changeDestination(context, connection, clientId, order, validated, { by, now });
  });
  if (changed.changed) onWork(clientId, changed.before.mode);
  return changed;
}

/** Returns the change to the new content. Undefined if the same content is being taken in, or was. */
function decideAmendment(order: LockedOrder, validated: ValidatedOrder, by: Actor, now: Date): Decision | undefined {
  const { status, requestHash, content: before } = order;
  if (!CHANGEABLE.includes(status)) throw notChangeable(order);
  const isWaitingForFile = status === 'NEW' && before.statusReason?.code === WAITING_FOR_FILE;
  const isRetry = status === 'ERROR' || isWaitingForFile;
  if (requestHash.equals(validated.requestHash) && !isRetry) return undefined;
  return {
    to: 'NEW',
    by,
    content: contentOf(order, validated, now),
    // An order on hold stays on hold when its customer changes it.
    ...(isHeld(before) ? { extras: { statusReason: before.statusReason } } : { workDue: now }),
  };
}

function contentOf({ created, status }: LockedOrder, { content, requestHash }: ValidatedOrder, updated: Date) {
  return { order: content({ status, created, updated }), requestHash };
}

function notChangeable({ status }: LockedOrder, why = ''): ApiError {
  const message = `The order is ${status}${why && ` ${why}`}. It can be changed while it is ${CHANGEABLE.join(', ')}; only its address while it is ACCEPTED and no parcel is packed.`;
  return new ApiError('order_not_changeable', message);
}

/** Returns whether the requests differ at most in these fields of `shipping`. */
function isSameBut(
  { content: before }: LockedOrder,
  { order: after }: ValidatedOrder,
  fields: readonly (keyof Order['shipping'])[],
): boolean {
  const without = (order: NormalisedOrder) => {
    const kept = Object.entries(order.shipping).filter(([name]) => !fields.some((field) => field === name));
    return hashOrder({ ...order, shipping: Object.fromEntries(kept) });
  };
  return without(normaliseOrder(before)).equals(without(after));
}

function isOtherAddress(order: LockedOrder, validated: ValidatedOrder): boolean {
  const { address } = validated.order.shipping;
  return (
    address !== undefined &&
    !order.requestHash.equals(validated.requestHash) &&
    isSameBut(order, validated, ['address'])
  );
}

/** Returns the change of address or carrier of an order in production. Its pieces and status stay. */
async function changeDestination(
  { voidPapers }: Pick<AmendContext, 'voidPapers'>,
  connection: Connection,
  clientId: string,
  order: LockedOrder,
  validated: ValidatedOrder,
  { by, now, reason }: { by: Actor; now: Date; reason?: string },
): Promise<Decision> {
  const { shipments, withdrawnShipments, cancellation, warnings, statusReason } = order.content;
  const content = contentOf(order, validated, now);
  const key = { clientId, orderId: order.orderId };
  await voidPapers(connection, key, carrierOf(content.order.shipping, order.defaultCarrier));
  const kept = { shipments, withdrawnShipments, cancellation, warnings, statusReason };
  const extras = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
  const due = order.mode === 'sandbox' ? { workDue: now } : {};
  return { event: 'order.updated', by, reason, content, extras, ...due };
}

/** The parts of an order that staff correct. Absent fields stay. */
export type OrderCorrection = Omit<Static<typeof OrderCorrectionSchema>, 'reason'>;

interface Correcting extends OperateInput {
  correction: OrderCorrection;
  reason: string;
}

/**
 * Corrects parts of an order for its customer, under the rules of creation. In production the order keeps its
 * pieces if only its address or carrier changes; other parts can change until a piece is begun. In other
 * statuses its intake starts again.
 * Throws `order_not_changeable`, and `precondition_failed` if the order changed since it was read.
 */
export async function correctOrder(
  context: AmendContext,
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
    const change = await decideCorrection(context, connection, clientId, order, validated, {
      by,
      now,
      reason: CORRECTED,
    });
    const subject = ['order', `${clientId}/${orderId}`] as const;
    await recordAudit(connection, by, now, { action: 'order.corrected', subject, detail: { reason } });
    return change;
  });
  if (changed.changed) onWork(clientId, 'live');
  return changed;
}

const CORRECTED = 'corrected';

async function decideCorrection(
  context: AmendContext,
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
    const begun = await listBegunPieces(connection, clientId, order.orderId);
    if (begun.length > 0 || content.shipments !== undefined || content.cancellation?.status === 'REQUESTED')
      throw notPossible(order, 'its production has begun, so only its address and carrier can be corrected');
  }
  const change = decideAmendment({ ...order, status: 'NEW' }, validated, doing.by, doing.now);
  return change && { ...(change as OrderChange), reason: doing.reason };
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
  return items.flatMap(({ id }, index) =>
    allowed.includes(id)
      ? []
      : [
          {
            pointer: `/items/${index}/id`,
            code: 'unknown_item',
            message: 'The order has no item with this id.',
            allowed,
          },
        ],
  );
}

interface ValidatedAmendment {
  validated: ValidatedOrder;
  /** The stored order that excuses some violations, and all violations without that excuse. */
  base?: { requestHash: Buffer; violations: readonly Violation[] };
}

/**
 * Accepts the stored order again even if the catalogue has changed since. In a different order, the catalogue
 * is not checked for the parts that are unchanged.
 */
async function validateAmendment(
  context: Parameters<typeof amendOrder>[0],
  key: OrderKey,
  body: unknown,
  schemaViolations: readonly Violation[],
): Promise<ValidatedAmendment> {
  const validated = await validateOrder(context, key.clientId, body, schemaViolations);
  const { violations } = validated;
  if (violations.length === 0) return { validated };
  const [stored] = await withRetry(() => findOrders(context.pool, [key]));
  if (!stored) return { validated };
  const accepted: Order = JSON.parse(stored.document);
  const again = await validateOrder(context, key.clientId, body, schemaViolations, { accepted });
  const { requestHash } = stored;
  const isSame = requestHash.equals(again.requestHash);
  return { validated: isSame ? { ...again, violations: [] } : again, base: { requestHash, violations } };
}
