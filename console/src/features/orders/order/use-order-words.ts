import { useCopy } from '../../../shared/copy/copy.ts';
import { usePlaceName } from '../../../shared/copy/parts-copy.ts';
import { ordersCopy } from '../orders-copy.ts';
import { type ActionName, refusalOf } from './order-action-rules.ts';
import type { OperatorOrder } from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import type { AddressField, OrderPart } from './order-part-rules.ts';

/** Returns a function that names a part of an order. `within`: its item or address is named above it. */
export function usePartName(): (part: OrderPart, within?: boolean) => string {
  const copy = useCopy(orderCopy);
  const nameOfPlace = usePlaceName();
  return ({ kind, item, place }, within = false) => {
    const what =
      kind === 'addressField'
        ? copy.addressParts[place as AddressField]
        : [copy.parts[kind], ...(place ?? '').split(' ').map(nameOfPlace)].filter(Boolean).join(' ');
    if (kind === 'addressField') return within ? what : `${copy.parts.address}: ${what}`;
    if (!item || within) return what;
    const itemName = copy.itemNumber(item.number, item.name);
    return kind === 'item' ? itemName : `${itemName}: ${what}`;
  };
}

/** Returns a function that says why the order does not allow an action; undefined if it does. */
export function useRefusalWords(seen: OperatorOrder): (name: ActionName) => string | undefined {
  const copy = useCopy(orderCopy);
  const { statuses } = useCopy(ordersCopy);
  return (name) => {
    const refusal = refusalOf(name, seen);
    if (!refusal) return undefined;
    return refusal.because === 'status'
      ? copy.refusals.status(statuses[refusal.status])
      : copy.refusals[refusal.because];
  };
}
