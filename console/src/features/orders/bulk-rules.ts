import type { Verb } from '../../shared/session/session-api.ts';
import type { BulkAction, ListedOrder } from './orders-api.ts';

/** What can be done with all orders that are selected, and what a person must be allowed for it. */
export const BULK_VERBS: readonly (readonly [name: BulkAction['name'], verb: Verb])[] = [
  ['accept', 'orders.accept'],
  ['ship', 'orders.ship'],
  ['hold', 'orders.hold'],
  ['release', 'orders.hold'],
  ['prefer', 'orders.prefer'],
  ['unprefer', 'orders.prefer'],
  ['retry', 'orders.mend'],
  ['cancel', 'orders.cancel'],
];

/** Whether the verb is for an order as the list shows it. The server judges; this is for not offering what it would refuse of every one. */
export function canBe(name: BulkAction['name'], { status, held, preferred }: ListedOrder): boolean {
  switch (name) {
    case 'accept':
      return status === 'ASSIGNED' && !held;
    case 'ship':
      return status === 'ACCEPTED' && !held;
    case 'hold':
      return ['NEW', 'ASSIGNED', 'ACCEPTED'].includes(status) && !held;
    case 'release':
      return held === true;
    case 'prefer':
      return status === 'NEW' && !preferred;
    case 'unprefer':
      return status === 'NEW' && preferred === true;
    case 'retry':
      return status === 'ERROR' || (status === 'NEW' && !held);
    case 'cancel':
      return status !== 'SHIPPED' && status !== 'CANCELLED';
  }
}
