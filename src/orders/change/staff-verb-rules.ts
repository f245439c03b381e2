import type { Actor } from '../../platform/audit/actor.ts';
import { ApiError, invalidRequest, type Violation } from '../../platform/errors/errors.ts';
import type { OrderStatus } from '../document/order-fields.ts';
import { ON_HOLD } from '../document/order-fields.ts';
import type { Order } from '../document/order-schemas.ts';
import type { LeavingPieces, Occurrence } from './apply-change.ts';
import type { LockedOrder } from './order-change-store.ts';
import { findTransition } from './order-states.ts';
import { isPartlyShipped, leftInWords, piecesLeft } from './shipment-rules.ts';

/** Statuses in which something would happen to an order. */
export const HOLDABLE: readonly OrderStatus[] = ['NEW', 'ASSIGNED', 'ACCEPTED'];

/** Nothing happens to the order until staff release it. */
export function isHeld({ statusReason }: Pick<Order, 'statusReason'>): boolean {
  return statusReason?.code === ON_HOLD;
}

/** What the customer is told when something else has ended the wish to cancel. */
export const REJECTED_BY = { shipped: 'order_shipped', failed: 'order_failed' } as const;

/** The change that ends a wish to cancel which is still to be decided, with what its customer is told; none where there is no such wish. */
export function rejectWish(
  { cancellation }: Pick<Order, 'cancellation'>,
  by: Actor,
  reason: string | undefined,
): Occurrence[] {
  if (cancellation?.status !== 'REQUESTED') return [];
  const rejected = {
    ...cancellation,
    status: 'REJECTED' as const,
    ...(reason && { rejectionReason: reason }),
  };
  return [{ event: 'order.cancellation_rejected', by, reason, extras: { cancellation: rejected } }];
}

/** What a verb goes by. */
export interface StaffSituation {
  status: OrderStatus;
  /** Of its client. */
  mode: 'live' | 'sandbox';
  content: Pick<Order, 'items' | 'cancellation' | 'shipments' | 'statusReason'>;
}

const mayBecome =
  (to: OrderStatus) =>
  ({ status }: StaffSituation) =>
    findTransition(status, to, 'operator') !== undefined;
const isAsked = ({ status, content }: StaffSituation) =>
  status === 'ACCEPTED' && content.cancellation?.status === 'REQUESTED';

const isNot =
  (isIn: (order: StaffSituation) => boolean, isOut: (order: StaffSituation) => boolean) =>
  (order: StaffSituation) =>
    isIn(order) && !isOut(order);
const isOnHold = ({ content }: StaffSituation) => isHeld(content);
const isIn =
  (...statuses: readonly OrderStatus[]) =>
  ({ status }: StaffSituation) =>
    statuses.includes(status);

const isInParts = ({ status, content: { shipments } }: StaffSituation) =>
  isPartlyShipped({ status, ...(shipments && { shipments }) });
/** For a file or for stock. */
const isWaiting = ({ status, content }: StaffSituation) =>
  status === 'NEW' && content.statusReason !== undefined && !isHeld(content);

/** All that staff can do with an order, by what follows it in the path, and when. */
const VERBS = {
  accept: isNot(mayBecome('ACCEPTED'), isOnHold),
  ship: isNot(mayBecome('SHIPPED'), isOnHold),
  // In ERROR its message can be corrected. An order of which pieces have left cannot go to ERROR.
  error: isNot((order) => order.status === 'ERROR' || mayBecome('ERROR')(order), isInParts),
  reopen: mayBecome('NEW'),
  retry: (order) => order.status === 'ERROR' || isWaiting(order),
  cancel: mayBecome('CANCELLED'),
  'cancellation/accept': isAsked,
  'cancellation/reject': isAsked,
  hold: isIn(...HOLDABLE),
  release: isOnHold,
  prefer: isIn('NEW'),
  unprefer: isIn('NEW'),
  'shipments/{shipmentId}/tracking': ({ content }) => (content.shipments ?? []).length > 0,
} as const satisfies Record<string, (order: StaffSituation) => boolean>;

