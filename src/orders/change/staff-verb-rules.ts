import type { Actor } from '../../platform/audit/actor.ts';
import { ApiError, invalidRequest, type Violation } from '../../platform/errors/errors.ts';
import type { OrderStatus } from '../document/order-fields.ts';
import { ON_HOLD, OPEN_STATUSES } from '../document/order-fields.ts';
import type { Order } from '../document/order-schemas.ts';
import type { LockedOrder } from '../rows/order-row-store.ts';
import type { LeavingPieces, Occurrence } from './apply-change.ts';
import { findTransition } from './order-states.ts';
import { describePieces, isPartlyShipped, remainingPieces } from './shipment-rules.ts';

export const HOLDABLE: readonly OrderStatus[] = ['NEW', 'ASSIGNED', 'ACCEPTED'];

export function isHeld({ statusReason }: Pick<Order, 'statusReason'>): boolean {
  return statusReason?.code === ON_HOLD;
}

/** Returns whether the client holds the order, and not staff. */
export function isHeldByClient({ statusReason }: Pick<Order, 'statusReason'>): boolean {
  return statusReason?.code === ON_HOLD && statusReason.heldBy === 'client';
}

/** Reasons that the customer reads when another event ends the cancellation request. */
export const REJECTED_BY = { shipped: 'order_shipped', failed: 'order_failed' } as const;

/** Returns the change that rejects a pending cancellation request, or none. */
export function rejectRequest(
  { cancellation }: Pick<Order, 'cancellation'>,
  by: Actor,
  reason: string | undefined,
): Occurrence[] {
  if (cancellation?.status !== 'REQUESTED') return [];
  const rejected = { ...cancellation, status: 'REJECTED' as const, ...(reason && { rejectionReason: reason }) };
  return [{ event: 'order.cancellation_rejected', by, reason, extras: { cancellation: rejected } }];
}

/** The part of an order that decides which verbs are possible. */
export interface StaffSituation {
  status: OrderStatus;
  mode: 'live' | 'sandbox';
  content: Pick<Order, 'items' | 'cancellation' | 'shipments' | 'statusReason'>;
}

const canBecome =
  (to: OrderStatus) =>
  ({ status }: StaffSituation) =>
    findTransition(status, to, 'operator') !== undefined;
const isAsked = ({ status, content }: StaffSituation) =>
  status === 'ACCEPTED' && content.cancellation?.status === 'REQUESTED';

const isNot =
  (isIn: (order: StaffSituation) => boolean, isOut: (order: StaffSituation) => boolean) => (order: StaffSituation) =>
    isIn(order) && !isOut(order);
const isOnHold = ({ content }: StaffSituation) => isHeld(content);
const isIn =
  (...statuses: readonly OrderStatus[]) =>
  ({ status }: StaffSituation) =>
    statuses.includes(status);

const isInParts = ({ status, content: { shipments } }: StaffSituation) =>
  isPartlyShipped({ status, ...(shipments && { shipments }) });
/** Returns whether the order waits for a file or for stock. */
const isWaiting = ({ status, content }: StaffSituation) =>
  status === 'NEW' && content.statusReason !== undefined && !isHeld(content);

/** The conditions of all verbs of staff, by the end of their path. */
const VERBS = {
  accept: isNot(isIn('ASSIGNED'), isOnHold),
  ship: isNot(canBecome('SHIPPED'), isOnHold),
  // In ERROR the message can be corrected. A partly shipped order cannot go to ERROR.
  error: isNot((order) => order.status === 'ERROR' || canBecome('ERROR')(order), isInParts),
  reopen: isIn('ERROR'),
  retry: (order) => order.status === 'ERROR' || isWaiting(order),
  cancel: canBecome('CANCELLED'),
  'cancellation/accept': isAsked,
  'cancellation/reject': isAsked,
  hold: isIn(...HOLDABLE),
  release: isOnHold,
  rush: isIn(...OPEN_STATUSES),
  unrush: isIn(...OPEN_STATUSES),
  prefer: isIn('NEW'),
  unprefer: isIn('NEW'),
  'shipments/{shipmentId}/withdraw': ({ status, content }) =>
    (status === 'SHIPPED' || status === 'ACCEPTED') && (content.shipments ?? []).length > 0,
  'shipments/{shipmentId}/tracking': ({ content }) => (content.shipments ?? []).length > 0,
} as const satisfies Record<string, (order: StaffSituation) => boolean>;

