import type { Pool } from 'pg';
import type { Occurrence } from '../orders/change/apply-change.ts';
import { type ChangedOrder, changeOrder, type Decision } from '../orders/change/change-order.ts';
import { TRANSITIONS } from '../orders/change/order-states.ts';
import { isHeld } from '../orders/change/staff-verb-rules.ts';
import type { CreateOrderContext } from '../orders/create/create-order.ts';
import { type ValidatedOrder, validateOrder } from '../orders/create/validate-order.ts';
import { carrierOf, hashOrder, type NormalisedOrder, normaliseOrder } from '../orders/document/order-document.ts';
import { WAITING_FOR_FILE } from '../orders/document/order-fields.ts';
import { CORRECTABLE_TEXTS } from '../orders/document/order-request-schemas.ts';
import type { Order, OrderWarning } from '../orders/document/order-schemas.ts';
import { ARTWORK_WARNINGS } from '../orders/files/artwork-rules.ts';
import type { KeptFile } from '../orders/files/order-file-store.ts';
import type { LockedOrder } from '../orders/rows/order-row-store.ts';
import { findOrders, type OrderKey } from '../orders/rows/order-row-store.ts';
import type { Actor } from '../platform/audit/actor.ts';
import { type Connection, withRetry } from '../platform/database/transaction.ts';
import { ApiError, invalidRequest, type Violation } from '../platform/errors/errors.ts';
import { voidPapersOfOrder, voidSlipsOfOrder } from './parcel-paper-store.ts';
import { hasClosedParcel } from './parcel-store.ts';

const CHANGEABLE = TRANSITIONS.filter(({ to, by }) => to === 'NEW' && by.includes('client')).map(({ from }) => from);

export interface AmendContext extends Omit<CreateOrderContext, 'batches'> {
  pool: Pool;
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
    if (order.status === 'ACCEPTED' && order.requestHash.equals(validated.requestHash)) return undefined;
    if (order.status !== 'ACCEPTED' || !isSameBut(order, validated, ['address']))
      return decideAmendment(order, validated, by, now);
    if (await hasClosedParcel(connection, clientId, orderId))
      throw notChangeable(order, 'and its first parcel is packed');
    return changeDestination(connection, clientId, order, validated, { by, now });
  });
  if (changed.changed) onWork(clientId, changed.before.mode);
  return changed;
}

/** Returns the change to the new content; undefined if the order has it and needs no other attempt. */
export function decideAmendment(
  order: LockedOrder,
  validated: ValidatedOrder,
  by: Actor,
  now: Date,
): Decision | undefined {
  const { status, requestHash, content: before } = order;
  if (!CHANGEABLE.includes(status)) throw notChangeable(order);
  const isWaitingForFile = status === 'NEW' && before.statusReason?.code === WAITING_FOR_FILE;
  const isRetry = status === 'ERROR' || isWaitingForFile;
  if (requestHash.equals(validated.requestHash) && !isRetry) return undefined;
  return {
    to: 'NEW',
    by,
    content: contentOf(order, validated, now),
    extras: {
      // An order on hold stays on hold when its customer changes it.
      ...(isHeld(before) && { statusReason: before.statusReason }),
      // A correction of staff keeps the date that the customer knows.
      ...(by.kind === 'operator' && { expectedShipDate: before.expectedShipDate ?? null }),
    },
    ...(!isHeld(before) && { workDue: now }),
  };
}

function contentOf({ created, status }: LockedOrder, { content, requestHash }: ValidatedOrder, updated: Date) {
  return { order: content({ status, created, updated }), requestHash };
}

function notChangeable({ status }: LockedOrder, why = ''): ApiError {
  const message = `The order is ${status}${why && ` ${why}`}. It can be changed while it is ${CHANGEABLE.join(', ')}; only its address while it is ACCEPTED and no parcel is packed.`;
  return new ApiError('order_not_changeable', message);
}

/** Returns whether the requests differ at most in these fields of `shipping` and of the order. */
export function isSameBut(
  { content: before }: Pick<LockedOrder, 'content'>,
  { order: after }: ValidatedOrder,
  ofShipping: readonly (keyof Order['shipping'])[],
  ofOrder: readonly (keyof NormalisedOrder)[] = [],
): boolean {
  const but = <T extends object>(object: T, fields: readonly PropertyKey[]) =>
    Object.fromEntries(Object.entries(object).filter(([name]) => !fields.includes(name))) as T;
  const without = (order: NormalisedOrder) =>
    hashOrder({ ...but(order, ofOrder), shipping: but(order.shipping, ofShipping) });
  return without(normaliseOrder(before)).equals(without(after));
}

interface Destination {
  by: Actor;
  now: Date;
  reason?: string;
  /** The new files of a correction, and the warnings about them. */
  files?: readonly KeptFile[] | undefined;
  doubts?: readonly OrderWarning[];
}

/**
 * Returns the change of destination or texts of an order in production. Its pieces and status stay. Voids the
 * printed papers of its parcels that have not left. Texts void only the slip, and the wished day no paper.
 */
export async function changeDestination(
  connection: Connection,
  clientId: string,
  order: LockedOrder,
  validated: ValidatedOrder,
  { by, now, reason, files, doubts = [] }: Destination,
): Promise<Occurrence> {
  const { shipments, withdrawnShipments, cancellation, statusReason, expectedShipDate } = order.content;
  const content = contentOf(order, validated, now);
  const isKept = ({ code, pointer }: OrderWarning) =>
    ARTWORK_WARNINGS.includes(code) && !files?.some((file) => file.pointer === pointer);
  const ofAddress = content.order.warnings ?? [];
  const warnings = [...ofAddress, ...(order.content.warnings ?? []).filter(isKept), ...doubts];
  const key = { clientId, orderId: order.orderId };
  const { shipping } = content.order;
  if (!isSameBut(order, validated, [], CORRECTABLE_TEXTS))
    await voidPapersOfOrder(connection, key, { shipping, carrier: carrierOf(shipping, order.defaultCarrier) });
  else if (!isSameBut(order, validated, [], ['requestedDeliveryDate'])) await voidSlipsOfOrder(connection, key);
  const kept = {
    shipments,
    withdrawnShipments,
    cancellation,
    statusReason,
    expectedShipDate,
    ...(warnings.length > 0 && { warnings }),
  };
  const extras = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
  const due = order.mode === 'sandbox' ? { workDue: now } : {};
  return { event: 'order.updated', by, reason, content, extras, ...(files && { files }), ...due };
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
  const [stored] = await withRetry(() => findOrders(context.pool, key.clientId, [key.orderId]));
  if (!stored) return { validated };
  const accepted: Order = JSON.parse(stored.document);
  const again = await validateOrder(context, key.clientId, body, schemaViolations, { accepted });
  const { requestHash } = stored;
  const isSame = requestHash.equals(again.requestHash);
  return { validated: isSame ? { ...again, violations: [] } : again, base: { requestHash, violations } };
}
