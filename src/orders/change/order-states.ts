import type { ActorKind } from '../../platform/audit/actor.ts';
import { ApiError } from '../../platform/errors/errors.ts';
import type { OrderEventType } from '../../webhooks/event-types.ts';
import type { OrderStatus } from '../document/order-fields.ts';

/** The effect of a transition on the reserved stock. `trim` frees what the order no longer needs. */
export type StockEffect = 'reserve' | 'release' | 'consume' | 'trim' | 'none';

export interface Transition {
  from: OrderStatus;
  to: OrderStatus;
  by: readonly ActorKind[];
  /** Actors that may only request it. */
  requestedBy?: readonly ActorKind[];
  event: OrderEventType;
  stock: StockEffect;
}

/** A row with `requestedBy` needs the consent of staff. Parcels that have left are not called back. */
export const TRANSITIONS: readonly Transition[] = [
  { from: 'NEW', to: 'ASSIGNED', by: ['system'], event: 'order.assigned', stock: 'reserve' },
  { from: 'NEW', to: 'ERROR', by: ['system', 'operator'], event: 'order.error', stock: 'release' },
  { from: 'NEW', to: 'CANCELLED', by: ['client', 'operator'], event: 'order.cancelled', stock: 'release' },
  { from: 'ASSIGNED', to: 'ACCEPTED', by: ['operator'], event: 'order.accepted', stock: 'none' },
  { from: 'NEW', to: 'NEW', by: ['client', 'operator'], event: 'order.updated', stock: 'trim' },
  { from: 'ASSIGNED', to: 'NEW', by: ['client', 'operator'], event: 'order.updated', stock: 'trim' },
  // Staff correct an item before a piece is begun.
  { from: 'ACCEPTED', to: 'NEW', by: ['operator'], event: 'order.updated', stock: 'trim' },
  { from: 'ASSIGNED', to: 'ERROR', by: ['system', 'operator'], event: 'order.error', stock: 'release' },
  { from: 'ASSIGNED', to: 'CANCELLED', by: ['client', 'operator'], event: 'order.cancelled', stock: 'release' },
  { from: 'ACCEPTED', to: 'SHIPPED', by: ['operator'], event: 'order.shipped', stock: 'consume' },
  { from: 'ACCEPTED', to: 'ERROR', by: ['operator'], event: 'order.error', stock: 'release' },
  {
    from: 'ACCEPTED',
    to: 'CANCELLED',
    by: ['operator'],
    requestedBy: ['client'],
    event: 'order.cancelled',
    stock: 'release',
  },
  { from: 'ERROR', to: 'NEW', by: ['client', 'operator'], event: 'order.updated', stock: 'none' },
  { from: 'ERROR', to: 'CANCELLED', by: ['client', 'operator'], event: 'order.cancelled', stock: 'none' },
  // Staff withdraw a shipment that is on no closed hand-over list.
  { from: 'SHIPPED', to: 'ACCEPTED', by: ['operator'], event: 'order.updated', stock: 'none' },
];

/** Returns the transition if it exists and the actor may make it. */
export function findTransition(from: OrderStatus, to: OrderStatus, actor: ActorKind): Transition | undefined {
  return TRANSITIONS.find((one) => one.from === from && one.to === to && one.by.includes(actor));
}

/** Returns whether the actor may request the transition from the actors in `by`. */
export function mayRequest(from: OrderStatus, to: OrderStatus, actor: ActorKind): boolean {
  return TRANSITIONS.some((one) => one.from === from && one.to === to && one.requestedBy?.includes(actor) === true);
}

/** Returns the transition. Throws `order_not_changeable`, which names the possible ones. */
export function requireTransition(from: OrderStatus, to: OrderStatus, actor: ActorKind): Transition {
  const found = findTransition(from, to, actor);
  if (found) return found;
  const possible = TRANSITIONS.filter((one) => one.from === from && one.by.includes(actor)).map((one) => one.to);
  const rest = possible.length > 0 ? `From here it can become ${possible.join(', ')}.` : 'It changes no more.';
  throw new ApiError('order_not_changeable', `The order is ${from} and cannot become ${to}. ${rest}`);
}

/** Returns the shortest path that service and staff can take between two statuses, if there is one. */
export function findWay(from: OrderStatus, to: OrderStatus): OrderStatus[] | undefined {
  const ways: OrderStatus[][] = [[from]];
  for (const way of ways) {
    const at = way.at(-1) as OrderStatus;
    if (at === to && way.length > 1) return way.slice(1);
    for (const one of TRANSITIONS) {
      // A corrected order and a withdrawn shipment go back, so they are not on the way.
      const isStep = one.event !== 'order.updated' || one.from === 'ERROR';
      if (one.from === at && isStep && !way.includes(one.to)) ways.push([...way, one.to]);
    }
  }
  return undefined;
}