export type StaffVerb = keyof typeof VERBS;
export const STAFF_VERBS = Object.keys(VERBS) as StaffVerb[];

export function listPossibleVerbs(order: StaffSituation): StaffVerb[] {
  return STAFF_VERBS.filter((verb) => VERBS[verb](order));
}

/** Throws `order_not_changeable` if the verb is not possible. */
export function requireVerb(order: StaffSituation, verb: StaffVerb): void {
  if (VERBS[verb](order)) return;
  const why = verb.startsWith('cancellation/') ? ', because no request to cancel is pending' : '';
  throw notPossible(order, `"${verb}" is not possible${why}`);
}

/** Returns `order_not_changeable` with the state of the order and the possible verbs. */
export function notPossible(order: StaffSituation, what: string): ApiError {
  return new ApiError('order_not_changeable', `${describeState(order)}; ${what}. ${describePossible(order)}`);
}

/** Throws `sandbox_order` for an order of a sandbox client. */
export function refuseSandbox(order: StaffSituation): void {
  if (order.mode === 'live') return;
  const message = `The order is ${order.status} and belongs to a sandbox client, so staff cannot change it. It advances by itself, or when its client sends POST /v1/orders/{orderId}/simulate.`;
  throw new ApiError('sandbox_order', message);
}

/** Returns the error for an `If-Match` that names an outdated version. */
export function preconditionFailed(order: StaffSituation & { version: number }): ApiError {
  const message = `The order has changed since you read it, so nothing was changed. Read it again. ${describeState(order)}, version ${order.version}. ${describePossible(order)}`;
  return new ApiError('precondition_failed', message);
}

function describeState(order: StaffSituation): string {
  const { status, content } = order;
  const left = isInParts(order) ? `, partly shipped (left: ${describePieces(remainingPieces(content))})` : '';
  return `The order is ${status}${left}${isOnHold(order) ? ' and on hold' : ''}`;
}

function describePossible(order: StaffSituation): string {
  const verbs = listPossibleVerbs(order);
  return verbs.length > 0 ? `Possible: ${verbs.join(', ')}.` : 'It cannot be changed any more.';
}

export interface ScrappedPieces {
  item: string;
  quantity: number;
  /** The words of staff, for the stock ledger. */
  reason: string;
}

/**
 * Returns the pieces that leave the shelf as spoiled.
 * Throws `invalid_request` for pieces that the order does not have in production, and `order_not_changeable`
 * if it is not in production.
 */
export function scrappedPieces(
  order: LockedOrder,
  scrapped: readonly ScrappedPieces[] = [],
): { leaving?: readonly LeavingPieces[] } {
  if (scrapped.length === 0) return {};
  if (order.status !== 'ACCEPTED')
    throw notPossible(order, 'it is not in production, so none of its pieces can be scrapped');
  const violations = scrapViolations(order.content, scrapped);
  if (violations.length > 0) throw invalidRequest(violations);
  return {
    leaving: scrapped.map(({ item, quantity, reason }) => ({
      id: item,
      quantity,
      reason: 'scrapped' as const,
      note: reason,
    })),
  };
}

function scrapViolations(
  content: Parameters<typeof remainingPieces>[0],
  scrapped: readonly ScrappedPieces[],
): Violation[] {
  const left = remainingPieces(content);
  const ids = new Set<string>();
  return scrapped.flatMap(({ item, quantity }, index): Violation[] => {
    const at = `/scrapped/${index}`;
    const ofItem = left.get(item);
    if (ofItem === undefined) {
      const message = 'The order has no item with this id.';
      return [{ pointer: `${at}/item`, code: 'unknown_item', message, allowed: [...left.keys()] }];
    }
    if (ids.has(item)) {
      const message = 'This item is listed twice. List each item once, with all its pieces.';
      return [{ pointer: `${at}/item`, code: 'duplicate_item_id', message }];
    }
    ids.add(item);
    if (quantity <= ofItem) return [];
    const message = `At most ${ofItem} pieces of this item can be scrapped, because no more are in production: ${describePieces(left)}.`;
    return [{ pointer: `${at}/quantity`, code: 'too_large', message }];
  });
}
