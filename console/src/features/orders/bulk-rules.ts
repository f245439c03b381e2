import type { Verb } from '../../shared/session/session-api.ts';
import type { BulkAction, ListedOrder } from './orders-api.ts';

/** The bulk actions. `toBatch` releases into a batch. */
export type BulkName = BulkAction['name'] | 'toBatch';

/** The bulk actions, each with the permission that it needs. */
export const BULK_VERBS: readonly (readonly [name: BulkName, verb: Verb])[] = [
  ['toBatch', 'production.release'],
  ['ship', 'orders.ship'],
  ['hold', 'orders.hold'],
  ['release', 'orders.hold'],
  ['rush', 'orders.prefer'],
  ['unrush', 'orders.prefer'],
  ['retry', 'orders.mend'],
  ['cancel', 'orders.cancel'],
];

/**
 * Returns whether an action fits a listed order. The server decides; this only disables actions that would
 * fail for all.
 */
export function canApply(name: BulkName, { status, held, rush, preferred }: ListedOrder): boolean {
  const isOpen = status !== 'SHIPPED' && status !== 'CANCELLED';
  switch (name) {
    case 'toBatch':
      return (status === 'ASSIGNED' || status === 'ACCEPTED') && !held;
    case 'ship':
      return status === 'ACCEPTED' && !held;
    case 'hold':
      return ['NEW', 'ASSIGNED', 'ACCEPTED'].includes(status) && !held;
    case 'release':
      return held === true;
    case 'rush':
      return isOpen && !rush;
    case 'unrush':
      return isOpen && (rush === true || preferred === true);
    case 'retry':
      return status === 'ERROR' || (status === 'NEW' && !held);
    case 'cancel':
      return isOpen;
  }
}
