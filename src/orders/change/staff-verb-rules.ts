import { ApiError } from '../../errors.ts';
import type { OrderStatus } from '../document/order-fields.ts';
import type { Order } from '../document/order-schemas.ts';
import { HOLDABLE, isHeld } from './hold-rules.ts';
import { findTransition } from './order-states.ts';

/** What a verb goes by. */
export interface StaffSituation {
  status: OrderStatus;
  /** Of its client. */
  mode: 'live' | 'sandbox';
  content: Pick<Order, 'cancellation' | 'shipments' | 'statusReason'>;
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

/** All that staff can do with an order, by what follows it in the path, and when. */
const VERBS = {
  accept: isNot(mayBecome('ACCEPTED'), isOnHold),
  ship: isNot(mayBecome('SHIPPED'), isOnHold),
  // Its message can be corrected.
  error: (order) => order.status === 'ERROR' || mayBecome('ERROR')(order),
  reopen: mayBecome('NEW'),
  cancel: mayBecome('CANCELLED'),
  'cancellation/accept': isAsked,
  'cancellation/reject': isAsked,
  hold: isIn(...HOLDABLE),
  release: isOnHold,
  prefer: isIn('NEW'),
  unprefer: isIn('NEW'),
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
  return `The order is ${order.status}${isOnHold(order) ? ' and on hold' : ''}`;
}

function possible(order: StaffSituation): string {
  const verbs = possibleVerbs(order);
  return verbs.length > 0 ? `Possible: ${verbs.join(', ')}.` : 'Nothing more can be done with it.';
}