export type StaffVerb = keyof typeof VERBS;
export const STAFF_VERBS = Object.keys(VERBS) as StaffVerb[];

/** What staff can do with the order as it is. */
export function possibleVerbs(order: StaffSituation): StaffVerb[] {
  return STAFF_VERBS.filter((verb) => VERBS[verb](order));
}

/** Throws `order_not_changeable` where the verb is not possible. */
export function requireVerb(order: StaffSituation, verb: StaffVerb): void {
  if (VERBS[verb](order)) return;
  const why = verb.startsWith('cancellation/')
    ? ', since its customer has not asked for a cancellation that is still to be decided'
    : '';
  throw refusal(order, `"${verb}" is not possible${why}`);
}

/** `order_not_changeable`; says what is refused, how the order stands, and what is possible instead. */
export function refusal(order: StaffSituation, what: string): ApiError {
  return new ApiError('order_not_changeable', `${standing(order)}; ${what}. ${possible(order)}`);
}

/** Throws `sandbox_order` for an order of a sandbox client. */
export function refuseSandbox(order: StaffSituation): void {
  if (order.mode === 'live') return;
  const message = `The order is ${order.status}, and of a sandbox client: nobody works on it. It goes its way by itself, and its client takes it on with POST /v1/orders/{orderId}/simulate.`;
  throw new ApiError('sandbox_order', message);
}

/** What `If-Match` names is no longer what the order is. */
export function preconditionFailed(order: StaffSituation & { version: number }): ApiError {
  const message = `The order has changed since you read it, so nothing was done; read it again. ${standing(order)}, version ${order.version}. ${possible(order)}`;
  return new ApiError('precondition_failed', message);
}

function standing(order: StaffSituation): string {
  const { status, content } = order;
  const left = isInParts(order) ? `, partly shipped (left: ${leftInWords(piecesLeft(content))})` : '';
  return `The order is ${status}${left}${isOnHold(order) ? ' and on hold' : ''}`;
}

function possible(order: StaffSituation): string {
  const verbs = possibleVerbs(order);
  return verbs.length > 0 ? `Possible: ${verbs.join(', ')}.` : 'Nothing more can be done with it.';
}

/** Pieces of an item that were spoiled in production. */
export interface ScrappedPieces {
  /** Id of the item. */
  item: string;
  quantity: number;
  /** In the words of staff, for the ledger. */
  reason: string;
}

/**
 * What leaves the shelf for the pieces that were spoiled. Throws `invalid_request` for pieces that the order does not have, or no longer has, and
 * `order_not_changeable` where nothing of it is in production.
 */
export function scrappedPieces(
  order: LockedOrder,
  scrapped: readonly ScrappedPieces[] = [],
): { leaving?: readonly LeavingPieces[] } {
  if (scrapped.length === 0) return {};
  if (order.status !== 'ACCEPTED')
    throw refusal(order, 'nothing of it is in production, so no piece of it can be scrapped');
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
  content: Parameters<typeof piecesLeft>[0],
  scrapped: readonly ScrappedPieces[],
): Violation[] {
  const left = piecesLeft(content);
  const named = new Set<string>();
  return scrapped.flatMap(({ item, quantity }, index): Violation[] => {
    const at = `/scrapped/${index}`;
    const ofItem = left.get(item);
    if (ofItem === undefined) {
      const message = 'The order has no item with this id.';
      return [{ pointer: `${at}/item`, code: 'unknown_item', message, allowed: [...left.keys()] }];
    }
    if (named.has(item)) {
      const message = 'This item is named before; name each item once, with all its pieces.';
      return [{ pointer: `${at}/item`, code: 'duplicate_item_id', message }];
    }
    named.add(item);
    if (quantity <= ofItem) return [];
    const message = `At most ${ofItem} of this item can be scrapped, since no more of it is in production: ${leftInWords(left)}.`;
    return [{ pointer: `${at}/quantity`, code: 'too_large', message }];
  });
}
